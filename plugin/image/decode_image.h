// SPDX-License-Identifier: BSD-3-Clause
// Decodes PNG and JPEG files, and selects the decoder for any supported image.
#pragma once

#include "base/bytes.h"
#include "base/warnings.h"
#include "image/image.h"

namespace assimp_md2 {

/// Takes a complete file that `imageType` recognises as PNG or JPEG and returns its pixels as RGBA. 16-bit
/// channels are reduced to their upper 8 bits.
///
/// Errors:
/// - NotAnImage: the file is neither
/// - UnsupportedImage: stb_image refuses the file; the message has its reason
/// - ImageTooLarge: the image exceeds the limits, or the file is larger than 1 GiB
/// - DamagedImage: the header has no size
/// - OutOfMemory: stb_image cannot allocate memory
///
/// Memory: at most 16 bytes a pixel, and the size of the file.
Result<Image> decodePngOrJpeg(ByteSlice file, const ImageLimits& limits);

/// Takes a whole PNG, JPEG, PCX, BMP or TGA file and returns its pixels. `repairs` receives what had to be
/// repaired. Errors and memory are those of the decoder that is used. Any other file gives NotAnImage.
Result<Image> decodeImage(ByteSlice file, const ImageLimits& limits, Warnings& repairs);

} // namespace assimp_md2
