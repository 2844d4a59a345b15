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

std::size_t utf8CharacterSize(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t size = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (size == 0 || first >= 0xF8 || text.size() < size) {
        return 0;
    }
    char32_t character = size == 1 ? first : first & (0x7FU >> size);
    for (const char next : text.substr(1, size - 1)) {
        const auto byte = static_cast<unsigned char>(next);
        if ((byte & 0xC0) != 0x80) {
            return 0;
        }
        character = character << 6 | (byte & 0x3F);
    }
    constexpr char32_t kLeastOfSize[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = character >= 0xD800 && character < 0xE000;
    return character >= kLeastOfSize[size] && character <= 0x10FFFF && !isSurrogate ? size : 0;
}

std::string latin1FromUtf8(std::string_view utf8) {
    const auto isContinuation = [&](std::size_t at) {
        return at < utf8.size() && (static_cast<unsigned char>(utf8[at]) & 0xC0) == 0x80;
    };
    std::string latin1;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<unsigned char>(utf8[i]);
        if (byte < 0x80) {
            latin1 += utf8[i];
        } else if ((byte == 0xC2 || byte == 0xC3) && isContinuation(i + 1)) {
            latin1 += static_cast<char>((byte & 3) << 6 | (static_cast<unsigned char>(utf8[i + 1]) & 0x3F));
            ++i;
        } else {
            latin1 += '?';
            while (isContinuation(i + 1)) {
                ++i;
            }
        }
    }
    return latin1;
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
