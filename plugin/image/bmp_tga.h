// SPDX-License-Identifier: BSD-3-Clause
// BMP and TGA files to pixels; knows nothing of skins or models.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

namespace assimp_md2 {

/// Takes a whole BMP or TGA file, as `imageType` tells them, and returns its pixels as RGB or RGBA.
///
/// stb_image reads them, so its limits hold: no compressed BMP. An alpha channel that is the same everywhere,
/// all 0 or all 255, is left out: programs that know no alpha leave it at 0. What a truncated file
/// lacks is 0.
///
/// Errors: NotAnImage, UnsupportedImage or DamagedImage (with stb_image's reason), ImageTooLarge (beyond the
/// limits, 1 GiB of file), OutOfMemory. Memory: twice the image in RGBA and a copy of the file; an image that
/// has more than kFreelyFilledPixels and cannot be in a file of that size is refused before that.
Result<Image> decodeBmpOrTga(ByteSlice file, const ImageLimits& limits);

} // namespace assimp_md2
