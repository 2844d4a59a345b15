// SPDX-License-Identifier: BSD-3-Clause
// Implements surface_normals.h.
#include "md2/surface_normals.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2 {
namespace {

using Sum = NormalSums::value_type;

/// As long as twice the triangle's area.
Sum normalOf(const VertexTriangle& triangle, const float* positions) {
    const float* const a = positions + std::size_t{3} * triangle[0];
    const float* const b = positions + std::size_t{3} * triangle[1];
    const float* const c = positions + std::size_t{3} * triangle[2];
    Sum first;
    Sum second;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        first[axis] = static_cast<double>(c[axis]) - static_cast<double>(a[axis]);
        second[axis] = static_cast<double>(b[axis]) - static_cast<double>(a[axis]);
    }
    return {first[1] * second[2] - first[2] * second[1], first[2] * second[0] - first[0] * second[2],
            first[0] * second[1] - first[1] * second[0]};
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

} // namespace

NormalSums sumNormals(const float* positions, std::size_t vertexCount,
                      const std::vector<VertexTriangle>& triangles) {
    NormalSums sums(vertexCount);
    for (const VertexTriangle& triangle : triangles) {
        const Sum normal = normalOf(triangle, positions);
        for (const std::uint32_t vertex : triangle) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                sums[vertex][axis] += normal[axis];
            }
        }
    }
    return sums;
}

double leastSquareLength(const NormalSums& sums) {
    constexpr double kLeastShareOfLongest = 1e-6;
    double longest = 0;
    for (const Sum& sum : sums) {
        longest = std::max(longest, squareLength(sum));
    }
    return kLeastShareOfLongest * kLeastShareOfLongest * longest;
}

void computeNormals(const float* positions, std::size_t vertexCount,
                    const std::vector<VertexTriangle>& triangles, float* normals) {
    NormalSums sums = sumNormals(positions, vertexCount, triangles);
    const double least = leastSquareLength(sums);
    std::vector<std::uint8_t> isMissing(vertexCount);
    for (std::size_t i = 0; i < vertexCount; ++i) {
        isMissing[i] = !(squareLength(sums[i]) > least);
    }
    if (std::find(isMissing.begin(), isMissing.end(), 1) != isMissing.end()) {
        for (const VertexTriangle& triangle : triangles) {
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

} // namespace assimp_md2
