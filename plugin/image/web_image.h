// SPDX-License-Identifier: BSD-3-Clause
// Converts the supported images to those that browsers and glTF support.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

namespace assimp_md2 {

enum class WebImageType { Png, Jpeg };

struct WebImage {
    WebImageType type = WebImageType::Png;
    std::vector<std::uint8_t> bytes;
    std::uint64_t decodedBytes = 0; ///< of its pixels; 0 for a file that was not decoded
};

/// Takes a whole image file and returns it as PNG or JPEG. These two are copied byte for byte and only their
/// headers are checked; PCX, BMP and TGA become a PNG with the same pixels. `repairs` receives what had to be
/// repaired.
///
/// Errors:
/// - those of decodePcx, decodeBmpOrTga and encodePng
/// - NotAnImage: any other file
/// - ImageTooLarge, also for PNG and JPEG: a side is longer than the limit
/// - DamagedImage, also for PNG and JPEG: the header has no size
///
/// Memory, at any time and besides the file:
/// - PNG and JPEG: the copy of the file
/// - PCX, BMP and TGA: less than twice `limits.decodedBytes` and 1 MiB. This includes the result, which is
///   hardly ever larger than the decoded pixels. In detail it is twice the pixels, of which a PCX has 1 or 3
///   bytes each, a BMP or TGA 4, as errorIfTooLarge counts them; and 200 KiB for libdeflate.
Result<WebImage> webImage(ByteSlice file, const ImageLimits& limits, Repairs& repairs);

} // namespace assimp_md2
