// SPDX-License-Identifier: BSD-3-Clause
// Decodes PNG and JPEG files, and any other image that is read.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

namespace assimp_md2 {

/// Takes a whole file that is a PNG or a JPEG for `imageType`, and returns its pixels as RGBA. Channels of 16
/// bits keep their upper 8.
///
/// Errors:
/// - NotAnImage: the file is neither
/// - UnsupportedImage: stb_image refuses the file; the message has its reason
/// - ImageTooLarge: the image is beyond the limits, or the file is larger than 1 GiB
/// - DamagedImage: the header has no size
/// - OutOfMemory: stb_image cannot allocate memory
///
/// Memory: at most 16 bytes a pixel, and the size of the file.
Result<Image> decodePngOrJpeg(ByteSlice file, const ImageLimits& limits);

/// Takes a whole PNG, JPEG, PCX, BMP or TGA file and returns its pixels. `repairs` receives what had to be
/// repaired. Errors and memory are those of the decoder; NotAnImage for any other file.
Result<Image> decodeImage(ByteSlice file, const ImageLimits& limits, Repairs& repairs);

} // namespace assimp_md2
