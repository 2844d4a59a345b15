// SPDX-License-Identifier: BSD-3-Clause
// ZSoft PCX files, the format of Quake II's skins, to pixels; knows nothing of skins or models.
#pragma once

#include "format/bytes.h"
#include "image/image.h"

#include <optional>
#include <variant>

namespace assimp_md2 {

/// What was not as it should be, and was read all the same.
struct PcxRepair {
    enum class Kind {
        MissingLines,         ///< count: lines at the bottom that the file does not hold; they are colour 0
        PaletteWithoutMarker, ///< the palette is there, the 0x0C byte before it is not
        BytesAfterPalette,    ///< count: bytes after the palette, which were skipped
        NoPalette,            ///< greys from black to white were taken
    };
    Kind kind = Kind::MissingLines;
    std::uint32_t count = 0;
};

struct PcxImage {
    Image image;
    std::vector<PcxRepair> repairs;
};

/// Whether a file starts as a PCX does; looks at four bytes.
bool isPcx(ByteSlice file);

/// Takes a file that `isPcx` has accepted and returns the size its header claims, 1 to 65536 pixels a side;
/// nothing when the header is not whole or has its corners the wrong way round.
std::optional<ImageSize> pcxSize(ByteSlice file);

/// Takes a whole PCX file and returns its pixels, with what had to be repaired.
///
/// Read are 8 bits in 1 plane (256 colours) and 3 planes (RGB), 1 bit in 1 to 4 planes, 2 and 4 bits in 1
/// plane (the header's 16 colours; 1 bit in 1 plane is black and white), run-length encoded or raw. No colour
/// is transparent: Quake II's skins have no transparent index.
///
/// A truncated file keeps the height of its header, so that texture coordinates still meet it: lines that are
/// not there are filled with 0. Errors: NotAnImage, Unsupported (other bits and planes, other encodings),
/// TooLarge (kMaximumImageSide), Damaged (no line at all, or more than kFreelyFilledPixels of which less than
/// half are there). Memory: the image, and one line; what a file cannot hold is refused before that.
///
/// The rules are those of ZSoft's PCX Technical Reference Manual, and what is found in game files.
std::variant<PcxImage, ImageError> decodePcx(ByteSlice file);

/// One sentence for the person who has the file, such as "the last 12 lines are missing".
std::string describe(const PcxRepair& repair);

} // namespace assimp_md2
