// SPDX-License-Identifier: BSD-3-Clause
// Computes the local keys of a bone tree, and the error of the played keys relative to the frames.
#pragma once

#include "skeleton/tree.h"

#include <vector>

namespace assimp_md2 {

/// Converts the coordinates of the fit to model space: centre + size × point.
struct ModelSpace {
    Eigen::Vector3d centre;
    double size;
};

/// Keys relative to the parent. The keys of a child compensate the rounding errors of its parents' keys. Each
/// quaternion has the sign that is nearer to the quaternion of the previous frame.
///
/// \return the keys bone by bone: all frames of the first bone, then all frames of the next bone
std::vector<BoneKey> localKeys(const Motions& motions, const std::vector<TreeBone>& tree,
                               const ModelSpace& space);

/// Plays the keys as engines do, in float, and compares the vertices with the frames.
///
/// \param size of the model: ModelSpace::size
SkeletonQuality playedQuality(const Skeleton& skeleton, const SkeletonInput& input, double size);

} // namespace assimp_md2
