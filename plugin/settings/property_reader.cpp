// SPDX-License-Identifier: BSD-3-Clause
// Implements property_reader.h.
#include "settings/property_reader.h"

#include "base/text.h"

#include <cmath>
#include <iomanip>
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

/// Makes a stream throw when memory runs out. By default, streams catch std::bad_alloc and report bad input.
void throwWhenShortOfMemory(std::ios& stream) {
    stream.exceptions(std::ios::badbit);
}

std::string textOf(double number) {
    std::ostringstream stream;
    throwWhenShortOfMemory(stream);
    stream.imbue(std::locale::classic());
    stream << std::setprecision(std::numeric_limits<ai_real>::max_digits10) << number;
    return stream.str();
}

template <typename Number>
std::optional<Number> numberIn(const std::string& text) {
    std::istringstream stream(text);
    throwWhenShortOfMemory(stream);
    stream.imbue(std::locale::classic());
    Number number;
    stream >> std::noskipws >> number;
    const bool isWhole = !text.empty() && stream && stream.peek() == std::istringstream::traits_type::eof();
    return isWhole ? std::optional<Number>(number) : std::nullopt;
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
    const std::optional<double> number = numberIn<double>(text);
    if (!number || !std::isfinite(*number)) {
        return tl::unexpected(text);
    }
    return *number;
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
    const std::optional<int> number = numberIn<int>(text);
    if (!number || *number < least || *number > most) {
        return tl::unexpected(text);
    }
    return *number;
}

Parsed<std::uint64_t> parseMegabytes(const std::string& text) {
    return parseInteger(text, 1, std::numeric_limits<int>::max()).map([](int megabytes) {
        return static_cast<std::uint64_t>(megabytes) << 20;
    });
}

std::vector<std::string> splitAt(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    throwWhenShortOfMemory(stream);
    for (std::string part; std::getline(stream, part, separator);) {
        if (part = std::string(trimmed(part, " \t")); !part.empty()) {
            parts.push_back(part);
        }
    }
    return parts;
}

Result<std::string> PropertyReader::valueOf(const Property& property) const {
    Result<std::string> set = valueSet(property);
    if (!set || !set->empty()) {
        return set;
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
        const std::string value = textOf(static_cast<double>(*number));
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
