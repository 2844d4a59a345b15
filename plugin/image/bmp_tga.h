// SPDX-License-Identifier: BSD-3-Clause
// Decodes BMP and TGA files.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

namespace assimp_md2 {

/// Takes a whole file that is a BMP or a TGA for `imageType`, and returns its pixels as RGB or RGBA.
///
/// stb_image decodes it, so compressed BMPs are not supported. An alpha channel that is 0 everywhere or 255
/// everywhere is left out: programs without alpha write either. Pixels that a truncated file lacks are 0.
///
/// Errors:
/// - NotAnImage: the file is neither
/// - UnsupportedImage: stb_image refuses the file; the message has its reason
/// - ImageTooLarge: the image is beyond the limits, or the file is larger than 1 GiB
/// - DamagedImage: the header contradicts itself, or there are more than kFreelyFilledPixels and the file is
///   too small for half of them
/// - OutOfMemory: stb_image cannot allocate memory
///
/// Memory: at most 8 bytes a pixel, and 128 KiB. The header and the size of the file decide first, so a small
/// file cannot ask for more than kFreelyFilledPixels.
Result<Image> decodeBmpOrTga(ByteSlice file, const ImageLimits& limits);

} // namespace assimp_md2
