// SPDX-License-Identifier: BSD-3-Clause
// Writes PNG files.
#pragma once

#include "importer/image/image.h"

#include <array>

namespace assimp_md2::inner {

/// The first bytes of every PNG file.
inline constexpr std::array<std::uint8_t, 8> kPngSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

/// Takes an image and returns it as a PNG file with the same pixels, 8 bits a channel. A palette stays a
/// palette, without the colours after the last one in use. The same image always gives the same bytes.
///
/// It is an error if the pixels have more than 512 MiB; OutOfMemory if zlib cannot allocate its 270
/// KiB.
///
/// Memory: at most twice the pixels. The function frees the pixels of `image` before it writes the file, so
/// callers that no longer need the image should pass it with std::move.
Result<std::vector<std::uint8_t>> encodePng(Image image);

} // namespace assimp_md2::inner
