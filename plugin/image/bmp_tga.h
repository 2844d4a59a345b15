// SPDX-License-Identifier: BSD-3-Clause
// BMP and TGA files to pixels; knows nothing of skins or models.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

#include <variant>

namespace assimp_md2 {

/// Takes a whole BMP or TGA file, as `imageType` tells them, and returns its pixels as RGB or RGBA.
///
/// stb_image reads them, so its limits hold: no compressed BMP. An alpha channel that is the same everywhere,
/// all 0 or all 255, is left out: programs that know no alpha leave it at 0. What a truncated file
/// lacks is 0.
///
/// Errors: NotAnImage, Unsupported or Damaged (with stb_image's reason), TooLarge (kMaximumImageSide, 1 GiB
/// of file), OutOfMemory. Memory: twice the image in RGBA and a copy of the file; an image that has more than
/// kFreelyFilledPixels and cannot be in a file of that size is refused before that.
std::variant<Image, ImageError> decodeBmpOrTga(ByteSlice file);

} // namespace assimp_md2
