// SPDX-License-Identifier: BSD-3-Clause
// Maps texture coordinates to pixels of the skins.
#pragma once

#include "exporters/md2/gl_commands_writer.h"
#include "exporters/md2/md2_writer.h"
#include "exporters/md2/skins.h"

#include <vector>

namespace assimp_md2 {

/// The texture coordinates of three corners for each triangle.
struct SkinCoordinates {
    std::vector<St> st;
    std::vector<GlCoordinate> gl; ///< empty for an imported MD2 that keeps its size in pixels
};

/// Takes triangles and the skins and returns the texture coordinates of each corner in pixels of the size in
/// the header. If the texture coordinates of a triangle are outside 0 … 1, the function shifts them by whole
/// units if that brings them inside.
///
/// \param hasImportedSkins true: texture coordinates are not shifted, because they come from an MD2
/// \param warnings receives textures that repeat within a triangle
///
SkinCoordinates skinCoordinates(const std::vector<SurfaceTriangle>& triangles, const ExportedSkins& skins,
                                bool hasImportedSkins, Warnings& warnings);

} // namespace assimp_md2
