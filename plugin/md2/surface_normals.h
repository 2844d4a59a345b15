// SPDX-License-Identifier: BSD-3-Clause
// Computes area-weighted normals of vertices from the triangles around them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assimp_md2 {

/// The vertices of a triangle, wound clockwise as in the format.
using VertexTriangle = std::array<std::uint32_t, 3>;

/// For each vertex, the sum of its triangles' normals. Each is as long as twice the triangle's area. In
/// double, whose range contains every product of two differences of floats.
using NormalSums = std::vector<std::array<double, 3>>;

/// \param positions 3 floats for each vertex
NormalSums sumNormals(const float* positions, std::size_t vertexCount,
                      const std::vector<VertexTriangle>& triangles);

/// The length, squared, that a sum must exceed. The triangles of a shorter sum cancel each other, as those of
/// a plane with two sides, and the sum has no direction.
double leastSquareLength(const NormalSums& sums);

/// Computes unit vectors for one frame. A vertex whose triangles cancel gets the normal of its first triangle
/// that has an area, so that one side of a plane is right. A vertex without such a triangle points up.
///
/// \param positions 3 floats for each vertex
/// \param normals room for as many floats
void computeNormals(const float* positions, std::size_t vertexCount,
                    const std::vector<VertexTriangle>& triangles, float* normals);

} // namespace assimp_md2
