// SPDX-License-Identifier: BSD-3-Clause
#include "exporters/md2/frame_encoder.h"

#include "importer/md2/normals.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace assimp_md2 {
namespace {

constexpr float kMostByte = 255;
constexpr std::uint8_t kUp = 5;

/// The table is symmetric to the three coordinate planes. The nearest normal is therefore searched in the
/// octant where no coordinate is negative, and then mirrored. The octant is divided into cells by x and y of
/// the vectors whose coordinates have the sum 1. Each cell has the few normals that can be the nearest in it.
class NormalFinder {
public:
    NormalFinder() {
        std::vector<std::uint8_t> octant;
        for (std::uint8_t i = 0; i < kNormalCount; ++i) {
            if (kNormals[i][0] >= 0 && kNormals[i][1] >= 0 && kNormals[i][2] >= 0) {
                octant.push_back(i);
            }
            for (std::size_t signs = 0; signs < mirrored_.size(); ++signs) {
                std::array<float, 3> normal = kNormals[i];
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    normal[axis] = (signs >> axis & 1) != 0 ? -normal[axis] : normal[axis];
                }
                const auto found = std::find(kNormals.begin(), kNormals.end(), normal);
                mirrored_[signs][i] = static_cast<std::uint8_t>(found - kNormals.begin());
            }
        }
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            const std::size_t row = cell / kSide;
            const auto x = static_cast<float>(row);
            const auto y = static_cast<float>(cell % kSide);
            const float z = kSteps - x - y;
            const float length = std::sqrt(x * x + y * y + z * z);
            const auto distance = [&](std::uint8_t i) {
                return std::hypot(kNormals[i][0] - x / length, kNormals[i][1] - y / length,
                                  kNormals[i][2] - z / length);
            };
            const std::uint8_t nearest =
                *std::min_element(octant.begin(), octant.end(),
                                  [&](std::uint8_t a, std::uint8_t b) { return distance(a) < distance(b); });
            std::copy_if(octant.begin(), octant.end(), std::back_inserter(cells_[cell]),
                         [&](std::uint8_t i) { return distance(i) < distance(nearest) + kCellSize; });
        }
    }

    std::uint8_t nearest(float x, float y, float z) const {
        const float sum = std::abs(x) + std::abs(y) + std::abs(z);
        if (!(sum > 0) || !std::isfinite(sum)) {
            return kUp;
        }
        const auto step = [&](float value) {
            return static_cast<std::size_t>(std::abs(value) / sum * kSteps + kHalfStep);
        };
        std::uint8_t best = kUp;
        float bestDot = -1;
        for (const std::uint8_t i : cells_[step(x) * kSide + step(y)]) {
            const float dot =
                kNormals[i][0] * std::abs(x) + kNormals[i][1] * std::abs(y) + kNormals[i][2] * std::abs(z);
            best = dot > bestDot ? i : best;
            bestDot = std::max(dot, bestDot);
        }
        return mirrored_[(x < 0 ? 1U : 0U) + (y < 0 ? 2U : 0U) + (z < 0 ? 4U : 0U)][best];
    }

private:
    static constexpr float kSteps = 32;
    static constexpr float kHalfStep = 0.5f; ///< added before a cast, which is faster than std::lround
    static constexpr std::size_t kSide = 33;
    /// More than twice the distance of a unit vector from the middle of its cell. On the plane where the sum
    /// is 1, which is at least sqrt(1 / 3) away, a vector is at most sqrt(3 / 2) / kSteps away.
    static constexpr float kCellSize = 0.14f;

    std::array<std::vector<std::uint8_t>, kSide * kSide> cells_;
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
