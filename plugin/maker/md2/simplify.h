// SPDX-License-Identifier: BSD-3-Clause
// Reduces the triangles of a model to the limits of an MD2.
#pragma once

#include "maker/md2/model.h"

#include <optional>

namespace assimp_md2::inner {

/// \return the squared distance of a point (Ericson, "Real-Time Collision Detection", 5.1.5)
double distanceToTriangle(const DoubleVector& p, const CornerVectors& corners);

/// Removes triangles by collapses of edges (Garland and Heckbert, "Surface Simplification Using Quadric Error
/// Metrics", 1997) until the limits hold, and does nothing if they hold already. A collapse moves all
/// vertices of one position to those of another, so positions, texture coordinates and animation stay those
/// of the model.
///
/// - Vertices that have exactly the same position in all frames move together, whatever their mesh. The limit
///   of vertices applies to these positions: they get one vertex each, so the normals of the scene are lost.
/// - Boundaries and seams of texture coordinates, which include those of materials, collapse along
///   themselves only, and keep their branches and ends.
/// - If the limits cannot be reached, seams collapse as well, which moves the texture there. If they still
///   cannot, the smallest separate pieces of each material are left out: 1, 2 or 5 % of the surface, but
///   no piece with more than 30 % of the surface of its material.
/// - The error is that of up to eight frames together. No triangle turns over in any of them.
///
/// \param parts their triangles change, and normals are computed
/// \param warnings receives the numbers, also of pieces
///
/// \return AboveLimit if the limits cannot be reached
std::optional<Error> simplify(ModelParts& parts, const Md2Limits& limits, Warnings& warnings);

} // namespace assimp_md2::inner
