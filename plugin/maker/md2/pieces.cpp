// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/pieces.h"

#include "importer/base/bytes.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace assimp_md2::inner {

Pieces::Pieces(const std::vector<float>& positions, const std::vector<SurfaceTriangle>& triangles) {
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> points;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const SurfaceTriangle& triangle : triangles) {
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t k = 0; k < 3; ++k) {
            const float* const at = &positions[std::size_t{3} * triangle.vertices[k]];
            const std::array<std::uint32_t, 3> place = {bitsOf(at[0] + 0), bitsOf(at[1] + 0),
                                                        bitsOf(at[2] + 0)};
            corners[k] = points.try_emplace(place, static_cast<std::uint32_t>(points.size())).first->second;
            if (corners[k] == pieces_.size()) {
                pieces_.push_back(corners[k]);
            }
        }
        for (std::size_t k = 0; k < 3; ++k) {
            ++edges[std::minmax(corners[k], corners[(k + 1) % 3])];
            pieces_[pieceOf(corners[k])] = pieceOf(corners[0]);
        }
        pieceOfTriangle_.push_back(corners[0]);
    }
    borders_.resize(points.size());
    sizes_.resize(points.size());
    for (const auto& [edge, count] : edges) {
        borders_[pieceOf(edge.first)] += count == 1 ? 1 : 0;
    }
    for (std::uint32_t& piece : pieceOfTriangle_) {
        piece = pieceOf(piece);
        ++sizes_[piece];
    }
}

std::uint32_t Pieces::pieceOf(std::uint32_t point) {
    while (pieces_[point] != point) {
        point = pieces_[point] = pieces_[pieces_[point]];
    }
    return point;
}

} // namespace assimp_md2::inner
