// SPDX-License-Identifier: BSD-3-Clause
// Checks the pointers and indices of an aiScene that poses depend on, and lists its nodes.
#pragma once

#include "base/budget.h"
#include "base/error.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

struct aiNode;
struct aiScene;
struct aiString;

namespace assimp_md2 {

struct SceneNode {
    const aiNode* node;
    std::size_t parent; ///< index of an earlier node; the root has its own index
};

/// Returns a name up to its first NUL, because Assimp's FBX importer stores a wrong length for some names.
std::string_view nameOf(const aiString& name);

/// Checks that vertices, faces, lists of meshes and keys of node channels are not null where their counts are
/// above 0, and that the mesh indices of nodes are in range. `scene` must be a copy by
/// Assimp::SceneCombiner::CopyScene, as Assimp::Exporter passes it to an exporter. CopyScene itself reads the
/// root node, all arrays of pointers and morph keys, and copies a node that occurs twice, so a copy has none
/// of these faults.
///
/// \param nodes receives the nodes in depth-first order
/// \param loan is charged for `nodes` and for the memory of the check
/// \return BadScene; std::nullopt if the scene is valid
/// \throws OverBudget
std::optional<Error> checkScene(const aiScene& scene, Loan& loan, std::vector<SceneNode>& nodes);

} // namespace assimp_md2
