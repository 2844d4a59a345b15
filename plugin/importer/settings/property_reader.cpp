// SPDX-License-Identifier: BSD-3-Clause
#include "importer/settings/property_reader.h"

#include "importer/base/finite.h"
#include "importer/base/text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <locale>
#include <sstream>

namespace assimp_md2::inner {
namespace {

std::optional<double> boolFrom(const std::string& text) {
    const auto word = wordIn({"false", "true", "no", "yes", "off", "on", "0", "1"}, text);
    return word ? std::optional<double>(*word % 2) : std::nullopt;
}

tl::unexpected<Error> wrongType(const Property& property, const std::string& found) {
    return failure(std::string(property.key) + " is set to " + found + ", expected " + property.values);
}

/// The value of a text.
Result<std::optional<PropertyValue>> valueFrom(const std::string& text, const Property& property) {
    if (property.type == PropertyType::String || property.type == PropertyType::IntegerOrString) {
        return PropertyValue{text};
    }
    const std::optional<double> number = property.type == PropertyType::Float  ? numberFrom(text)
                                         : property.type == PropertyType::Bool ? boolFrom(text)
                                                                               : integerFrom(text);
    if (!number) {
        return tl::unexpected(badValue(property.key, text, property.values));
    }
    return PropertyValue{text, *number};
}

Parsed<std::uint64_t> megabytes(const PropertyValue& value) {
    return value.number >= 1 ? Parsed<std::uint64_t>(static_cast<std::uint64_t>(value.number) << 20)
                             : tl::unexpected(value.text);
}

} // namespace

Error badValue(const std::string& key, const std::string& value, const std::string& expected) {
    return {ErrorCode::Other, key + " is \"" + value + "\", expected " + expected};
}

std::optional<double> numberFrom(const std::string& text) {
    // Not std::from_chars, which libc++ has for floating-point numbers only since version 20.
    std::istringstream stream(text);
    stream.exceptions(std::ios::badbit); // throws when memory runs out, instead of reporting bad input
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> std::noskipws >> number;
    const bool isWhole = !text.empty() && stream && stream.peek() == std::istringstream::traits_type::eof();
    return isWhole && isFinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> integerFrom(const std::string& text) {
    const char* const end = text.data() + text.size();
    int number = 0;
    const auto [last, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && last == end ? std::optional<double>(number) : std::nullopt;
}

std::optional<std::size_t> wordIn(std::initializer_list<const char*> words, const std::string& text) {
    const auto found = std::find_if(words.begin(), words.end(),
                                    [&](const char* word) { return equalWithoutCase(text, word); });
    return found != words.end() ? std::optional<std::size_t>(found - words.begin()) : std::nullopt;
}

/// A number precedes a text, because the plugin may have set the latter.
Result<std::optional<PropertyValue>> PropertyReader::valueSet(const Property& property) const {
    using Found = std::optional<PropertyValue>;
    const PropertyType type = property.type;
    if (const ai_real number = number_(property.key); number != kNoNumber) {
        const auto value = static_cast<double>(number);
        const std::string text = textOf(value, std::numeric_limits<ai_real>::max_digits10);
        return type == PropertyType::Float ? Result<Found>(PropertyValue{text, value})
                                           : wrongType(property, "the float " + text);
    }
    if (const int integer = integer_(property.key); integer != kNoInteger) {
        const std::string text = std::to_string(integer);
        const double value = type == PropertyType::Bool ? integer != 0 : integer;
        return type != PropertyType::String ? Result<Found>(PropertyValue{text, value})
                                            : wrongType(property, "the integer " + text);
    }
    std::string text = text_(property.key);
    if (const auto known = defaults_.find(property.key); text.empty() && known != defaults_.end()) {
        text = known->second;
    }
    return text.empty() ? Result<Found>(std::nullopt) : valueFrom(text, property);
}

std::optional<PropertyValue> PropertyReader::valueOf(const char* key) {
    if (error_) {
        return std::nullopt;
    }
    Result<std::optional<PropertyValue>> value = valueSet(propertyOf(table_, key));
    if (!value) {
        error_ = value.error();
    }
    return value ? *std::move(value) : std::nullopt;
}

std::vector<std::string> splitAt(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (const std::string_view part : partsBetween(std::string_view(&separator, 1), text)) {
        if (const std::string_view trimmedPart = trimmed(part, " \t"); !trimmedPart.empty()) {
            parts.emplace_back(trimmedPart);
        }
    }
    return parts;
}

std::vector<std::string> splitClips(const std::string& text) {
    return splitAt(text, text.find(';') == std::string::npos ? ',' : ';');
}

std::pair<std::string, std::optional<std::string>> cutAt(std::string_view text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string before(trimmed(text.substr(0, at), " \t"));
    return at == std::string_view::npos
               ? std::pair(before, std::optional<std::string>())
               : std::pair(before, std::optional<std::string>(trimmed(text.substr(at + 1), " \t")));
}

Parsed<ListedClip> listedClip(const std::string& entry) {
    const std::size_t colon = entry.rfind(':');
    const std::string name(trimmed(std::string_view(entry).substr(0, colon), " \t"));
    if (colon == std::string::npos || name.empty()) {
        return tl::unexpected(entry);
    }
    const auto [range, rate] = cutAt(std::string_view(entry).substr(colon + 1), '@');
    const auto [firstText, lastText] = cutAt(range, '-');
    const std::optional<double> first = integerFrom(firstText);
    const std::optional<double> last = integerFrom(lastText.value_or(firstText));
    const std::optional<double> framesPerSecond = rate ? numberFrom(*rate) : std::nullopt;
    const bool isRateBad = rate && !(framesPerSecond.value_or(0) > 0);
    if (!first || !last || *first < 0 || *last < *first || isRateBad) {
        return tl::unexpected(entry);
    }
    const FrameRange frames{static_cast<std::size_t>(*first), static_cast<std::size_t>(*last - *first) + 1};
    return ListedClip{name, frames, framesPerSecond};
}

void readLimits(PropertyReader& reader, ResourceLimits& limits) {
    reader.read(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, limits.maxMemoryBytes, megabytes);
    reader.read(ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, limits.maxImageBytes, megabytes);
}

std::string textOf(const FrameRange& frames) {
    const std::string first = std::to_string(frames.first);
    return frames.count == 1 ? first : first + "-" + std::to_string(frames.first + frames.count - 1);
}

} // namespace assimp_md2::inner
