// SPDX-License-Identifier: BSD-3-Clause
// Packs the vertices of a frame: positions to bytes on a grid, normals to their index in the format's table.
#include "format/frame_encoder.h"

#include "format/normals.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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
/// The table is symmetric to the three planes through the axes. So the nearest normal is looked for in the
/// octant where no coordinate is negative, and then mirrored. That octant is projected to the three sides of
/// a cube, and each side divided into cells. A cell has the few normals that can be the nearest in it.
class NormalFinder {
public:
    NormalFinder() {
        for (std::uint8_t i = 0; i < kNormalCount; ++i) {
            const Vector& normal = kNormals[i];
            if (normal[0] >= 0 && normal[1] >= 0 && normal[2] >= 0) {
                octant_[octantCount_++] = i;
            }
        }
        for (std::size_t i = 0; i < octantCount_; ++i) {
            for (std::size_t signs = 0; signs < mirrored_.size(); ++signs) {
                mirrored_[signs][octant_[i]] = mirroredIndex(octant_[i], signs);
            }
        }
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            fill(cell);
        }
        exact_.fill(kNormalCount);
        for (std::uint8_t i = 0; i < kNormalCount; ++i) {
            exact_[slotOf(kNormals[i])] = i;
        }
    }

    std::uint8_t nearest(float x, float y, float z) const {
        // Normals of an imported frame are those of the table. Of two in one slot one is found below.
        const std::uint8_t exact = exact_[slotOf({x, y, z})];
        if (exact < kNormalCount && kNormals[exact] == Vector{x, y, z}) {
            return exact;
        }
        const Vector vector = {std::abs(x), std::abs(y), std::abs(z)};
        const std::size_t axis =
            vector[0] >= vector[1] ? (vector[0] >= vector[2] ? 0 : 2) : (vector[1] >= vector[2] ? 1 : 2);
        const float largest = vector[axis];
        if (!(largest > 0) || !std::isfinite(vector[0] + vector[1] + vector[2])) {
            return kUp;
        }
        const auto coordinate = [&](float value) {
            return std::min(static_cast<std::size_t>(value / largest * kCells), kCells - 1);
        };
        const Cell& cell = cells_[(axis * kCells + coordinate(vector[(axis + 1) % 3])) * kCells +
                                  coordinate(vector[(axis + 2) % 3])];
        std::uint8_t best = cell.normals[0];
        float bestDot = dot(kNormals[best], vector);
        for (std::size_t i = 1; i < cell.count; ++i) {
            const float candidate = dot(kNormals[cell.normals[i]], vector);
            if (candidate > bestDot) {
                bestDot = candidate;
                best = cell.normals[i];
            }
        }
        return mirrored_[(x < 0 ? 1U : 0U) + (y < 0 ? 2U : 0U) + (z < 0 ? 4U : 0U)][best];
    }

