// SPDX-License-Identifier: BSD-3-Clause
// Makes what is transparent opaque.
#pragma once

#include "importer/image/image.h"
#include "maker/md2/surface.h"

#include <cstdint>
#include <set>
#include <vector>

namespace assimp_md2::inner {

/// Paints what lies below a transparent triangle on its texture, if a solid triangle is so near that both are
/// one surface. Leaves out other triangles that are mostly clear, unless all are. All other clear texels get
/// the mean colour of their texture.
///
/// \param positions of all vertices of a pose
/// \param images of SurfaceTriangle::place; RGBA
/// \return the materials with clear parts below which nothing lies
std::set<std::uint32_t> paintClearTexels(const std::vector<float>& positions, std::vector<Image>& images,
                                         std::vector<SurfaceTriangle>& triangles);

} // namespace assimp_md2::inner
