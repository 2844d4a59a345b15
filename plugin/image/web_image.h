// SPDX-License-Identifier: BSD-3-Clause
// Any image that is read, as one that browsers and glTF read; knows nothing of skins or models.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

#include <variant>

namespace assimp_md2 {

enum class WebImageType { Png, Jpeg };

struct WebImage {
    WebImageType type = WebImageType::Png;
    std::vector<std::uint8_t> bytes;
    /// What had to be repaired, for the person who has the file; empty when nothing had.
    std::string repairs;
};

/// Takes a whole image file and returns it as PNG or JPEG: these two byte for byte and unchecked behind their
/// headers, PCX, BMP and TGA as a PNG of the same pixels.
///
/// Errors: those of decodePcx, decodeBmpOrTga and encodePng; NotAnImage for every other file; TooLarge
/// (kMaximumImageSide) also for PNG and JPEG, and Damaged when their size cannot be told.
std::variant<WebImage, ImageError> webImage(ByteSlice file);

} // namespace assimp_md2
