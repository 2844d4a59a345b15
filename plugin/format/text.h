// SPDX-License-Identifier: BSD-3-Clause
// The text of an MD2: Latin-1 names in fixed fields.
#pragma once

#include "format/bytes.h"

#include <string>
#include <string_view>

namespace assimp_md2 {

/// The name in a fixed field: its bytes up to the first NUL, or all of them when there is none. Most real
/// files have garbage after the NUL, and 104 of 3,344 fill a skin's field to the last byte.
std::string_view nameInField(ByteSlice field);

/// `latin1` in UTF-8, as Assimp's strings are. Every byte is a character of Latin-1, so nothing can fail.
std::string utf8FromLatin1(std::string_view latin1);

/// `text` with the letters A to Z in one case, independent of the locale. Names are compared without regard
/// to this case only, because file systems do not agree on that of other letters.
std::string lowerCase(std::string_view text);
std::string upperCase(std::string_view text);

/// Takes a text, returns it without the `characters` at its start and end.
std::string_view trimmed(std::string_view text, std::string_view characters);

/// Whether two names are equal without regard to case, as defined by lowerCase.
bool equalWithoutCase(std::string_view a, std::string_view b);

} // namespace assimp_md2
