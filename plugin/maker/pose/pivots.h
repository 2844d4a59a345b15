// SPDX-License-Identifier: BSD-3-Clause
// Finds transformations that Assimp's FBX importer has stored twice.
#pragma once

#include "gltf/scene/nodes.h"
#include "maker/pose/transform.h"

#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <vector>

struct aiScene;

namespace assimp_md2::inner {

/// The names of the nodes that the animations of a scene move. They point into the scene.
std::unordered_set<std::string_view> movedNames(const aiScene& scene);

/// The transformations of the nodes without animation.
///
/// Assimp's FBX importer can split the transformation of a node N into the nodes `N_$AssimpFbx$_Translation`,
/// `N_$AssimpFbx$_PreRotation` … above N. Before version 6, a channel of N contains the whole transformation,
/// so these nodes would apply theirs a second time. N gets the product instead, and the nodes above it get
/// the identity: the scene without animation stays the same.
///
/// Where a channel moves such a node as well, nothing changes.
std::vector<Transform> withJoinedPivots(const aiScene& scene, const std::vector<SceneNode>& nodes);

} // namespace assimp_md2::inner
