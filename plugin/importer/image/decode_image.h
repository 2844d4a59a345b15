// SPDX-License-Identifier: BSD-3-Clause
// Decodes any supported image, or converts it to PNG or JPEG, which browsers and glTF support.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/warnings.h"
#include "importer/image/image.h"

namespace assimp_md2::inner {

/// Takes a whole PNG, JPEG, PCX, BMP or TGA file and returns its pixels. `repairs` receives what had to be
/// repaired.
///
/// stb_image decodes all but PCX (pcx.h), so compressed BMPs are not supported, and 16-bit channels are
/// reduced to their upper 8 bits. A PNG or JPEG becomes RGBA. A BMP or TGA becomes RGB if its alpha channel
/// is 0 everywhere or 255 everywhere, because programs without alpha support write such channels. Missing
/// pixels of a truncated file are 0. It is an error if the image exceeds the limits, or if a BMP, TGA or PCX
/// has more than kFreelyFilledPixels pixels and the file is too small for half of them.
///
/// Memory: PNG and JPEG take at most 16 bytes a pixel, and the size of the file; a PNG that inflates to more
/// is an error; BMP and TGA 8 bytes a pixel, and 128 KiB; PCX twice the image, and one line. Sizes are
/// checked before memory is allocated, so a small BMP, TGA or PCX cannot make the decoder allocate more than
/// kFreelyFilledPixels pixels.
Result<Image> decodeImage(ByteSlice file, const ImageLimits& limits, Warnings& repairs);

enum class WebImageType { Png, Jpeg };

struct WebImage {
    WebImageType type = WebImageType::Png;
    std::vector<std::uint8_t> bytes;
    std::uint64_t decodedBytes = 0; ///< of its pixels; 0 for a file that was not decoded
};

/// Takes a complete image file and returns it as PNG or JPEG. PNG and JPEG files are copied byte for byte
/// after a check of their headers. PCX, BMP and TGA files become a PNG with the same pixels. `repairs`
/// receives what had to be repaired.
///
/// A PNG or JPEG whose header has no size, or whose side is longer than the limit, is an error.
///
/// Memory, at any time and besides the file:
/// - PNG and JPEG: the copy of the file
/// - PCX, BMP and TGA: less than twice `limits.decodedBytes` plus 1 MiB. This includes the result, which is
///   hardly ever larger than the decoded pixels. The exact bound is twice the decoded pixels (1 or 3 bytes
///   per pixel for PCX, 4 for BMP and TGA), plus 270 KiB for zlib.
Result<WebImage> webImage(ByteSlice file, const ImageLimits& limits, Warnings& repairs);

} // namespace assimp_md2::inner
