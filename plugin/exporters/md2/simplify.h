// SPDX-License-Identifier: BSD-3-Clause
// Reduces the triangles of a model to the limits of an MD2.
#pragma once

#include "exporters/md2/frames.h"
#include "exporters/md2/md2_writer.h"
#include "exporters/md2/skin_coordinates.h"
#include "exporters/md2/surface.h"
#include "exporters/pose/pose_evaluator.h"
#include "importer/base/error.h"
#include "importer/base/warnings.h"

#include <optional>
#include <vector>

namespace assimp_md2 {

/// Removes triangles by collapses of edges (Garland and Heckbert, "Surface Simplification Using Quadric Error
/// Metrics", 1997) until the limits hold, and does nothing if they hold already. A collapse moves all
/// vertices of one position to those of another, so positions, texture coordinates and animation stay those
/// of the model.
///
/// - Vertices that have exactly the same position in all frames move together, whatever their mesh. The limit
///   of vertices applies to these positions: they get one vertex each, so the normals of the scene are lost.
/// - Boundaries and seams of texture coordinates, which include those of materials, collapse along
///   themselves only, and keep their branches and ends.
/// - The error is that of up to eight frames together. No triangle turns over in any of them.
///
/// \param triangles their vertices are indices into the vertices of a pose, as in `coordinates`
/// \param coordinates texture coordinates with GL coordinates, three for each triangle
/// \param warnings receives the numbers
///
/// \return AboveLimit if the limits cannot be reached
std::optional<Error> simplify(PoseEvaluator& poses, const std::vector<PlannedFrame>& frames,
                              const Md2Limits& limits, std::vector<SurfaceTriangle>& triangles,
                              SkinCoordinates& coordinates, Warnings& warnings);

} // namespace assimp_md2
