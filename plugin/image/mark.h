// SPDX-License-Identifier: BSD-3-Clause
// The mark in image files that this library writes: the program's name, a hash of all other bytes, and a hash
// of the name of the model that was written with the image. A file that was changed afterwards has no valid
// mark.
#pragma once

#include "base/bytes.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// The bytes that a mark adds to a file at most.
inline constexpr std::size_t kMarkSize = 55;

/// Marks a PNG in a tEXt chunk after its header, a PCX in bytes 74 to 127 of its header, which are unused. An
/// older mark is replaced. Other files, and PNGs that do not start with the chunk IHDR, are not changed.
void addMark(std::vector<std::uint8_t>& file, std::string_view model);

/// The mark of a file. A file that has changed since it was marked has none.
enum class Mark { None, OfModel, OfOtherModel };
Mark markIn(ByteSlice file, std::string_view model);

/// Whether two files differ at most in their marks, valid or not.
bool equalExceptMark(ByteSlice a, ByteSlice b);

} // namespace assimp_md2
