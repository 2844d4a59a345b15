// SPDX-License-Identifier: BSD-3-Clause
// Pixels to PNG files, with libpng; knows nothing of skins or models.
#pragma once

#include "image/image.h"

#include <variant>

namespace assimp_md2 {

/// Takes an image and returns it as a PNG file of the same pixels, 8 bits a channel. A palette stays a
/// palette (without the colours behind the last one used).
///
/// Errors: Damaged (the image is not what `Image` promises), OutOfMemory, Unsupported (libpng refuses, with
/// its reason). Nothing is printed, and nothing is thrown.
std::variant<std::vector<std::uint8_t>, ImageError> encodePng(const Image& image);

} // namespace assimp_md2
