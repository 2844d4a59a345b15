// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/frame_encoder.h"

#include "importer/base/bytes.h"
#include "importer/base/finite.h"
#include "importer/md2/normals.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <vector>

#if defined(__SSE2__) || defined(_M_X64)
#define ASSIMP_MD2_PACKS_WITH_SSE2
#include <emmintrin.h>
#endif

namespace assimp_md2::inner {
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
            slots_[slotOf(kNormals[i].data())] = i;
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

    /// The only normal of the table that can be equal to `normal`.
    std::uint8_t equal(const float* normal) const { return slots_[slotOf(normal)]; }

    std::uint8_t nearest(const float* normal) const;

private:
    static constexpr float kSteps = 32;
    static constexpr float kHalfStep = 0.5f; ///< added before a cast, which is faster than std::lround
    static constexpr std::size_t kSide = 33;
    /// More than twice the distance of a unit vector from the middle of its cell. On the plane where the sum
    /// is 1, which is at least sqrt(1 / 3) away, a vector is at most sqrt(3 / 2) / kSteps away.
    static constexpr float kCellSize = 0.14f;

    /// With these factors, each normal of the table has a slot of its own.
    static std::size_t slotOf(const float* normal) {
        const std::uint64_t sum =
            bitsOf(normal[0]) + std::uint64_t{3} * bitsOf(normal[1]) + std::uint64_t{5} * bitsOf(normal[2]);
        return static_cast<std::size_t>(sum * 0x205F89293A4BFAFD >> 54);
    }

    std::array<std::uint8_t, 1024> slots_{}; ///< the normal of each slot, 0 in others
    std::array<std::vector<std::uint8_t>, kSide * kSide> cells_;
    /// Each normal with the signs of bits 0, 1 and 2 turned.
    std::array<std::array<std::uint8_t, kNormalCount>, 8> mirrored_{};
};

// Not in the class, where GCC would inline it into loops that seldom call it.
std::uint8_t NormalFinder::nearest(const float* normal) const {
    const auto [x, y, z] = std::array{normal[0], normal[1], normal[2]};
    const float sum = std::abs(x) + std::abs(y) + std::abs(z);
    if (!(sum > 0) || !isFinite(sum)) {
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

const NormalFinder& normalFinder() {
    static const NormalFinder kFinder;
    return kFinder;
}

} // namespace

bool Bounds::add(const float* positions, std::size_t count) {
    float zero = 0; // NaN after a number that is not finite
    std::size_t i = 0;
#if defined(ASSIMP_MD2_PACKS_WITH_SSE2)
    __m128 least = _mm_loadu_ps(min.data());
    __m128 most = _mm_loadu_ps(max.data());
    __m128 zeros = _mm_setzero_ps();
    for (; i + 1 < count; ++i) {
        const __m128 four = _mm_loadu_ps(positions + 3 * i);
        least = _mm_min_ps(four, least);
        most = _mm_max_ps(four, most);
        zeros = _mm_mul_ps(zeros, four);
    }
    _mm_storeu_ps(min.data(), least);
    _mm_storeu_ps(max.data(), most);
    zero = _mm_movemask_ps(_mm_cmpord_ps(zeros, zeros)) == 0xF ? 0.0F : NAN;
#endif
    for (; i < count; ++i) {
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
        // In double, because the difference of two floats can be larger than any float.
        const double size = static_cast<double>(bounds.max[axis]) - bounds.min[axis];
        grid.scale[axis] = static_cast<float>(size / kMostByte);
        grid.translate[axis] = bounds.min[axis];
    }
    return grid;
}

bool isFinite(const Grid& grid) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!isFinite(grid.translate[axis]) ||
            !isFinite(kMostByte * grid.scale[axis] + grid.translate[axis])) {
            return false;
        }
    }
    return true;
}

void packFrame(const Grid& grid, const float* positions, const float* normals, std::size_t count,
               std::uint8_t* vertices) {
    std::array<float, 4> stepsPerUnit{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // All positions of a flat axis are `translate`.
        stepsPerUnit[axis] = grid.scale[axis] > 0 ? 1 / grid.scale[axis] : 1e30f;
    }
    std::size_t i = 0;
#if defined(ASSIMP_MD2_PACKS_WITH_SSE2)
    const __m128 steps = _mm_loadu_ps(stepsPerUnit.data());
    const __m128 translate = _mm_setr_ps(grid.translate[0], grid.translate[1], grid.translate[2], 0);
    for (; i + 1 < count; ++i) {
        const __m128 place = _mm_mul_ps(_mm_sub_ps(_mm_loadu_ps(positions + 3 * i), translate), steps);
        const __m128 rounded = _mm_min_ps(_mm_add_ps(place, _mm_set1_ps(0.5f)), _mm_set1_ps(kMostByte));
        // Both packs saturate, so that negative numbers become 0.
        const __m128i words = _mm_packs_epi32(_mm_cvttps_epi32(rounded), _mm_setzero_si128());
        const std::int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
        std::memcpy(vertices + kVertexSize * i, &bytes, kVertexSize);
    }
#endif
    for (; i < count; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float place = (positions[3 * i + axis] - grid.translate[axis]) * stepsPerUnit[axis];
            vertices[kVertexSize * i + axis] =
                place > 0 ? static_cast<std::uint8_t>(std::min(place + 0.5f, kMostByte)) : std::uint8_t{0};
        }
    }
    const NormalFinder& finder = normalFinder();
    for (i = 0; i < count; ++i) {
        // Normals of an imported MD2 are those of the table.
        const float* const normal = normals + 3 * i;
        const std::uint8_t equal = finder.equal(normal);
        const bool isEqual = bitsOf(kNormals[equal][0]) == bitsOf(normal[0]) &&
                             bitsOf(kNormals[equal][1]) == bitsOf(normal[1]) &&
                             bitsOf(kNormals[equal][2]) == bitsOf(normal[2]);
        vertices[kVertexSize * i + 3] = isEqual ? equal : finder.nearest(normal);
    }
}

std::uint8_t nearestNormal(float x, float y, float z) {
    return normalFinder().nearest(std::array{x, y, z}.data());
}

} // namespace assimp_md2::inner
