// SPDX-License-Identifier: BSD-3-Clause
// Decodes BMP and TGA files.
#pragma once

#include "base/bytes.h"
#include "image/image.h"

namespace assimp_md2 {

/// Takes a complete file that `imageType` recognises as BMP or TGA and returns its pixels as RGB or RGBA.
///
/// stb_image decodes it, so compressed BMPs are not supported. An alpha channel that is 0 everywhere or 255
/// everywhere is dropped, because programs without alpha support write such channels. Missing pixels of a
/// truncated file are 0.
///
/// It is an error if stb_image refuses the file (the message has its reason), if the image exceeds the
/// limits, if its header is inconsistent, or if it has more than kFreelyFilledPixels pixels and the file is
/// too small for half of them; also OutOfMemory.
///
/// Memory: at most 8 bytes a pixel, and 128 KiB. The header and the file size are checked before memory is
/// allocated, so a small file cannot make the decoder allocate more than kFreelyFilledPixels pixels.
Result<Image> decodeBmpOrTga(ByteSlice file, const ImageLimits& limits);

} // namespace assimp_md2
