// SPDX-License-Identifier: BSD-3-Clause
// Decides whether triangles show transparent pixels of an image.
#pragma once

#include "importer/image/image.h"
#include "importer/md2/geometry.h"

namespace assimp_md2::inner {

/// The samples of all skins of a model. An import has at most two models, the model and its weapon. The limit
/// is chosen by this project.
inline constexpr std::size_t kMaximumSamples = 2'000'000;

/// Whether at least 2 % of what the triangles cover in the image is clear: alpha below 128. (Of 23 real skins
/// with clear pixels, 11 show them on less, for example at seams.) Samples each triangle at points of equal
/// distances; if that takes more than `mostSamples`, every n-th triangle, and at least one.
///
/// \param geometries with texture coordinates
bool showsClearPixels(const std::vector<const Geometry*>& geometries, const Image& image,
                      std::size_t mostSamples);

} // namespace assimp_md2::inner
