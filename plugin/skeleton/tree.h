// SPDX-License-Identifier: BSD-3-Clause
// Connects bones to a tree and chooses a pivot for each bone.
#pragma once

#include "skeleton/clusters.h"
#include "skeleton/player.h"

#include <vector>

namespace assimp_md2::inner {

/// A bone of the tree.
struct TreeBone {
    std::size_t motion;     ///< the bone in the motions
    int parent;             ///< index of an earlier bone of the tree; -1 for a child of the root
    Eigen::Vector3d origin; ///< in the rest pose
};

/// Builds the tree of the bones, in depth-first order. Its root is not a bone and does not move.
///
/// Candidates for links are those of the maximum spanning tree: the weight of an edge is the sum over all
/// vertices of the product of both bones' weights. A part without common vertices has the first bone as its
/// candidate. Bones of few vertices are leaves of the spanning tree, because their rotation is not reliable.
/// A bone follows its parent in between two keys. It is therefore linked only if it moves its vertices in
/// between, at 1/4, 1/2 and 3/4 of all `pairs`, about as well as below the root. Otherwise the parent's
/// parent is tried, and so on up to the root. Bones that do not move in any frame are children of the root.
///
/// The origin of a bone is the point where the motions of the bone and its parent differ least, near the
/// vertices that both bones move. If a bone shares no vertex with its parent, or its parent is the root, the
/// origin is the mean of the bone's own vertices.
///
/// \param size of the model: the unit of the tolerance in between
std::vector<TreeBone> boneTree(const SkinnedModel& model, const std::vector<FramePair>& pairs, double size);

} // namespace assimp_md2::inner
