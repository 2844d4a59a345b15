// SPDX-License-Identifier: BSD-3-Clause
// Pixels to PNG files, with libpng; knows nothing of skins or models.
#pragma once

#include "image/image.h"

namespace assimp_md2 {

/// Takes an image and returns it as a PNG file of the same pixels, 8 bits a channel. A palette stays a
/// palette (without the colours behind the last one used).
///
/// Errors: DamagedImage (the image is not what `Image` promises), OutOfMemory, UnsupportedImage (libpng
/// refuses, with its reason). Nothing is printed, and nothing is thrown.
Result<std::vector<std::uint8_t>> encodePng(const Image& image);

} // namespace assimp_md2
