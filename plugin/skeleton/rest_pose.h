// SPDX-License-Identifier: BSD-3-Clause
// Chooses the rest pose of a fit, and opens parts that are folded to a point in it.
#pragma once

#include "skeleton/clusters.h"

namespace assimp_md2::inner {

/// Sets the rest frame: frame 0 if no part is folded in it.
///
/// A part consists of triangles that are joined by their vertices, or by vertices with equal positions in all
/// frames. It is folded if its diagonal is below 5 % of its median in the frames in which it is not a point.
/// If parts are folded in frame 0, a copy of frame 0 is added behind the frames and becomes the rest frame.
/// In it, each folded part has the shape of the first frame in which it has half its size, and is moved from
/// there with the vertices next to it.
///
/// If there are no such vertices, or more than 64 parts are folded, no frame is added. The rest frame is then
/// the first one in which the fewest vertices are folded.
///
/// Time: linear in frames × vertices, and in folded parts × vertices.
///
/// \param input its triangles are read
void chooseRestPose(Frames& frames, const SkeletonInput& input);

} // namespace assimp_md2::inner
