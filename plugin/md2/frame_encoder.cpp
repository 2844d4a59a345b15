// SPDX-License-Identifier: BSD-3-Clause
// Implements frame_encoder.h.
#include "md2/frame_encoder.h"

#include "md2/normals.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace assimp_md2 {
namespace {

constexpr float kMostByte = 255;
constexpr std::uint8_t kUp = 5;

/// The table is symmetric to the three coordinate planes. The nearest normal is therefore searched in the
/// octant where no coordinate is negative, and then mirrored.
class NormalFinder {
public:
    NormalFinder() {
        for (std::uint8_t i = 0; i < kNormalCount; ++i) {
            if (kNormals[i][0] >= 0 && kNormals[i][1] >= 0 && kNormals[i][2] >= 0) {
                octant_.push_back(i);
            }
            for (std::size_t signs = 0; signs < mirrored_.size(); ++signs) {
                std::array<float, 3> normal = kNormals[i];
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    normal[axis] = (signs >> axis & 1) != 0 ? -normal[axis] : normal[axis];
                }
                const auto* const found = std::find(kNormals.begin(), kNormals.end(), normal);
                mirrored_[signs][i] = static_cast<std::uint8_t>(found - kNormals.begin());
            }
        }
    }

    std::uint8_t nearest(float x, float y, float z) const {
        const float length = std::abs(x) + std::abs(y) + std::abs(z);
        if (!(length > 0) || !std::isfinite(length)) {
            return kUp;
        }
        std::uint8_t best = kUp;
        float bestDot = -1;
        for (const std::uint8_t i : octant_) {
            const float dot =
                kNormals[i][0] * std::abs(x) + kNormals[i][1] * std::abs(y) + kNormals[i][2] * std::abs(z);
            best = dot > bestDot ? i : best;
            bestDot = std::max(dot, bestDot);
        }
        return mirrored_[(x < 0 ? 1U : 0U) + (y < 0 ? 2U : 0U) + (z < 0 ? 4U : 0U)][best];
    }

private:
    std::vector<std::uint8_t> octant_;
    /// Each normal with the signs of bits 0, 1 and 2 turned.
    std::array<std::array<std::uint8_t, kNormalCount>, 8> mirrored_{};
};

} // namespace

void Bounds::add(const float* positions, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            min[axis] = std::min(min[axis], positions[3 * i + axis]);
            max[axis] = std::max(max[axis], positions[3 * i + axis]);
        }
    }
}

Grid gridOf(const Bounds& bounds) {
    Grid grid{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // In double, because the difference of two floats can be larger than any float.
        const double size = static_cast<double>(bounds.max[axis]) - bounds.min[axis];
        grid.scale[axis] = static_cast<float>(size / kMostByte);
        grid.translate[axis] = bounds.min[axis];
    }
    return grid;
}

bool isFinite(const Grid& grid) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(grid.translate[axis]) ||
            !std::isfinite(kMostByte * grid.scale[axis] + grid.translate[axis])) {
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
    static const NormalFinder kFinder;
    return kFinder.nearest(x, y, z);
}

} // namespace assimp_md2
