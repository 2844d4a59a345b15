// SPDX-License-Identifier: BSD-3-Clause
// The table of normals, its tables by bytes, and the sums of triangles.
#include "importer/md2/normals.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assimp_md2::inner {
namespace {

/// x, y and z of each normal.
constexpr std::int32_t kMillionths[3 * kNormalCount] = {
    -525731,  0,        850651,  -442863, 238856,  864188,   -295242, 0,       955423,  -309017, 500000,
    809017,   -162460,  262866,  951056,  0,       0,        1000000, 0,       850651,  525731,  -147621,
    716567,   681718,   147621,  716567,  681718,  0,        525731,  850651,  309017,  500000,  809017,
    525731,   0,        850651,  295242,  0,       955423,   442863,  238856,  864188,  162460,  262866,
    951056,   -681718,  147621,  716567,  -809017, 309017,   500000,  -587785, 425325,  688191,  -850651,
    525731,   0,        -864188, 442863,  238856,  -716567,  681718,  147621,  -688191, 587785,  425325,
    -500000,  809017,   309017,  -238856, 864188,  442863,   -425325, 688191,  587785,  -716567, 681718,
    -147621,  -500000,  809017,  -309017, -525731, 850651,   0,       0,       850651,  -525731, -238856,
    864188,   -442863,  0,       955423,  -295242, -262866,  951056,  -162460, 0,       1000000, 0,
    0,        955423,   295242,  -262866, 951056,  162460,   238856,  864188,  442863,  262866,  951056,
    162460,   500000,   809017,  309017,  238856,  864188,   -442863, 262866,  951056,  -162460, 500000,
    809017,   -309017,  850651,  525731,  0,       716567,   681718,  147621,  716567,  681718,  -147621,
    525731,   850651,   0,       425325,  688191,  587785,   864188,  442863,  238856,  688191,  587785,
    425325,   809017,   309017,  500000,  681718,  147621,   716567,  587785,  425325,  688191,  955423,
    295242,   0,        1000000, 0,       0,       951056,   162460,  262866,  850651,  -525731, 0,
    955423,   -295242,  0,       864188,  -442863, 238856,   951056,  -162460, 262866,  809017,  -309017,
    500000,   681718,   -147621, 716567,  850651,  0,        525731,  864188,  442863,  -238856, 809017,
    309017,   -500000,  951056,  162460,  -262866, 525731,   0,       -850651, 681718,  147621,  -716567,
    681718,   -147621,  -716567, 850651,  0,       -525731,  809017,  -309017, -500000, 864188,  -442863,
    -238856,  951056,   -162460, -262866, 147621,  716567,   -681718, 309017,  500000,  -809017, 425325,
    688191,   -587785,  442863,  238856,  -864188, 587785,   425325,  -688191, 688191,  587785,  -425325,
    -147621,  716567,   -681718, -309017, 500000,  -809017,  0,       525731,  -850651, -525731, 0,
    -850651,  -442863,  238856,  -864188, -295242, 0,        -955423, -162460, 262866,  -951056, 0,
    0,        -1000000, 295242,  0,       -955423, 162460,   262866,  -951056, -442863, -238856, -864188,
    -309017,  -500000,  -809017, -162460, -262866, -951056,  0,       -850651, -525731, -147621, -716567,
    -681718,  147621,   -716567, -681718, 0,       -525731,  -850651, 309017,  -500000, -809017, 442863,
    -238856,  -864188,  162460,  -262866, -951056, 238856,   -864188, -442863, 500000,  -809017, -309017,
    425325,   -688191,  -587785, 716567,  -681718, -147621,  688191,  -587785, -425325, 587785,  -425325,
    -688191,  0,        -955423, -295242, 0,       -1000000, 0,       262866,  -951056, -162460, 0,
    -850651,  525731,   0,       -955423, 295242,  238856,   -864188, 442863,  262866,  -951056, 162460,
    500000,   -809017,  309017,  716567,  -681718, 147621,   525731,  -850651, 0,       -238856, -864188,
    -442863,  -500000,  -809017, -309017, -262866, -951056,  -162460, -850651, -525731, 0,       -716567,
    -681718,  -147621,  -716567, -681718, 147621,  -525731,  -850651, 0,       -500000, -809017, 309017,
    -238856,  -864188,  442863,  -262866, -951056, 162460,   -864188, -442863, 238856,  -809017, -309017,
    500000,   -688191,  -587785, 425325,  -681718, -147621,  716567,  -442863, -238856, 864188,  -587785,
    -425325,  688191,   -309017, -500000, 809017,  -147621,  -716567, 681718,  -425325, -688191, 587785,
    -162460,  -262866,  951056,  442863,  -238856, 864188,   162460,  -262866, 951056,  309017,  -500000,
    809017,   147621,   -716567, 681718,  0,       -525731,  850651,  425325,  -688191, 587785,  587785,
    -425325,  688191,   688191,  -587785, 425325,  -955423,  295242,  0,       -951056, 162460,  262866,
    -1000000, 0,        0,       -850651, 0,       525731,   -955423, -295242, 0,       -951056, -162460,
    262866,   -864188,  442863,  -238856, -951056, 162460,   -262866, -809017, 309017,  -500000, -864188,
    -442863,  -238856,  -951056, -162460, -262866, -809017,  -309017, -500000, -681718, 147621,  -716567,
    -681718,  -147621,  -716567, -850651, 0,       -525731,  -688191, 587785,  -425325, -587785, 425325,
    -688191,  -425325,  688191,  -587785, -425325, -688191,  -587785, -587785, -425325, -688191, -688191,
    -587785,  -425325,
};

constexpr std::array<std::array<float, 3>, kNormalCount> fromMillionths() {
    std::array<std::array<float, 3>, kNormalCount> normals{};
    for (std::size_t i = 0; i < kNormalCount; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            normals[i][axis] = static_cast<float>(kMillionths[3 * i + axis] / 1e6);
        }
    }
    return normals;
}

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

