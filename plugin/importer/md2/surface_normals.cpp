// SPDX-License-Identifier: BSD-3-Clause
// Adds the normals of the triangles around each vertex.
#include "importer/md2/surface_normals.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2::inner {
namespace {

/// Of double, whose range contains every product of two differences of floats.
using Sum = std::array<double, 3>;

Sum positionOf(std::uint32_t vertex, const float* positions) {
    const float* const position = positions + std::size_t{3} * vertex;
    return {position[0], position[1], position[2]};
}

Sum normalOf(const VertexTriangle& triangle, const float* positions) {
    return triangleNormal(positionOf(triangle[0], positions), positionOf(triangle[1], positions),
                          positionOf(triangle[2], positions));
}

double squareLength(const Sum& vector) {
    return vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
}

void writeUnitVector(const Sum& vector, float* unit) {
    const double length = std::sqrt(squareLength(vector));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        unit[axis] = static_cast<float>(vector[axis] / length);
    }
}

/// The length, squared, that a sum must exceed. The triangles of a shorter sum cancel each other, as those of
/// a plane with two sides, and the sum has no direction.
double leastSquareLength(const std::vector<Sum>& sums) {
    constexpr double kLeastShareOfLongest = 1e-6;
    double longest = 0;
    for (const Sum& sum : sums) {
        longest = std::max(longest, squareLength(sum));
    }
    return kLeastShareOfLongest * kLeastShareOfLongest * longest;
}

} // namespace

void computeNormals(const float* positions, const std::vector<bool>& isOnSurface,
                    const std::vector<VertexTriangle>& triangles, float* normals) {
    const std::size_t vertexCount = isOnSurface.size();
    std::vector<Sum> sums(vertexCount);
    for (const VertexTriangle& triangle : triangles) {
        addNormal(sums, triangle, normalOf(triangle, positions));
    }
    const double least = leastSquareLength(sums);
    std::vector<std::uint8_t> isMissing(vertexCount);
    bool isAnyMissing = false;
    for (std::size_t i = 0; i < vertexCount; ++i) {
        isMissing[i] = !(squareLength(sums[i]) > least);
        isAnyMissing = isAnyMissing || (isMissing[i] != 0 && isOnSurface[i]);
    }
    if (isAnyMissing) {
        for (const VertexTriangle& triangle : triangles) {
            if ((isMissing[triangle[0]] | isMissing[triangle[1]] | isMissing[triangle[2]]) == 0) {
                continue; // as almost all
            }
            const Sum normal = normalOf(triangle, positions);
            for (const std::uint32_t vertex : triangle) {
                if (isMissing[vertex] != 0 && squareLength(normal) > 0) {
                    sums[vertex] = normal;
                    isMissing[vertex] = 0;
                }
            }
        }
    }
    for (std::size_t i = 0; i < vertexCount; ++i) {
        writeUnitVector(isMissing[i] != 0 ? Sum{0, 0, 1} : sums[i], normals + 3 * i);
    }
}

} // namespace assimp_md2::inner
