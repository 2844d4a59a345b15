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
constexpr std::size_t kDigits = 16;       ///< of a hash
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

constexpr std::uint64_t kFnvStart = 0xCBF29CE484222325;
constexpr std::uint64_t kFnvPrime = 0x100000001B3;

/// FNV-1a, 64 bits, continued from `hash`. Nobody attacks the mark.
std::uint64_t hashOf(ByteSlice bytes, std::uint64_t hash) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        hash = (hash ^ bytes.u8(i)) * kFnvPrime;
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

std::uint64_t hashOf(std::string_view text, std::uint64_t hash) {
    for (const char character : text) {
        hash = (hash ^ static_cast<std::uint8_t>(character)) * kFnvPrime;
    }
    return hash;
}

/// As kDigits hexadecimal digits.
std::string hexadecimalOf(std::uint64_t hash) {
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) {
        digits += "0123456789abcdef"[hash >> shift & 15];
    }
    return digits;
}

/// The mark that a file should have.
///
/// \param model the digits of the model's hash
std::vector<std::uint8_t> markOf(ByteSlice file, const Place& place, const std::string& model) {
    const std::uint64_t hash = hashOf(after(file, place), hashOf(before(file, place), kFnvStart));
    const std::string digits = hexadecimalOf(hashOf(model, hash)) + model;
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

void addMark(std::vector<std::uint8_t>& file, std::string_view model) {
    const ByteSlice slice(file.data(), file.size());
    const std::optional<Place> place = placeOfMark(slice);
    if (!place) {
        return;
    }
    const std::vector<std::uint8_t> mark = markOf(slice, *place, hexadecimalOf(hashOf(model, kFnvStart)));
    const auto at = file.begin() + static_cast<std::ptrdiff_t>(place->offset);
    if (place->size == 0) {
        file.insert(at, mark.begin(), mark.end());
    } else {
        std::copy(mark.begin(), mark.end(), at);
    }
}

Mark markIn(ByteSlice file, std::string_view model) {
    const std::optional<Place> place = placeOfMark(file);
    if (!place || place->size == 0) {
        return Mark::None;
    }
    const std::size_t chunkHeader = imageType(file) == ImageType::Png ? 8 : 0;
    const std::size_t offset = place->offset + chunkHeader + std::strlen(kKeyword) + 1 + kDigits;
    std::string digits(kDigits, '\0');
    std::memcpy(digits.data(), file.data() + offset, kDigits);
    const std::vector<std::uint8_t> mark = markOf(file, *place, digits);
    return !equal(file.part(place->offset, place->size), {mark.data(), mark.size()}) ? Mark::None
           : digits == hexadecimalOf(hashOf(model, kFnvStart))                       ? Mark::OfModel
                                                                                     : Mark::OfOtherModel;
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
