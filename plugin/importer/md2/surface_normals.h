// SPDX-License-Identifier: BSD-3-Clause
// Computes area-weighted normals of vertices from the triangles around them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace assimp_md2::inner {

/// The vertices of a triangle, wound clockwise as in the format.
using VertexTriangle = std::array<std::uint32_t, 3>;

/// The normal of a triangle, wound clockwise. It is as long as twice the triangle's area.
///
/// \tparam Vector an array of three signed numbers
template <typename Vector>
Vector triangleNormal(const Vector& a, const Vector& b, const Vector& c) {
    const Vector u{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const Vector v{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

/// Adds the normal of a triangle to the sums of its vertices.
///
/// \param sums for each vertex; as long as twice the areas of its triangles
template <typename Sum, typename Vector>
void addNormal(std::vector<Sum>& sums, const VertexTriangle& triangle, const Vector& normal) {
    const auto add = [&](std::uint32_t vertex) {
        Sum& sum = sums[vertex];
        sum = {sum[0] + normal[0], sum[1] + normal[1], sum[2] + normal[2]};
    };
    add(triangle[0]); // without a loop, for which GCC would store the triangle
    add(triangle[1]);
    add(triangle[2]);
}

/// Computes unit vectors for one frame. A vertex whose triangles cancel gets the normal of its first triangle
/// that has an area, so that one side of a plane is right. A vertex without such a triangle points up.
///
/// \param positions 3 floats for each vertex
/// \param isOnSurface for each vertex: a triangle has it
/// \param normals room for as many floats as positions
void computeNormals(const float* positions, const std::vector<bool>& isOnSurface,
                    const std::vector<VertexTriangle>& triangles, float* normals);

} // namespace assimp_md2::inner