constexpr std::array<std::array<float, 3>, kNormalCount> kNormals = fromMillionths();

NormalOfByte rotatedNormals(NormalSource source, Axes axes) {
    NormalOfByte table;
    for (std::size_t byte = 0; byte < table.size(); ++byte) {
        std::array<float, 3> normal = kNormals[std::min(byte, kNormalCount - 1)];
        if (source == NormalSource::Negated) {
            normal = {0 - normal[0], 0 - normal[1], 0 - normal[2]};
        } else if (source == NormalSource::Exchanged) {
            std::swap(normal[1], normal[2]);
        }
        const auto [x, y, z] = rotated(normal, axes);
        table[byte] = {x, y, z, 0};
    }
    return table;
}

void computeNormals(const float* positions, std::size_t vertexCount,
                    const std::vector<VertexTriangle>& triangles, float* normals) {
    std::vector<Sum> sums(vertexCount);
    for (const VertexTriangle& triangle : triangles) {
        addNormal(sums, triangle, normalOf(triangle, positions));
    }
    const double least = leastSquareLength(sums);
    std::vector<bool> isMissing(vertexCount);
    std::transform(sums.begin(), sums.end(), isMissing.begin(),
                   [=](const Sum& sum) { return !(squareLength(sum) > least); });
    for (const VertexTriangle& triangle : triangles) {
        for (const std::uint32_t vertex : triangle) {
            const Sum normal = isMissing[vertex] ? normalOf(triangle, positions) : Sum{};
            if (squareLength(normal) > 0) {
                sums[vertex] = normal;
                isMissing[vertex] = false;
            }
        }
    }
    for (std::size_t i = 0; i < vertexCount; ++i) {
        writeUnitVector(isMissing[i] ? Sum{0, 0, 1} : sums[i], normals + 3 * i);
    }
}

} // namespace assimp_md2::inner
