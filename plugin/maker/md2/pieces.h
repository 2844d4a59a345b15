// SPDX-License-Identifier: BSD-3-Clause
// The connected pieces of a surface.
#pragma once

#include "maker/md2/surface.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assimp_md2::inner {

/// Vertices at one position are one.
class Pieces {
public:
    /// \param positions of all vertices of a pose
    Pieces(const std::vector<float>& positions, const std::vector<SurfaceTriangle>& triangles);

    /// A number that the triangles of the piece share.
    std::uint32_t pieceAt(std::size_t triangle) const { return pieceOfTriangle_[triangle]; }

    /// A square of n × n squares has 4 n edges at its border and 2 n² triangles.
    bool isOpenAt(std::size_t triangle) const {
        const std::uint32_t piece = pieceOfTriangle_[triangle];
        return borders_[piece] * borders_[piece] > 2 * sizes_[piece];
    }

private:
    std::uint32_t pieceOf(std::uint32_t point);

    std::vector<std::uint32_t> pieces_; ///< of the points: another point of the piece, or the same
    std::vector<std::uint32_t> pieceOfTriangle_;
    std::vector<double> borders_; ///< of the pieces: edges of one triangle
    std::vector<double> sizes_;   ///< of the pieces: triangles
};

} // namespace assimp_md2::inner
