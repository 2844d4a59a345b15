// SPDX-License-Identifier: BSD-3-Clause
// What holds for every skeleton.
#pragma once

#include "skeleton/fit_skeleton.h"

#include <Eigen/Core>

#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// \return what contradicts the promises of fit_skeleton.h; empty if nothing does
std::string defectOf(const Skeleton& skeleton, const SkeletonInput& input);

/// Whether two skeletons are equal bit by bit.
bool isSame(const Skeleton& a, const Skeleton& b);

/// The mean angle between normals of the frames and those of the rest pose, moved by the bones as engines do.
///
/// \param normals of all vertices in all frames, frame after frame; unit vectors
/// \return degrees, over all frames and vertices
double meanNormalAngle(const Skeleton& skeleton, const std::vector<float>& normals);

/// Where a vertex is in a frame: arithmetic that shares nothing with the library.
Eigen::Vector3d playedPosition(const Skeleton& skeleton, std::size_t frame, std::size_t vertex);

} // namespace assimp_md2::inner::test