private:
    static constexpr std::size_t kCells = 8;
    static constexpr unsigned kSlotShift = 22; ///< leaves 10 bits
    static constexpr std::size_t kMostPerOctant = 40;

    struct Cell {
        std::size_t count = 0;
        std::array<std::uint8_t, kMostPerOctant> normals{};
    };

    static std::size_t slotOf(const Vector& vector) {
        std::array<std::uint32_t, 3> words{};
        std::memcpy(words.data(), vector.data(), sizeof words);
        return (words[0] * 0x9E3779B1U + words[1] * 0x85EBCA77U + words[2] * 0xC2B2AE3DU) >> kSlotShift;
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

    /// A normal cannot be the nearest in a cell where another one has a larger dot product with each of its
    /// four corners: then it has with every vector between them.
    void fill(std::size_t index) {
        const std::size_t axis = index / (kCells * kCells);
        std::array<Vector, 4> corners{};
        std::array<std::uint8_t, 4> nearest{};
        for (std::size_t i = 0; i < corners.size(); ++i) {
            corners[i][axis] = 1;
            const std::size_t row = index / kCells % kCells + i % 2;
            const std::size_t column = index % kCells + i / 2;
            corners[i][(axis + 1) % 3] = static_cast<float>(row) / static_cast<float>(kCells);
            corners[i][(axis + 2) % 3] = static_cast<float>(column) / static_cast<float>(kCells);
            nearest[i] = *std::max_element(
                octant_.begin(), octant_.begin() + octantCount_, [&](std::uint8_t a, std::uint8_t b) {
                    return dot(kNormals[a], corners[i]) < dot(kNormals[b], corners[i]);
                });
        }
        Cell& cell = cells_[index];
        for (std::size_t i = 0; i < octantCount_; ++i) {
            const std::uint8_t normal = octant_[i];
            const bool isWorse = std::any_of(nearest.begin(), nearest.end(), [&](std::uint8_t other) {
                return std::all_of(corners.begin(), corners.end(), [&](const Vector& corner) {
                    // Not by rounding alone.
                    return dot(kNormals[other], corner) > dot(kNormals[normal], corner) + 1e-5f;
                });
            });
            if (!isWorse) {
                cell.normals[cell.count++] = normal;
            }
        }
    }

    std::array<std::uint8_t, kMostPerOctant> octant_{}; ///< without a negative coordinate
    std::size_t octantCount_ = 0;
    std::array<std::array<std::uint8_t, kNormalCount>, 8> mirrored_{};
    std::array<Cell, 3 * kCells * kCells> cells_{};
    std::array<std::uint8_t, 1U << (32 - kSlotShift)> exact_{}; ///< a normal of each slot, or kNormalCount
};

const NormalFinder& normalFinder() {
    static const NormalFinder kFinder;
    return kFinder;
}

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

std::string textOf(const Grid& grid) {
    std::string text;
    for (const std::array<float, 3>& vector : {grid.scale, grid.translate}) {
        for (const float value : vector) {
            std::uint32_t word;
            std::memcpy(&word, &value, sizeof word);
            for (int shift = 28; shift >= 0; shift -= 4) {
                text += "0123456789abcdef"[word >> shift & 0xF];
            }
        }
    }
    return text;
}

std::optional<Grid> gridIn(std::string_view text) {
    constexpr std::size_t kDigitsOfFloat = 8;
    if (text.size() != 6 * kDigitsOfFloat) {
        return std::nullopt;
    }
    Grid grid{};
    for (std::size_t i = 0; i < 6; ++i) {
        std::uint32_t word = 0;
        for (const char character : text.substr(i * kDigitsOfFloat, kDigitsOfFloat)) {
            const std::size_t digit = std::string_view("0123456789abcdef").find(character);
            if (digit == std::string_view::npos) {
                return std::nullopt;
            }
            word = word << 4 | static_cast<std::uint32_t>(digit);
        }
        std::memcpy(&(i < 3 ? grid.scale : grid.translate)[i % 3], &word, sizeof word);
    }
    return grid;
}

bool contains(const Grid& grid, const Bounds& bounds) {
    // Rounding moves positions by far less than this part of a step.
    constexpr float kTolerance = 0.01f;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float scale = grid.scale[axis];
        if (!(scale >= 0) || !(bounds.min[axis] >= grid.translate[axis] - kTolerance * scale) ||
            !(bounds.max[axis] <= grid.translate[axis] + (kMostByte + kTolerance) * scale)) {
            return false;
        }
    }
    return true;
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
    std::array<double, 3> steps{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        steps[axis] = grid.scale[axis] > 0 ? 1.0 / grid.scale[axis] : 0;
    }
    const NormalFinder& finder = normalFinder();
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double position = static_cast<double>(positions[3 * i + axis]) - grid.translate[axis];
            const double byte = std::clamp(position * steps[axis] + 0.5, 0.0, 255.0);
            vertices[kVertexSize * i + axis] = static_cast<std::uint8_t>(byte);
        }
        vertices[kVertexSize * i + 3] =
            finder.nearest(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
    }
}

std::uint8_t nearestNormal(float x, float y, float z) {
    return normalFinder().nearest(x, y, z);
}

} // namespace assimp_md2
