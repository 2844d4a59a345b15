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

bool isText(PropertyType type) {
    return type == PropertyType::String || type == PropertyType::IntegerOrString;
}

tl::unexpected<Error> wrongType(const Property& property, const std::string& found) {
    return failure(std::string(property.key) + " is set to " + found + ", expected " + property.values);
}

/// The value of a text.
Result<PropertyValue> valueFrom(const std::string& text, const Property& property) {
    if (isText(property.type)) {
        return PropertyValue{text};
    }
    const std::optional<double> number = property.type == PropertyType::Float  ? numberFrom(text)
                                         : property.type == PropertyType::Bool ? boolFrom(text)
                                                                               : integerFrom(text);
    return number ? Result<PropertyValue>(PropertyValue{text, *number})
                  : tl::unexpected(badValue(property.key, text, property.values));
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

bool PropertyReader::isSetByProgram(const char* key) const {
    return integer_(key) != kNoInteger || number_(key) != kNoNumber || !text_(key).empty();
}

/// The value that the program has set. A number precedes a text, because the plugin may have set the latter.
Result<PropertyValue> PropertyReader::valueSet(const Property& property) const {
    const PropertyType type = property.type;
    if (const ai_real number = number_(property.key); number != kNoNumber) {
        const auto value = static_cast<double>(number);
        const std::string text = textOf(value, std::numeric_limits<ai_real>::max_digits10);
        return type == PropertyType::Float ? Result<PropertyValue>(PropertyValue{text, value})
                                           : wrongType(property, "the float " + text);
    }
    if (const int integer = integer_(property.key); integer != kNoInteger) {
        const std::string text = std::to_string(integer);
        const double value = type == PropertyType::Bool ? integer != 0 : integer;
        return type != PropertyType::String ? Result<PropertyValue>(PropertyValue{text, value})
                                            : wrongType(property, "the integer " + text);
    }
    return valueFrom(text_(property.key), property);
}

std::optional<PropertyValue> PropertyReader::valueOf(const char* key) {
    const bool isSet = isSetByProgram(key);
    const auto text = defaults_.find(key);
    if (error_ || (!isSet && (text == defaults_.end() || text->second.empty()))) {
        return std::nullopt;
    }
    const Property& property = propertyOf(table_, key);
    Result<PropertyValue> value = isSet ? valueSet(property) : valueFrom(text->second, property);
    if (!value) {
        error_ = value.error();
        return std::nullopt;
    }
    return *std::move(value);
}

} // namespace assimp_md2::inner
