// SPDX-License-Identifier: BSD-3-Clause
// Local keys of the bones of a tree, and how far they are from the frames when they are played.
#pragma once

#include "skeleton/tree.h"

#include <vector>

namespace assimp_md2::bones {

/// From the coordinates of the fit to model space: centre + size × point.
struct Space {
    Eigen::Vector3d centre;
    double size;
};

/// Keys relative to the parent. The rounding errors of the parents' keys are corrected in those of their
/// children. The sign of each quaternion is the one nearer to the previous frame.
///
/// \return all frames of the first bone, then those of the next
std::vector<BoneKey> localKeys(const Motions& motions, const std::vector<TreeBone>& tree, const Space& space);

/// Plays the keys as engines do, in float, and compares the vertices with the frames.
SkeletonQuality playedQuality(const Skeleton& skeleton, const SkeletonInput& input);

} // namespace assimp_md2::bones
