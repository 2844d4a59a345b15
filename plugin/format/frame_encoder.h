// SPDX-License-Identifier: BSD-3-Clause
// Packs the vertices of a frame: positions to bytes on a grid, normals to their index in the format's table.
#pragma once

#include "format/layout.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace assimp_md2 {

/// The smallest and largest position on each axis.
struct Bounds {
    std::array<float, 3> min{kNothing, kNothing, kNothing};
    std::array<float, 3> max{-kNothing, -kNothing, -kNothing};

    /// \param positions 3 × count floats
    void add(const float* positions, std::size_t count);

private:
    static constexpr float kNothing = std::numeric_limits<float>::infinity();
};

/// Where the bytes of a frame's vertices are: position = byte × scale + translate.
struct Grid {
    std::array<float, 3> scale;
    std::array<float, 3> translate;
};

/// The finest grid that spans the bounds: scale = (max − min) / 255, translate = min. A flat axis has scale
/// 0.
///
/// \param bounds of at least one position, finite
Grid gridOf(const Bounds& bounds);

/// The six floats as 48 hexadecimal digits, and back.
///
/// \return nothing for another text
std::string textOf(const Grid& grid);
std::optional<Grid> gridIn(std::string_view text);

/// Whether positions can be read back from the grid: the largest byte has a finite position on each axis.
bool isFinite(const Grid& grid);

/// Packs vertices: the nearest point of the grid, and the nearest normal.
///
/// A frame of a file that spans the whole grid, 0 … 255 on each axis, is packed to the same bytes.
///
/// \param grid of bounds that contain the positions; others are moved to the nearest point
/// \param positions 3 × count floats, in model space, not NaN
/// \param normals as positions, of any length
/// \param vertices room for kVertexSize × count bytes
///
/// \return whether all positions are on the grid, between its first and its last point on each axis
bool packFrame(const Grid& grid, const float* positions, const float* normals, std::size_t count,
               std::uint8_t* vertices);

/// The index of the normal with the largest dot product; of a normal of the table, its own index. Vectors of
/// length 0 and those that are not finite get 5, which points up.
std::uint8_t nearestNormal(float x, float y, float z);

} // namespace assimp_md2
