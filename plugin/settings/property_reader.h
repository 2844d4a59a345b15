// SPDX-License-Identifier: BSD-3-Clause
// Reads properties of Assimp::Importer or Assimp::ExportProperties, with the environment and the defaults of
// the table behind them.
#pragma once

#include "format/error.h"
#include "settings/environment.h"
#include "settings/property_table.h"

#include <assimp/defs.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2 {

/// The error for an invalid value: which property, which value, what was expected.
///
/// \param key of a property in the table
Error badValue(const std::string& key, const std::string& value, const std::string& expected);

/// What a text means, or the part of the text that is invalid.
template <typename Value>
using Parsed = tl::expected<Value, std::string>;

/// A number above 0 and finite, in the C locale whatever the locale of the program is.
Parsed<double> parseRate(const std::string& text);

/// true, on, yes or 1; false, off, no or 0; without regard to case.
Parsed<bool> parseBool(const std::string& text);

/// A whole number from `least` to `most`.
Parsed<int> parseInteger(const std::string& text, int least, int most);

/// A whole number of MiB, 1 or more, in bytes.
Parsed<std::uint64_t> parseMegabytes(const std::string& text);

/// The parts of `text` between separators, without blanks around them and without empty parts.
std::vector<std::string> splitAt(const std::string& text, char separator);

/// Any text.
inline Parsed<std::string> parseText(const std::string& text) {
    return text;
}

/// Reads one property after the other and keeps the first error.
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

    /// Reads the value that the program sets, or else the environment, or else the default of the table.
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

    /// BadProperty for the first property with an invalid value or type.
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
