// SPDX-License-Identifier: BSD-3-Clause
// Decodes any supported image.
#pragma once

#include "base/bytes.h"
#include "base/warnings.h"
#include "image/image.h"

namespace assimp_md2 {

/// Takes a whole PNG, JPEG, PCX, BMP or TGA file and returns its pixels. `repairs` receives what had to be
/// repaired. A PNG or JPEG becomes RGBA, and 16-bit channels are reduced to their upper 8 bits.
///
/// Memory: that of the decoder. PNG and JPEG take at most 16 bytes a pixel, and the size of the file.
Result<Image> decodeImage(ByteSlice file, const ImageLimits& limits, Warnings& repairs);

} // namespace assimp_md2
