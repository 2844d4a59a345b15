// SPDX-License-Identifier: BSD-3-Clause
// Connects bones to a tree and chooses a pivot for each bone.
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

/// Builds the maximum spanning tree of the bones. The weight of an edge is the sum over all vertices of the
/// product of both bones' weights. Parts without common vertices are connected by the two bones with the most
/// similar motion. The root is the bone with the largest sum of weights.
///
/// Bones that do not move in any frame are an exception: if there are any, the root is one of them, and it is
/// the parent of all the others that do not move. As the child of a moving bone, such a bone would move
/// between two keys.
///
/// The origin of a bone is the point where the motions of the bone and its parent differ least, near the
/// vertices that both bones move. If a bone shares no vertex with its parent, the origin is the mean of the
/// bone's own vertices.
std::vector<TreeBone> boneTree(const Motions& motions, const std::vector<VertexWeights>& weights,
                               const std::vector<Vector3>& rest);

} // namespace assimp_md2::bones
