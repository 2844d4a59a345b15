// SPDX-License-Identifier: BSD-3-Clause
// The text of an MD2: Latin-1 names in fixed fields.
#include "format/text.h"

#include <algorithm>

namespace assimp_md2 {
namespace {

char lowered(char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

char raised(char character) {
    return character >= 'a' && character <= 'z' ? static_cast<char>(character - 'a' + 'A') : character;
}

} // namespace

std::string_view nameInField(ByteSlice field) {
    // Aliasing rules allow access to any bytes as char.
    const std::string_view all(static_cast<const char*>(static_cast<const void*>(field.data())),
                               field.size());
    return all.substr(0, all.find('\0'));
}

std::string utf8FromLatin1(std::string_view latin1) {
    std::string utf8;
    utf8.reserve(latin1.size());
    for (const char character : latin1) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte < 0x80) {
            utf8 += character;
        } else {
            utf8 += static_cast<char>(0xC0 | byte >> 6);
            utf8 += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return utf8;
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), lowered);
    return lower;
}

std::string upperCase(std::string_view text) {
    std::string upper(text);
    std::transform(upper.begin(), upper.end(), upper.begin(), raised);
    return upper;
}

std::string_view trimmed(std::string_view text, std::string_view characters) {
    const std::size_t first = std::min(text.find_first_not_of(characters), text.size());
    const std::size_t end = text.find_last_not_of(characters) + 1; // npos + 1 is 0
    return text.substr(first, end > first ? end - first : 0);
}

bool equalWithoutCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char one, char other) { return lowered(one) == lowered(other); });
}

} // namespace assimp_md2
