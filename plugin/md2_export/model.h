// SPDX-License-Identifier: BSD-3-Clause
// Poses, triangles and skins → the values of an MD2.
#pragma once

#include "format/error.h"
#include "format/md2_writer.h"
#include "io/budget.h"
#include "md2_export/frames.h"
#include "md2_export/poses.h"
#include "md2_export/skins.h"
#include "md2_export/surface.h"

#include <vector>

namespace assimp_md2 {

/// Evaluates the poses, packs them, and merges vertices that are equal in every frame, and texture
/// coordinates of one pixel. Vertices without a normal get that of the triangles around them.
///
/// \param triangles of the poses
/// \param coordinates of the corners of the triangles, on the skins
/// \param oneGrid one quantisation grid for all frames
/// \param budget is charged for the result, and lends the memory to make it
///
/// \return AboveLimit: more vertices or texture coordinates than `limits` allow; CannotBeWritten: a position
///         is not finite; OverBudget
Result<ModelToWrite> buildModel(PoseSource& poses, const std::vector<PlannedFrame>& frames,
                                const std::vector<SurfaceTriangle>& triangles,
                                const std::vector<St>& coordinates, const ExportedSkins& skins, bool oneGrid,
                                const Md2Limits& limits, Budget& budget);

} // namespace assimp_md2
