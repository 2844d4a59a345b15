// SPDX-License-Identifier: BSD-3-Clause
// Parses the values of properties. Imports and exports share these functions, which PropertyReader::read
// takes.
#pragma once

#include "importer/base/finite.h"
#include "importer/settings/property_reader.h"
#include "importer/settings/settings.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assimp_md2::inner {

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
