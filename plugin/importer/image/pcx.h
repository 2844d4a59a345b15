// SPDX-License-Identifier: BSD-3-Clause
// Decodes ZSoft PCX files, the format of Quake II's skins.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/warnings.h"
#include "importer/image/image.h"

namespace assimp_md2::inner {

/// Whether a file starts with the first four bytes of a PCX header.
bool isPcx(ByteSlice file);

/// Takes a file that `isPcx` accepts and returns the size in its header, 1 to 65536 pixels a side. Returns
/// std::nullopt if the header is truncated, or if the right or bottom edge is less than the left or top edge.
std::optional<ImageSize> pcxSize(ByteSlice file);

/// Takes a whole PCX file and returns its pixels; `repairs` receives what had to be repaired.
///
/// Supported, run-length encoded:
/// - 8 bits in 1 plane: 256 colours at the end of the file
/// - 8 bits in 3 planes: RGB
///
/// All colours are decoded as opaque, because Quake II draws models without transparency. With the game's
/// palette, whose colour 255 is (159, 91, 83), a pixel of index 255 gets the colour of a neighbour, as in the
/// game. A truncated file keeps the height of its header, because texture coordinates refer to it. Missing
/// pixels are 0, and kImageLinesMissing counts the lines that are missing or truncated. Games ignore the
/// number of bytes in a line, so a line that is too short for the width has the width.
///
/// It is an error if the image is of another kind, exceeds the limits, has an inconsistent header or no
/// pixels, or if it has more than kFreelyFilledPixels pixels and the file has less than half of the lines.
///
/// Memory: twice the image, and one line of at most 256 KiB. The header and the file size are checked before
/// memory is allocated, so a small file cannot make the decoder allocate more than kFreelyFilledPixels
/// pixels.
///
/// Sources: ZSoft, PCX Technical Reference Manual; files of games.
Result<Image> decodePcx(ByteSlice file, const ImageLimits& limits, Warnings& repairs);

/// Whether a file is a PCX of one plane whose palette is the ramp of greys 0, 1, 2 … 255. Some tools wrote it
/// into skins whose pixels are indices of the game's palette.
bool hasGreyPalette(ByteSlice file);

/// Writes the palette that Quake II uses for every PCX, whatever palette the file has, into a file with a
/// grey palette.
void useGamePalette(std::uint8_t* file, std::size_t size);

} // namespace assimp_md2::inner
