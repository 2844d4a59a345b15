// SPDX-License-Identifier: BSD-3-Clause
// Reads properties of Assimp::Importer or Assimp::ExportProperties. If a property is not set, uses the
// environment variable, or else the default of the table.
#pragma once

#include "base/error.h"
#include "base/warnings.h"
#include "settings/environment.h"
#include "settings/property_table.h"

#include <assimp/defs.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assimp_md2 {

/// Makes the error for an invalid value. Its text names the property, the value and the allowed values.
///
/// \param key of a property in the table
Error badValue(const std::string& key, const std::string& value, const std::string& expected);

/// The parsed value, or the invalid part of the text.
template <typename Value>
using Parsed = tl::expected<Value, std::string>;

/// Parses a finite number, always in the C locale.
Parsed<double> parseNumber(const std::string& text);

/// Parses a finite number above 0, always in the C locale.
Parsed<double> parseRate(const std::string& text);

/// Parses true, on, yes or 1 as true, and false, off, no or 0 as false, without regard to case.
Parsed<bool> parseBool(const std::string& text);

/// Parses a whole number from `least` to `most`.
Parsed<int> parseInteger(const std::string& text, int least, int most);

/// Parses a whole number of MiB (1 or more), returns the number of bytes.
Parsed<std::uint64_t> parseMegabytes(const std::string& text);

/// Splits `text` at `separator`. Removes surrounding spaces and empty parts.
std::vector<std::string> splitAt(std::string_view text, char separator);

/// Accepts any text.
inline Parsed<std::string> parseText(const std::string& text) {
    return text;
}

/// Reads properties and keeps the first error. After an error, later calls of read() do nothing.
class PropertyReader {
public:
    /// \param properties an Assimp::Importer or Assimp::ExportProperties that outlives the reader
    /// \param environment outlives the reader
    template <typename Properties>
    PropertyReader(const Properties& properties, const Environment& environment)
        : integer_(
              [&](const char* key, int otherwise) { return properties.GetPropertyInteger(key, otherwise); })
        , number_(
              [&](const char* key, ai_real otherwise) { return properties.GetPropertyFloat(key, otherwise); })
        , text_([&](const char* key) { return properties.GetPropertyString(key, ""); })
        , environment_(environment) {}

    /// Reads a value: the property that the program has set, or else the environment variable, or else the
    /// default of the table.
    ///
    /// \param key of a property in the table
    /// \param target receives the value; it is unchanged after an error
    /// \param parse takes the value as text, returns a Parsed<Value>
    template <typename Value, typename Parse>
    void read(const char* key, Value& target, Parse parse) {
        if (error_) {
            return;
        }
        const Property& property = propertyOf(key);
        const Result<std::string> text = valueOf(property);
        if (!text) {
            error_ = text.error();
            return;
        }
        Parsed<Value> parsed = parse(*text);
        if (parsed) {
            target = *std::move(parsed);
        } else {
            error_ = badValue(property.key, parsed.error(), property.values);
        }
    }

    /// Warnings for properties that were removed, but that the program or the environment sets.
    Warnings warningsOfRemoved() const;

    /// An error for the first property with an invalid value or type.
    const std::optional<Error>& error() const { return error_; }

private:
    Result<std::string> valueOf(const Property& property) const;
    Result<std::string> valueSet(const Property& property) const;

    std::function<int(const char*, int)> integer_;
    std::function<ai_real(const char*, ai_real)> number_;
    std::function<std::string(const char*)> text_;
    const Environment& environment_;
    std::optional<Error> error_;
};

} // namespace assimp_md2
