// SPDX-License-Identifier: BSD-3-Clause
// The mark in image files that this library writes: the program's name and a hash of all other bytes. A file
// that was changed afterwards has no valid mark.
#pragma once

#include "base/bytes.h"

#include <cstdint>
#include <vector>

namespace assimp_md2 {

/// The bytes that a mark adds to a file at most.
inline constexpr std::size_t kMarkSize = 39;

/// Marks a PNG in a tEXt chunk after its header, a PCX in bytes 74 to 127 of its header, which are unused. An
/// older mark is replaced. Other files, and PNGs that do not start with the chunk IHDR, are not changed.
void addMark(std::vector<std::uint8_t>& file);

/// Whether a file has a mark and has not changed since it was marked.
bool hasValidMark(ByteSlice file);

/// Whether two files differ at most in their marks, valid or not.
bool equalExceptMark(ByteSlice a, ByteSlice b);

} // namespace assimp_md2
