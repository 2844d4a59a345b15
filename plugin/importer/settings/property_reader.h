// SPDX-License-Identifier: BSD-3-Clause
// Reads properties of Assimp::Importer or Assimp::ExportProperties, and parses their values.
#pragma once

#include "importer/base/finite.h"
#include "importer/settings/settings.h"

#include <assimp/defs.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assimp_md2::inner {

/// Makes the error for an invalid value. Its text names the property, the value and the allowed values.
Error badValue(const std::string& key, const std::string& value, const std::string& expected);

/// The finite number that a text consists of, always in the C locale.
std::optional<double> numberFrom(const std::string& text);

/// The same of a whole number, which fits into an int.
std::optional<double> integerFrom(const std::string& text);

/// The index of the word that `text` is, without regard to case.
std::optional<std::size_t> wordIn(std::initializer_list<const char*> words, const std::string& text);

/// A value that is set.
struct PropertyValue {
    std::string text;
    double number = 0; ///< of a Float, an Integer or a Bool (0 or 1)
};

/// The parsed value, or the invalid part of the text.
template <typename Value>
using Parsed = tl::expected<Value, std::string>;

/// Reads properties and keeps the first error.
class PropertyReader {
public:
    /// \param properties an Assimp::Importer or Assimp::ExportProperties that outlives the reader
    /// \param defaults the values of properties that are not set; outlive the reader
    template <typename Properties>
    PropertyReader(const Properties& properties, PropertyTable table, const PropertyTexts& defaults)
        : integer_([&](const char* key) { return properties.GetPropertyInteger(key, kNoInteger); })
        , number_([&](const char* key) { return properties.GetPropertyFloat(key, kNoNumber); })
        , text_([&](const char* key) { return properties.GetPropertyString(key, ""); })
        , table_(table)
        , defaults_(defaults) {}

    /// Reads a value. If it is not set, or after an error, `target` keeps its value.
    ///
    /// \param key of a property in the table
    template <typename Value>
    void read(const char* key, Value& target, Parsed<Value> (*parse)(const PropertyValue&)) {
        if (const std::optional<PropertyValue> set = valueOf(key)) {
            if (Parsed<Value> parsed = parse(*set)) {
                target = *std::move(parsed);
            } else {
                error_ = badValue(key, parsed.error(), propertyOf(table_, key).values);
            }
        }
    }

    /// Reads one of several words.
    ///
    /// \param words of the enumerators of `Word`, in their order; for a bool, those of false and true
    template <typename Word>
    void read(const char* key, Word& target, std::initializer_list<const char*> words) {
        if (const std::optional<PropertyValue> set = valueOf(key)) {
            if (const auto word = wordIn(words, set->text)) {
                target = static_cast<Word>(*word);
            } else {
                error_ = badValue(key, set->text, propertyOf(table_, key).values);
            }
        }
    }

    /// An error for the first property with an invalid value or type.
    const std::optional<Error>& error() const { return error_; }

private:
    /// Assimp returns the given default for a property that is not set. A property that is set to one of
    /// these numbers counts as unset.
    static constexpr int kNoInteger = -1234567891;
    static constexpr ai_real kNoNumber = ai_real(-1.23456789e-30);

    Result<std::optional<PropertyValue>> valueSet(const Property& property) const;
    /// \return nothing if no value is set, or after an error
    std::optional<PropertyValue> valueOf(const char* key);

    std::function<int(const char*)> integer_;
    std::function<ai_real(const char*)> number_;
    std::function<std::string(const char*)> text_;
    PropertyTable table_;
    const PropertyTexts& defaults_;
    std::optional<Error> error_;
};

// What PropertyReader::read takes, and its parts. Imports and exports share these functions.

inline Parsed<std::string> text(const PropertyValue& value) {
    return value.text;
}

inline Parsed<bool> flag(const PropertyValue& value) {
    return value.number != 0;
}

/// `Value` is double or an optional of it.
template <typename Value>
Parsed<Value> above0(const PropertyValue& value) {
    return value.number > 0 && isFinite(value.number) ? Parsed<Value>(value.number)
                                                      : tl::unexpected(value.text);
}

/// Splits a text at each separator. Removes surrounding spaces and empty parts.
std::vector<std::string> splitAt(std::string_view text, char separator);

/// `stand,run` or `stand:0-39;run:40-45`.
std::vector<std::string> splitClips(const std::string& text);

/// What is before and behind the first separator, without surrounding spaces.
std::pair<std::string, std::optional<std::string>> cutAt(std::string_view text, char separator);

/// `run:40-45@12`, `run:40-45` or `run:40`.
Parsed<ListedClip> listedClip(const std::string& entry);

/// Reads the limits, which imports and exports have.
void readLimits(PropertyReader& reader, ResourceLimits& limits);

/// \return the values, or the error of the reader
template <typename Values>
Result<Values> resultOf(const PropertyReader& reader, Values values) {
    return reader.error() ? Result<Values>(tl::unexpected(*reader.error())) : values;
}

} // namespace assimp_md2::inner
