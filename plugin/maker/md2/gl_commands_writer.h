// SPDX-License-Identifier: BSD-3-Clause
// Covers the triangles of a model with strips and fans, and writes them as GL commands.
#pragma once

#include "importer/md2/layout.h"

#include <cstdint>
#include <vector>

namespace assimp_md2::inner {

/// A texture coordinate of a GL command, 0 … 1 from the left and from the top of the skin.
struct GlCoordinate {
    float s;
    float t;
};

/// Covers every triangle exactly once, with its winding. Strips and fans cross an edge only if its two
/// triangles have the same vertices and the same texture coordinates at the edge.
///
/// A strip or fan of n triangles takes 3 n + 7 words, so fewer strips are better. The files of Quake II
/// have 6.5 words per triangle (median; the best has 4.5). This function needs 5.1 (median).
///
/// \param triangles with st indices below the size of `st`
/// \param st in pixels
/// \param corners the texture coordinates of each corner of each triangle. If several corners have the same
///        vertex and st, all of them may get the coordinates of one of them
///
/// \return the words, with the terminator
std::vector<std::uint32_t> glCommandsOf(const std::vector<Triangle>& triangles, const std::vector<St>& st,
                                        const std::vector<GlCoordinate>& corners);

} // namespace assimp_md2::inner
