// SPDX-License-Identifier: BSD-3-Clause
// Implements mark.h.
#include "image/mark.h"

#include "image/image_type.h"
#include "image/png.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace assimp_md2 {
namespace {

constexpr const char* kKeyword = "assimp-md2";
constexpr std::size_t kPngHeaderEnd = 33; ///< after the signature and IHDR
constexpr std::size_t kPcxMarkOffset = 74;
constexpr std::size_t kPcxHeaderSize = 128;

/// The bytes that are the mark; none in a PNG without one.
struct Place {
    std::size_t offset;
    std::size_t size;
};

bool startsWith(ByteSlice file, std::size_t offset, std::string_view text) {
    return file.contains(offset, text.size()) &&
           std::memcmp(file.data() + offset, text.data(), text.size()) == 0;
}

std::optional<Place> placeOfMark(ByteSlice file) {
    switch (imageType(file)) {
    case ImageType::Pcx:
        if (file.size() >= kPcxHeaderSize) {
            return Place{kPcxMarkOffset, kPcxHeaderSize - kPcxMarkOffset};
        }
        break;
    case ImageType::Png:
        if (file.size() >= kPngHeaderEnd && startsWith(file, 12, "IHDR")) {
            const bool isThere = file.contains(kPngHeaderEnd, kMarkSize) &&
                                 startsWith(file, kPngHeaderEnd + 4, std::string("tEXt") + kKeyword);
            return Place{kPngHeaderEnd, isThere ? kMarkSize : 0};
        }
        break;
    default:
        break;
    }
    return std::nullopt;
}

/// FNV-1a, 64 bits, continued from `hash`. Nobody attacks the mark.
std::uint64_t hashOf(ByteSlice bytes, std::uint64_t hash) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        hash = (hash ^ bytes.u8(i)) * 0x100000001B3;
    }
    return hash;
}

ByteSlice before(ByteSlice file, const Place& place) {
    return file.part(0, place.offset);
}

ByteSlice after(ByteSlice file, const Place& place) {
    const std::size_t end = place.offset + place.size;
    return file.part(end, file.size() - end);
}

/// The mark that a file should have.
std::vector<std::uint8_t> markOf(ByteSlice file, const Place& place) {
    const std::uint64_t hash = hashOf(after(file, place), hashOf(before(file, place), 0xCBF29CE484222325));
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) {
        digits += "0123456789abcdef"[hash >> shift & 15];
    }
    if (imageType(file) == ImageType::Png) {
        return pngTextChunk(kKeyword, digits);
    }
    const std::string text = std::string(kKeyword) + '\0' + digits;
    std::vector<std::uint8_t> mark(text.begin(), text.end());
    mark.resize(place.size);
    return mark;
}

bool equal(ByteSlice a, ByteSlice b) {
    return a.size() == b.size() && std::equal(a.data(), a.data() + a.size(), b.data());
}

} // namespace

void addMark(std::vector<std::uint8_t>& file) {
    const ByteSlice slice(file.data(), file.size());
    const std::optional<Place> place = placeOfMark(slice);
    if (!place) {
        return;
    }
    const std::vector<std::uint8_t> mark = markOf(slice, *place);
    const auto at = file.begin() + static_cast<std::ptrdiff_t>(place->offset);
    if (place->size == 0) {
        file.insert(at, mark.begin(), mark.end());
    } else {
        std::copy(mark.begin(), mark.end(), at);
    }
}

bool hasValidMark(ByteSlice file) {
    const std::optional<Place> place = placeOfMark(file);
    if (!place || place->size == 0) {
        return false;
    }
    const std::vector<std::uint8_t> mark = markOf(file, *place);
    return equal(file.part(place->offset, place->size), {mark.data(), mark.size()});
}

bool equalExceptMark(ByteSlice a, ByteSlice b) {
    const std::optional<Place> placeA = placeOfMark(a);
    const std::optional<Place> placeB = placeOfMark(b);
    if (!placeA || !placeB) {
        return equal(a, b);
    }
    return equal(before(a, *placeA), before(b, *placeB)) && equal(after(a, *placeA), after(b, *placeB));
}

} // namespace assimp_md2
