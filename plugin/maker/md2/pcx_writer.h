// SPDX-License-Identifier: BSD-3-Clause
// Writes PCX files with 256 colours, which the original Quake II loads.
#pragma once

#include "importer/image/image.h"

#include <string>

namespace assimp_md2::inner {

/// The PCX of an image that is scaled down to `size`. Each pixel gets the nearest colour of a palette, by the
/// distance in RGB. The last of 256 colours (index 255) is not used, because some ports show it as
/// transparent.
///
/// \param image of any layout; alpha is ignored
/// \param palette 2 to 256 colours; all are in the PCX
std::vector<std::uint8_t> pcxOf(const Image& image, ImageSize size, const std::vector<Colour>& palette);

/// Takes an image with PixelLayout::Palette, at most 65536 pixels a side, and returns it as a PCX file,
/// version 5, 8 bits in one plane, run-length encoded. A palette with fewer than 256 colours is filled up
/// with black.
///
/// \return the file: at most 3 bytes per pixel plus 1 KiB
std::vector<std::uint8_t> encodePcx(const Image& image);

/// The largest PCX that the original game loads.
inline constexpr ImageSize kMostPcx{640, 480};

/// `size`, or a smaller size of the same aspect ratio that is at most `most`.
ImageSize fittedTo(ImageSize most, ImageSize size);

/// The palette of Quake II.
std::vector<Colour> gamePalette();

/// The palette of a PCX file with 256 colours.
///
/// \param path of the file system (UTF-8); empty: no colours
/// \return an error if there is no such file
Result<std::vector<Colour>> paletteIn(const std::string& path, std::uint64_t mostBytes);

} // namespace assimp_md2::inner
