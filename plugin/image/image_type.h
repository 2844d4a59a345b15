// SPDX-License-Identifier: BSD-3-Clause
// What kind of image some bytes are, and how large it is; looks at headers only and decodes nothing.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

#include <optional>

namespace assimp_md2 {

enum class ImageType { None, Png, Jpeg, Bmp, Tga, Pcx };

/// How many bytes from the start of a file `imageType` looks at.
inline constexpr std::size_t kImageTypeBytes = 18;

/// Takes a file, or at least its first kImageTypeBytes, and returns the kind its content says, whatever the
/// file is called. TGA has no signature: it is what no other kind is and what has a plausible TGA header.
ImageType imageType(ByteSlice file);

/// Takes a file, or as much from its start as there is, and returns the width and height in pixels that its
/// header claims: 1 to 65535 each (PNG and BMP up to 2^31). Nothing when the bytes are no image, or end
/// before the size is told. In a JPEG the size comes after the metadata, which can take hundreds of
/// kilobytes.
std::optional<ImageSize> imageSize(ByteSlice file);

} // namespace assimp_md2
