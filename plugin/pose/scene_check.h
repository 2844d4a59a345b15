// SPDX-License-Identifier: BSD-3-Clause
// Checks the pointers and indices of an aiScene that poses depend on.
#pragma once

#include "ai_scene/nodes.h"
#include "base/error.h"

#include <optional>
#include <vector>

struct aiScene;

namespace assimp_md2 {

/// Checks that vertices, faces, lists of meshes and keys of node channels are not null where their counts are
/// above 0, and that the mesh indices of nodes are in range. All arrays of pointers and of morph keys must be
/// valid, and each node must occur once. This holds for a scene of an importer, and for a copy by
/// Assimp::SceneCombiner::CopyScene, which Assimp::Exporter passes to an exporter: CopyScene itself reads
/// these arrays, and copies a node that occurs twice.
///
/// \return BadScene; std::nullopt if the scene is valid
std::optional<Error> checkScene(const aiScene& scene, const std::vector<SceneNode>& nodes);

} // namespace assimp_md2
