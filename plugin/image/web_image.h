// SPDX-License-Identifier: BSD-3-Clause
// Any image that is read, as one that browsers and glTF read; knows nothing of skins or models.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

namespace assimp_md2 {

enum class WebImageType { Png, Jpeg };

struct WebImage {
    WebImageType type = WebImageType::Png;
    std::vector<std::uint8_t> bytes;
    std::uint64_t decodedBytes = 0; ///< what its pixels took; 0 for a file that was not decoded
};

/// Takes a whole image file and returns it as PNG or JPEG: these two byte for byte and unchecked behind their
/// headers, PCX, BMP and TGA as a PNG of the same pixels. `repairs` receives what had to be repaired.
///
/// Errors: those of decodePcx, decodeBmpOrTga and encodePng; NotAnImage for every other file; ImageTooLarge
/// (a side beyond the limits) also for PNG and JPEG, and DamagedImage when their size cannot be told.
Result<WebImage> webImage(ByteSlice file, const ImageLimits& limits, Repairs& repairs);

} // namespace assimp_md2
