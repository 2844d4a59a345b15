// SPDX-License-Identifier: BSD-3-Clause
// Text: Latin-1 names in the fixed fields of an MD2, UTF-8, and text for terminals.
#pragma once

#include "importer/base/bytes.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// The name in a fixed field: its bytes up to the first NUL, or all of them when there is none. Most real
/// files have garbage after the NUL, and 104 of 3,344 fill a skin's field to the last byte.
std::string_view nameInField(ByteSlice field);

/// Converts Latin-1 to UTF-8, the encoding of Assimp's strings. Every byte is a Latin-1 character, so the
/// conversion cannot fail.
std::string utf8FromLatin1(std::string_view latin1);

/// The number of bytes of the first character of `text`, or 0 if `text` does not start with valid UTF-8 (RFC
/// 3629, section 4). `text` must not be empty.
std::size_t utf8CharacterSize(std::string_view text);

bool isUtf8(std::string_view text);

/// The first characters of a text (UTF-8), at most `most` bytes. Bytes that are not UTF-8 are characters.
std::string_view cut(std::string_view text, std::size_t most);

/// `text` for a terminal, a log or an error message. Bytes that are not UTF-8, control characters and
/// characters that change the direction or the layout of a line become escapes: `\x1B`, `\u202E`. Some
/// terminals obey U+009B as they obey ESC [, and U+202E shows `gpj.exe` as `exe.jpg`.
std::string printable(std::string_view text);

/// `utf8` in Latin-1, the inverse of utf8FromLatin1. Characters that Latin-1 does not have, and bytes that
/// are not UTF-8, become `?`.
std::string latin1FromUtf8(std::string_view utf8);

/// `text` with A to Z converted to lower case, independent of the locale. Other letters are not converted,
/// because file systems treat their case differently.
std::string lowerCase(std::string_view text);

/// Whether a character of ASCII is a control character, such as a line break.
bool isControl(char character);

/// The parts of `text` that are not empty.
///
/// \param separators characters, each of which ends a part
std::vector<std::string_view> partsBetween(std::string_view separators, std::string_view text);

/// Returns `text` without leading and trailing `characters`.
std::string_view trimmed(std::string_view text, std::string_view characters);

/// Whether two names are equal without regard to case, as defined by lowerCase.
bool equalWithoutCase(std::string_view a, std::string_view b);

/// The number of bytes to insert, delete or replace until two texts are equal (Levenshtein distance).
std::size_t editDistance(std::string_view one, std::string_view other);

/// Whether a text matches a pattern without regard to case. `*` stands for any characters, and `?` for any
/// single byte.
bool matchesWildcards(std::string_view pattern, std::string_view text);

/// A number as text, with at most `digits` digits (up to 17), independent of the locale. Streams depend on
/// it, and catch std::bad_alloc.
std::string textOf(double number, int digits);

} // namespace assimp_md2::inner
