// SPDX-License-Identifier: BSD-3-Clause
// The palette that Quake II uses for every PCX, whatever palette the file has.
#pragma once

#include "base/bytes.h"

#include <cstddef>
#include <cstdint>

namespace assimp_md2 {

/// Whether a file is a PCX of one plane whose palette is the ramp of greys 0, 1, 2 … 255. Some tools wrote it
/// into skins whose pixels are indices of the game's palette.
bool hasGreyPalette(ByteSlice file);

/// Writes the game's palette into a file with a grey palette.
void useGamePalette(std::uint8_t* file, std::size_t size);

} // namespace assimp_md2
