// SPDX-License-Identifier: BSD-3-Clause
// Packs the vertices of a frame: positions to bytes on a grid, normals to their index in the format's table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace assimp_md2::inner {

/// The smallest and largest position on each axis.
struct Bounds {
    std::array<float, 3> min{kNothing, kNothing, kNothing};
    std::array<float, 3> max{-kNothing, -kNothing, -kNothing};

    /// \param positions 3 × count floats
    ///
    /// \return whether all of them are finite
    bool add(const float* positions, std::size_t count);

    /// In double, because the difference of two floats can be larger than any float.
    std::array<double, 3> size() const {
        return {static_cast<double>(max[0]) - min[0], static_cast<double>(max[1]) - min[1],
                static_cast<double>(max[2]) - min[2]};
    }

private:
    static constexpr float kNothing = std::numeric_limits<float>::infinity();
};

/// The quantisation grid of a frame: position = byte × scale + translate.
struct Grid {
    std::array<float, 3> scale;
    std::array<float, 3> translate;
};

/// The finest grid that spans the bounds: scale = (max − min) / 255, translate = min. A flat axis has scale
/// 0.
///
/// \param bounds of at least one position, finite
Grid gridOf(const Bounds& bounds);

/// Whether positions can be read back from the grid: the largest byte has a finite position on each axis.
bool isFinite(const Grid& grid);

/// Packs vertices: the nearest point of the grid, and the nearest normal.
///
/// If a decoded frame of a file uses the whole range 0 … 255 on each axis, packFrame restores the same bytes.
///
/// \param grid the grid to use; positions outside it are clamped to it
/// \param positions 3 × count floats, in model space, finite
/// \param normals as positions, of any length
/// \param vertices room for kVertexSize × count bytes
void packFrame(const Grid& grid, const float* positions, const float* normals, std::size_t count,
               std::uint8_t* vertices);

/// The index of the normal with the largest dot product. A normal of the table gets its own index. Vectors
/// that are zero or not finite get 5, which points up.
std::uint8_t nearestNormal(float x, float y, float z);

} // namespace assimp_md2::inner
