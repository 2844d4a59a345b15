// SPDX-License-Identifier: BSD-3-Clause
// Joins bones to a tree and gives each a pivot.
#pragma once

#include "skeleton/skeleton.h"
#include "skeleton/trajectories.h"

#include <vector>

namespace assimp_md2::bones {

/// A bone of the tree.
struct TreeBone {
    Index motion;           ///< the bone in the motions
    int parent;             ///< index of an earlier bone of the tree; -1 for the first
    Eigen::Vector3d origin; ///< in the rest pose
};

/// The maximum spanning tree over shared weights. Two bones share the sum of the products of their weights.
/// Parts that share no vertex are joined where they move most alike. The root is the bone with the largest
/// sum of weights.
///
/// The origin of a bone is near the vertices that it shares with its parent, at the point that both bones
/// move most alike. Bones that share no vertex with their parent have it in the middle of their own vertices.
std::vector<TreeBone> boneTree(const Motions& motions, const std::vector<VertexWeights>& weights,
                               const std::vector<Vector3>& rest);

} // namespace assimp_md2::bones
