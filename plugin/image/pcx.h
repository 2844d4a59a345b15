// SPDX-License-Identifier: BSD-3-Clause
// ZSoft PCX files, the format of Quake II's skins, to pixels; knows nothing of skins or models.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

#include <optional>

namespace assimp_md2 {

/// Whether a file starts as a PCX does; looks at four bytes.
bool isPcx(ByteSlice file);

/// Takes a file that `isPcx` has accepted and returns the size its header claims, 1 to 65536 pixels a side;
/// nothing when the header is not whole or has its corners the wrong way round.
std::optional<ImageSize> pcxSize(ByteSlice file);

/// Takes a whole PCX file and returns its pixels; `repairs` receives what had to be repaired.
///
/// Read are 8 bits in 1 plane (256 colours) and 3 planes (RGB), 1 bit in 1 to 4 planes, 2 and 4 bits in 1
/// plane (the header's 16 colours; 1 bit in 1 plane is black and white), run-length encoded or raw. No colour
/// is transparent: Quake II's skins have no transparent index.
///
/// A truncated file keeps the height of its header, so that texture coordinates still meet it: lines that are
/// not there are filled with 0. Errors: NotAnImage, UnsupportedImage (other bits and planes, other
/// encodings), ImageTooLarge (beyond the limits), DamagedImage (no line at all, or more than
/// kFreelyFilledPixels of which less than half are there). Memory: the image, and one line; what a file
/// cannot hold is refused before that.
///
/// The rules are those of ZSoft's PCX Technical Reference Manual, and what is found in game files.
Result<Image> decodePcx(ByteSlice file, const ImageLimits& limits, Repairs& repairs);

} // namespace assimp_md2
