// SPDX-License-Identifier: BSD-3-Clause
// Maps texture coordinates to pixels of the skins.
#pragma once

#include "maker/md2/skins.h"
#include "maker/md2/surface.h"

#include <vector>

namespace assimp_md2::inner {

/// Sets SurfaceTriangle::onSkin. If the texture coordinates of a triangle are outside 0 … 1, the function
/// shifts them by whole units if that brings them inside.
///
/// \param isImported true: texture coordinates are not shifted, because they come from an MD2
/// \param warnings receives textures that repeat within a triangle
void setSkinCoordinates(std::vector<SurfaceTriangle>& triangles, const ExportedSkins& skins, bool isImported,
                        Warnings& warnings);

} // namespace assimp_md2::inner
