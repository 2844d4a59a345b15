// SPDX-License-Identifier: BSD-3-Clause
// Recognises image files and reads their sizes from the headers; decodes nothing.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

#include <optional>

namespace assimp_md2 {

enum class ImageType { None, Png, Jpeg, Bmp, Tga, Pcx };

/// `imageType` needs this many bytes from the start of a file.
inline constexpr std::size_t kImageTypeBytes = 18;

/// Takes a file, or at least its first kImageTypeBytes, and returns the type of its content, whatever the
/// extension of its name. TGA has no signature: a file is a TGA when it is no other image and has a valid TGA
/// header.
ImageType imageType(ByteSlice file);

/// Takes a file, or the start of it, and returns the width and height in its header: 1 to 65536 pixels each,
/// in PNG and BMP up to 2^31 - 1. Returns nothing when the bytes are no image or end before the size. In a
/// JPEG the size follows the metadata, which can take hundreds of kilobytes.
std::optional<ImageSize> imageSize(ByteSlice file);

} // namespace assimp_md2
