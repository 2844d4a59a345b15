// SPDX-License-Identifier: BSD-3-Clause
// Recognises image files and reads their sizes from the headers; decodes nothing.
#pragma once

#include "importer/base/bytes.h"
#include "importer/image/image.h"

namespace assimp_md2::inner {

enum class ImageType { None, Png, Jpeg, Bmp, Tga, Pcx };

/// `imageType` needs this many bytes from the start of a file.
inline constexpr std::size_t kImageTypeBytes = 18;

/// Detects the image type from the content of a file, of which at least the first kImageTypeBytes are needed.
/// The extension is ignored. TGA has no signature, so a file counts as TGA if it is no other image type and
/// has a valid TGA header.
ImageType imageType(ByteSlice file);

/// `hasAlphaChannel` needs this many bytes from the start of a file.
inline constexpr std::size_t kImageHeaderBytes = 26;

/// Takes a file, or the start of it, and returns whether it is a PNG or TGA whose header has an alpha
/// channel, or a PNG with a palette and tRNS. If the bytes end before it is known whether a palette has tRNS,
/// the result is true.
bool hasAlphaChannel(ByteSlice file);

/// Whether a file is a PNG that ends before its last chunk.
bool isCut(ByteSlice file);

/// Takes a file, or the start of it, and returns the width and height in its header: 1 to 65536 pixels each,
/// in PNG and BMP up to 2^31 - 1. Returns std::nullopt if the bytes are not an image, or if they end before
/// the size. In a JPEG the size follows the metadata, which can take hundreds of kilobytes.
std::optional<ImageSize> imageSize(ByteSlice file);

/// Checks the size in the header before the pixels are decoded as RGBA.
///
/// \param format for error messages, for example "PNG"
///
/// \return the size, or an error if there is none or it exceeds the limits
Result<ImageSize> checkedSize(ByteSlice file, const std::string& format, const ImageLimits& limits);

} // namespace assimp_md2::inner
