// SPDX-License-Identifier: BSD-3-Clause
// Decides whether triangles show transparent pixels of an image.
#pragma once

#include "importer/image/image.h"
#include "importer/md2/geometry.h"

namespace assimp_md2 {

/// Whether at least 2 % of what the triangles cover in the image is clear: alpha below 128. (Of 23 real skins
/// with clear pixels, 11 show them on less, for example at seams.) Samples each triangle at points of equal
/// distances.
bool showsClearPixels(const Geometry& geometry, const Image& image);

} // namespace assimp_md2
