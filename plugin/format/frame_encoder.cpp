// SPDX-License-Identifier: BSD-3-Clause
// Implements frame_encoder.h.
#include "format/frame_encoder.h"

#include "format/normals.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace assimp_md2 {
namespace {

constexpr float kMostByte = 255;
constexpr std::uint8_t kUp = 5;

using Vector = std::array<float, 3>;

float dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Finds the nearest normal without comparing with all 162.
///
/// The table is symmetric to the three coordinate planes. The nearest normal is therefore searched in the
/// octant where no coordinate is negative, and then mirrored. The order of the coordinates by size divides
/// that octant into six wedges, each with the few normals that can be the nearest in it.
class NormalFinder {
public:
    NormalFinder() {
        std::array<std::size_t, 8> counts{};
        for (std::uint8_t i = 0; i < kNormalCount; ++i) {
            const Vector& normal = kNormals[i];
            exact_[slotOf(wordsOf(normal))] = i;
            if (normal[0] < 0 || normal[1] < 0 || normal[2] < 0) {
                continue;
            }
            for (std::size_t signs = 0; signs < mirrored_.size(); ++signs) {
                mirrored_[signs][i] = mirroredIndex(i, signs);
            }
            for (std::size_t wedge = 0; wedge < candidates_.size(); ++wedge) {
                if (canBeNearest(normal, wedge)) {
                    Candidates& candidates = candidates_[wedge];
                    if (counts[wedge] == 0) {
                        candidates.fill(i);
                    }
                    assert(counts[wedge] < candidates.size());
                    candidates[counts[wedge]++] = i;
                }
            }
        }
    }

    std::uint8_t nearest(float x, float y, float z) const {
        // Normals of an imported frame are those of the table.
        const Words words = wordsOf({x, y, z});
        const std::uint8_t exact = exact_[slotOf(words)];
        const Words found =
            wordsOf({kNormalOfByte[exact][0], kNormalOfByte[exact][1], kNormalOfByte[exact][2]});
        const std::uint32_t difference =
            (words[0] ^ found[0]) | (words[1] ^ found[1]) | (words[2] ^ found[2]);
        return difference == 0 ? exact : nearestOfAll(x, y, z);
    }

private:
    std::uint8_t nearestOfAll(float x, float y, float z) const {
        const Vector vector = {std::abs(x), std::abs(y), std::abs(z)};
        const float sum = vector[0] + vector[1] + vector[2];
        if (!(sum > 0) || !std::isfinite(sum)) {
            return kUp;
        }
        const Candidates& candidates = candidates_[wedgeOf(vector)];
        std::uint8_t best = candidates[0];
        float bestDot = dot(kNormals[best], vector);
        for (std::size_t i = 1; i < candidates.size(); ++i) {
            const float candidate = dot(kNormals[candidates[i]], vector);
            best = candidate > bestDot ? candidates[i] : best;
            bestDot = candidate > bestDot ? candidate : bestDot;
        }
        return mirrored_[(x < 0 ? 1U : 0U) + (y < 0 ? 2U : 0U) + (z < 0 ? 4U : 0U)][best];
    }

    static constexpr unsigned kSlotShift = 54; ///< leaves 10 bits

    /// If a wedge has fewer, the first one is repeated, because processors mispredict loops of varying
    /// length.
    using Candidates = std::array<std::uint8_t, 10>;

    /// Whether x is at least y (1), x at least z (2), and y at least z (4).
    static std::size_t wedgeOf(const Vector& vector) {
        return (vector[0] >= vector[1] ? 1U : 0U) + (vector[0] >= vector[2] ? 2U : 0U) +
               (vector[1] >= vector[2] ? 4U : 0U);
    }

    using Words = std::array<std::uint32_t, 3>;

    static Words wordsOf(const Vector& vector) {
        Words words{};
        std::memcpy(words.data(), vector.data(), sizeof words);
        return words;
    }

    /// With these factors, each normal of the table has a slot of its own.
    static std::size_t slotOf(const Words& words) {
        const std::uint64_t sum = words[0] + std::uint64_t{3} * words[1] + std::uint64_t{5} * words[2];
        return static_cast<std::size_t>(sum * 0x205F89293A4BFAFD >> kSlotShift);
    }

    /// The normal with the signs of bits 0, 1 and 2 turned.
    static std::uint8_t mirroredIndex(std::uint8_t index, std::size_t signs) {
        Vector normal = kNormals[index];
        for (std::size_t i = 0; i < 3; ++i) {
            normal[i] = (signs >> i & 1) != 0 ? -normal[i] : normal[i];
        }
        const auto* const found = std::find(kNormals.begin(), kNormals.end(), normal);
        return static_cast<std::uint8_t>(found - kNormals.begin());
    }

    /// Whether a normal can be the nearest in a wedge: it is inside, or not far outside of each border.
    static bool canBeNearest(const Vector& normal, std::size_t wedge) {
        // The nearest normals of (1, 1, 1) are as far outside as possible. There is one in every second
        // wedge, with the coordinates 0.425325, 0.587785 and 0.688191.
        constexpr float kFarthest = 0.27f;
        const std::array<float, 3> differences = {normal[0] - normal[1], normal[0] - normal[2],
                                                  normal[1] - normal[2]};
        for (std::size_t i = 0; i < differences.size(); ++i) {
            if (((wedge >> i & 1) != 0 ? differences[i] : -differences[i]) < -kFarthest) {
                return false;
            }
        }
        return true;
    }

