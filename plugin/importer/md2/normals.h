// SPDX-License-Identifier: BSD-3-Clause
// The 162 normals of the format, of which a vertex stores an index, what an import makes of them, and
// area-weighted normals of vertices from the triangles around them.
#pragma once

#include "importer/md2/axes.h"
#include "importer/md2/layout.h"

#include <vector>

namespace assimp_md2::inner {

/// Unit vectors to six decimals, in model space, in the order of id's table.
extern const std::array<std::array<float, 3>, kNormalCount> kNormals;

/// What the normals of a model are made from. md2/normal_source.h decides it.
enum class NormalSource : std::uint8_t {
    File,      ///< the normals of the file
    Negated,   ///< the normals of the file, which point inward, negated
    Exchanged, ///< the normals of the file with y and z exchanged
    Computed   ///< the surface of each frame; see computeNormals
};

/// The normal of each byte in the axes of a scene, followed by a 0. A byte above 161 is not an index of the
/// format and has the last normal.
using NormalOfByte = std::array<std::array<float, 4>, 256>;

/// \param source not Computed
NormalOfByte rotatedNormals(NormalSource source, Axes axes);

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
/// \param normals room for as many floats as positions
void computeNormals(const float* positions, std::size_t vertexCount,
                    const std::vector<VertexTriangle>& triangles, float* normals);

} // namespace assimp_md2::inner
