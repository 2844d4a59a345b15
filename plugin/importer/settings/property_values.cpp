// SPDX-License-Identifier: BSD-3-Clause
// Splits lists of clips and frames, and reads limits.
#include "importer/settings/property_values.h"

#include "importer/base/text.h"

namespace assimp_md2::inner {
namespace {

Parsed<std::uint64_t> megabytes(const PropertyValue& value) {
    return value.number >= 1 ? Parsed<std::uint64_t>(static_cast<std::uint64_t>(value.number) << 20)
                             : tl::unexpected(value.text);
}

} // namespace

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
