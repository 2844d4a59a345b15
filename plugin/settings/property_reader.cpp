// SPDX-License-Identifier: BSD-3-Clause
// Implements property_reader.h.
#include "settings/property_reader.h"

#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace assimp_md2 {
namespace {

/// Assimp returns the given default for a property that is not set, so the property is read with two
/// defaults.
template <typename Get, typename Value>
std::optional<Value> valueIfSet(Get get, Value one, Value other) {
    const Value first = get(one);
    const Value second = get(other);
    // The second condition also covers NaN, which is not equal to itself.
    const bool isSet = first == second || first != one;
    return isSet ? std::optional<Value>(first) : std::nullopt;
}

tl::unexpected<Error> wrongType(const Property& property, const std::string& found) {
    return tl::unexpected(Error{ErrorCode::Other, std::string(property.key) + " is set to " + found +
                                                      ", expected " + property.values});
}

} // namespace

Error badValue(const std::string& key, const std::string& value, const std::string& expected) {
    return {ErrorCode::Other, key + " is \"" + value + "\", expected " + expected};
}

Parsed<double> parseNumber(const std::string& text) {
    // Not std::from_chars, which libc++ has for floating-point numbers only since version 20.
    std::istringstream stream(text);
    stream.exceptions(std::ios::badbit); // throws when memory runs out, instead of reporting bad input
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> std::noskipws >> number;
    const bool isWhole = !text.empty() && stream && stream.peek() == std::istringstream::traits_type::eof();
    if (!isWhole || !std::isfinite(number)) {
        return tl::unexpected(text);
    }
    return number;
}

Parsed<double> parseRate(const std::string& text) {
    Parsed<double> rate = parseNumber(text);
    if (!rate || !(*rate > 0)) {
        return tl::unexpected(text);
    }
    return rate;
}

Parsed<bool> parseBool(const std::string& text) {
    const std::string word = lowerCase(text);
    if (word == "1" || word == "true" || word == "on" || word == "yes") {
        return true;
    }
    if (word == "0" || word == "false" || word == "off" || word == "no") {
        return false;
    }
    return tl::unexpected(text);
}

Parsed<int> parseInteger(const std::string& text, int least, int most) {
    const char* const end = text.data() + text.size();
    int number = 0;
    const auto [last, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || last != end || number < least || number > most) {
        return tl::unexpected(text);
    }
    return number;
}

Parsed<std::uint64_t> parseMegabytes(const std::string& text) {
    return parseInteger(text, 1, std::numeric_limits<int>::max()).map([](int megabytes) {
        return static_cast<std::uint64_t>(megabytes) << 20;
    });
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

Warnings PropertyReader::warningsOfRemoved() const {
    Warnings warnings;
    for (const RemovedProperty& row : kRemovedProperties) {
        const RemovedProperty* const property = removedProperty(row.key);
        if (property != nullptr &&
            (environment_.count(environmentNameOf(row.key)) > 0 || !text_(row.key).empty() ||
             integer_(row.key, 0) != 0 || integer_(row.key, 1) != 1 || number_(row.key, 0) != 0)) {
            warnings.note(warningOf(*property));
        }
    }
    return warnings;
}

Result<std::string> PropertyReader::valueOf(const Property& property) const {
    Result<std::string> set = valueSet(property);
    if (!set || !set->empty()) {
        return set;
    }
    if (environment_.empty()) {
        return property.defaultValue;
    }
    const auto variable = environment_.find(environmentNameOf(property));
    const bool isSet = variable != environment_.end() && !variable->second.empty();
    return isSet ? variable->second : property.defaultValue;
}

/// The value as text, whatever type it was set with, so that a property and its environment variable are
/// parsed by the same code. Empty when the program has not set the property; an empty string counts as unset.
Result<std::string> PropertyReader::valueSet(const Property& property) const {
    const auto integer = valueIfSet([&](int otherwise) { return integer_(property.key, otherwise); }, 0, 1);
    const auto number = valueIfSet([&](ai_real otherwise) { return number_(property.key, otherwise); },
                                   ai_real(0), ai_real(1));
    const std::string text = text_(property.key);

    const PropertyType type = property.type;
    if (!text.empty()) {
        if (type != PropertyType::String && type != PropertyType::IntegerOrString) {
            return wrongType(property, "the string \"" + text + "\"");
        }
        return text;
    }
    if (number) {
        const std::string value =
            textOf(static_cast<double>(*number), std::numeric_limits<ai_real>::max_digits10);
        if (type != PropertyType::Float) {
            return wrongType(property, "the float " + value);
        }
        return value;
    }
    if (integer) {
        const std::string value = std::to_string(*integer);
        if (type == PropertyType::String) {
            return wrongType(property, "the integer " + value);
        }
        return type == PropertyType::Bool ? (*integer != 0 ? "true" : "false") : value;
    }
    return std::string();
}

} // namespace assimp_md2
