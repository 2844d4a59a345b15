// SPDX-License-Identifier: BSD-3-Clause
#include "importer/base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <optional>

namespace assimp_md2::inner {
namespace {

char lowered(char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

/// Control characters (Cc), format characters (Cf) and separators of lines and paragraphs of Unicode 15,
/// without those that letters of a script need.
bool isControlOrFormat(char32_t character) {
    constexpr char32_t kRanges[][2] = {{0, 0x1F},        {0x7F, 0x9F},      {0xAD, 0xAD},
                                       {0x61C, 0x61C},   {0x180E, 0x180E},  {0x200B, 0x200F},
                                       {0x2028, 0x202E}, {0x2060, 0x206F},  {0xFEFF, 0xFEFF},
                                       {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
    return std::any_of(std::begin(kRanges), std::end(kRanges),
                       [=](const auto& range) { return character >= range[0] && character <= range[1]; });
}

struct Character {
    std::size_t size;               ///< in bytes
    std::optional<char32_t> code{}; ///< nothing for a byte that is not UTF-8
};

/// \param text is not empty
Character firstCharacter(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t size = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    bool isValid = size > 0 && first < 0xF8 && size <= text.size();
    char32_t code = size == 1 ? first : first & (0x7FU >> size);
    for (std::size_t i = 1; isValid && i < size; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        isValid = (next & 0xC0) == 0x80;
        code = code << 6 | (next & 0x3F);
    }
    constexpr char32_t kLeastOfSize[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = code >= 0xD800 && code < 0xE000;
    isValid = isValid && code >= kLeastOfSize[size] && code <= 0x10FFFF && !isSurrogate;
    return isValid ? Character{size, code} : Character{1};
}

} // namespace

std::string_view nameInField(ByteSlice field) {
    // Aliasing rules allow access to any bytes as char.
    const std::string_view all(static_cast<const char*>(static_cast<const void*>(field.data())),
                               field.size());
    return all.substr(0, all.find('\0'));
}

std::string_view cut(std::string_view text, std::size_t most) {
    std::size_t size = 0;
    while (size < text.size()) {
        const std::size_t next = size + firstCharacter(text.substr(size)).size;
        if (next > most) {
            break;
        }
        size = next;
    }
    return text.substr(0, size);
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
    const Character character = firstCharacter(text);
    return character.code ? character.size : 0;
}

bool isUtf8(std::string_view text) {
    while (!text.empty() && utf8CharacterSize(text) > 0) {
        text.remove_prefix(utf8CharacterSize(text));
    }
    return text.empty();
}

std::string printable(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    while (!text.empty()) {
        const auto [size, code] = firstCharacter(text);
        if (code && !isControlOrFormat(*code)) {
            line += text.substr(0, size);
        } else {
            std::array<char, 16> escape{};
            const char32_t number = code.value_or(static_cast<unsigned char>(text.front()));
            std::snprintf(escape.data(), escape.size(),
                          size < 2           ? "\\x%02X"
                          : number < 0x10000 ? "\\u%04X"
                                             : "\\U%08X",
                          static_cast<unsigned int>(number));
            line += escape.data();
        }
        text.remove_prefix(size);
    }
    return line;
}

std::string latin1FromUtf8(std::string_view utf8) {
    std::string latin1;
    while (!utf8.empty()) {
        const auto [size, code] = firstCharacter(utf8);
        latin1 += code && *code <= 0xFF ? static_cast<char>(*code) : '?';
        utf8.remove_prefix(size);
    }
    return latin1;
}

bool isControl(char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte < 0x20 || byte == 0x7F;
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), lowered);
    return lower;
}

std::vector<std::string_view> partsBetween(std::string_view separators, std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t length = std::min(text.find_first_of(separators), text.size());
        if (length > 0) {
            parts.push_back(text.substr(0, length));
        }
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return parts;
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

std::size_t editDistance(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t replaced = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

bool matchesWildcards(std::string_view pattern, std::string_view text) {
    std::size_t p = 0;
    std::size_t t = 0;
    // After a mismatch, matching continues here: the last `*` then stands for one more character. Earlier `*`
    // need not be reconsidered, so this takes at most pattern × text steps.
    std::size_t star = std::string_view::npos;
    std::size_t retry = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            retry = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || lowered(pattern[p]) == lowered(text[t]))) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++retry;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string textOf(double number, int digits) {
    // Not std::to_chars, which macOS before 13.3 and emscripten 3.1.6 do not have for floating-point numbers.
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, number);
    std::string text = buffer.data();
    // A decimal point of a locale may have several bytes.
    const std::size_t point = text.find_first_not_of("0123456789e+-infa");
    if (point != std::string::npos) {
        text.replace(point, text.find_first_of("0123456789", point) - point, ".");
    }
    return text;
}

} // namespace assimp_md2::inner
