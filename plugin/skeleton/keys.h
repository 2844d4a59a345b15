// SPDX-License-Identifier: BSD-3-Clause
// Turns the motions of bones into a skeleton with local keys.
#pragma once

#include "skeleton/fit_skeleton.h"
#include "skeleton/tree.h"

#include <vector>

namespace assimp_md2::inner {

/// Converts the coordinates of the fit to model space: centre + size × point.
struct ModelSpace {
    Eigen::Vector3d centre;
    double size;
};

/// A skeleton in model space, without its rest frame and quality. The keys of a child compensate the rounding
/// errors of its parents' keys. Each quaternion has the sign that is nearer to the quaternion of the previous
/// frame.
///
/// \param frames the first frames of the motions, which get keys
Skeleton assembled(const SkinnedModel& model, const std::vector<TreeBone>& tree, std::size_t frames,
                   const ModelSpace& space);

} // namespace assimp_md2::inner
