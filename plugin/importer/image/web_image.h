// SPDX-License-Identifier: BSD-3-Clause
// Converts supported images to PNG or JPEG, which browsers and glTF support.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/warnings.h"
#include "importer/image/image.h"

namespace assimp_md2::inner {

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
