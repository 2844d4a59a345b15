// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/frame_encoder.h"

#include "importer/base/finite.h"
#include "importer/md2/layout.h"
#include "importer/md2/normals.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2::inner {
namespace {

constexpr float kMostByte = 255;
constexpr std::uint8_t kUp = 5;

} // namespace

bool Bounds::add(const float* positions, std::size_t count) {
    float zero = 0; // NaN after a number that is not finite
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            min[axis] = std::min(min[axis], positions[3 * i + axis]);
            max[axis] = std::max(max[axis], positions[3 * i + axis]);
            zero *= positions[3 * i + axis];
        }
    }
    return zero == 0;
}

Grid gridOf(const Bounds& bounds) {
    Grid grid{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.scale[axis] = static_cast<float>(bounds.size()[axis] / kMostByte);
        grid.translate[axis] = bounds.min[axis];
    }
    return grid;
}

bool isFinite(const Grid& grid) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!isFinite(kMostByte * grid.scale[axis] + grid.translate[axis])) {
            return false;
        }
    }
    return true;
}

void packFrame(const Grid& grid, const float* positions, const float* normals, std::size_t count,
               std::uint8_t* vertices) {
    std::array<float, 3> stepsPerUnit{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // All positions of a flat axis are `translate`.
        stepsPerUnit[axis] = grid.scale[axis] > 0 ? 1 / grid.scale[axis] : 1e30f;
    }
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float place = (positions[3 * i + axis] - grid.translate[axis]) * stepsPerUnit[axis];
            vertices[kVertexSize * i + axis] =
                place > 0 ? static_cast<std::uint8_t>(std::min(place + 0.5f, kMostByte)) : std::uint8_t{0};
        }
        vertices[kVertexSize * i + 3] = nearestNormal(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
    }
}

std::uint8_t nearestNormal(float x, float y, float z) {
    if (!isFinite(std::abs(x) + std::abs(y) + std::abs(z))) {
        return kUp;
    }
    std::uint8_t best = kUp;
    float bestDot = 0;
    for (std::size_t i = 0; i < kNormals.size(); ++i) {
        const float dot = kNormals[i][0] * x + kNormals[i][1] * y + kNormals[i][2] * z;
        best = dot > bestDot ? static_cast<std::uint8_t>(i) : best;
        bestDot = std::max(dot, bestDot);
    }
    return best;
}

} // namespace assimp_md2::inner