    std::array<std::array<std::uint8_t, kNormalCount>, 8> mirrored_{};
    std::array<Candidates, 8> candidates_{}; ///< of each wedge; two of the numbers are impossible
    std::array<std::uint8_t, 1U << (64 - kSlotShift)> exact_{}; ///< the normal of each slot, 0 in others
};

const NormalFinder& normalFinder() {
    static const NormalFinder kFinder;
    return kFinder;
}

/// Takes the scale of an axis, returns steps per unit. All positions of a flat axis are `translate`.
template <typename Number>
Number stepsPerUnit(float scale) {
    return scale > 0 ? 1 / static_cast<Number>(scale) : Number{1e30f};
}

void packPositions(const Grid& grid, const float* positions, std::size_t count, std::uint8_t* vertices) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto steps = stepsPerUnit<double>(grid.scale[axis]);
        for (std::size_t i = 0; i < count; ++i) {
            const double place =
                (static_cast<double>(positions[3 * i + axis]) - grid.translate[axis]) * steps;
            const double rounded = place >= 0 ? std::min(place + 0.5, 255.0) : 0;
            vertices[kVertexSize * i + axis] = static_cast<std::uint8_t>(rounded);
        }
    }
}

#if defined(__SSE2__)
/// The same, all axes at once. It calculates with floats, which are wrong by less than 1/10000 of a step.
///
/// \param positions one float more than 3 × count, because four are read for each vertex
void packPositionsWithSse2(const Grid& grid, const float* positions, std::size_t count,
                           std::uint8_t* vertices) {
    std::array<float, 4> steps{};
    std::array<float, 4> starts{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        steps[axis] = stepsPerUnit<float>(grid.scale[axis]);
        starts[axis] = grid.translate[axis];
    }
    const __m128 step = _mm_loadu_ps(steps.data());
    const __m128 translate = _mm_loadu_ps(starts.data());
    const __m128 half = _mm_set1_ps(0.5f);
    const __m128 most = _mm_set1_ps(kMostByte);
    for (std::size_t i = 0; i < count; ++i) {
        const __m128 place = _mm_mul_ps(_mm_sub_ps(_mm_loadu_ps(positions + 3 * i), translate), step);
        const __m128 clamped = _mm_min_ps(_mm_max_ps(_mm_add_ps(place, half), _mm_setzero_ps()), most);
        const __m128i words = _mm_packs_epi32(_mm_cvttps_epi32(clamped), _mm_setzero_si128());
        const int bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, _mm_setzero_si128()));
        std::memcpy(vertices + kVertexSize * i, &bytes, kVertexSize);
    }
}
#endif

} // namespace

void Bounds::add(const float* positions, std::size_t count) {
    std::size_t i = 0;
#if defined(__SSE2__)
    // Four positions at a time are three vectors.
    constexpr std::size_t kFloats = 12;
    std::array<float, kFloats> leasts{};
    std::array<float, kFloats> mosts{};
    for (std::size_t k = 0; k < kFloats; ++k) {
        leasts[k] = min[k % 3];
        mosts[k] = max[k % 3];
    }
    // An std::array of them would lose their attributes, which GCC warns about.
    __m128 least[] = {_mm_loadu_ps(&leasts[0]), _mm_loadu_ps(&leasts[4]), _mm_loadu_ps(&leasts[8])};
    __m128 most[] = {_mm_loadu_ps(&mosts[0]), _mm_loadu_ps(&mosts[4]), _mm_loadu_ps(&mosts[8])};
    for (; i + 4 <= count; i += 4) {
        for (std::size_t k = 0; k < 3; ++k) {
            const __m128 floats = _mm_loadu_ps(positions + 3 * i + 4 * k);
            least[k] = _mm_min_ps(floats, least[k]);
            most[k] = _mm_max_ps(floats, most[k]);
        }
    }
    for (std::size_t k = 0; k < 3; ++k) {
        _mm_storeu_ps(&leasts[4 * k], least[k]);
        _mm_storeu_ps(&mosts[4 * k], most[k]);
    }
    for (std::size_t k = 0; k < kFloats; ++k) {
        min[k % 3] = std::min(min[k % 3], leasts[k]);
        max[k % 3] = std::max(max[k % 3], mosts[k]);
    }
#endif
    for (; i < count; ++i) {
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
    bool isPacked = count == 0;
#if defined(__SSE2__)
    const bool hasFloatSteps = std::all_of(grid.scale.begin(), grid.scale.end(), [](float scale) {
        return !(scale > 0) || (std::isfinite(1 / scale) && std::isfinite(2 * kMostByte * scale));
    });
    if (hasFloatSteps && count > 0) {
        const std::size_t end = count - 1;
        packPositionsWithSse2(grid, positions, end, vertices);
        std::array<float, 4> last{};
        std::copy_n(positions + 3 * end, 3, last.begin());
        packPositionsWithSse2(grid, last.data(), 1, vertices + kVertexSize * end);
        isPacked = true;
    }
#endif
    if (!isPacked) {
        packPositions(grid, positions, count, vertices);
    }
    const NormalFinder& finder = normalFinder();
    for (std::size_t i = 0; i < count; ++i) {
        vertices[kVertexSize * i + 3] =
            finder.nearest(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
    }
}

std::uint8_t nearestNormal(float x, float y, float z) {
    return normalFinder().nearest(x, y, z);
}

} // namespace assimp_md2
