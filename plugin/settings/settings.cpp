// SPDX-License-Identifier: BSD-3-Clause
// Implements settings.h.
#include "settings/settings.h"

#include "base/paths.h"
#include "base/text.h"
#include "image/image.h"
#include "settings/property_reader.h"
#include "skeleton/skeleton.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/config.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace assimp_md2 {
namespace {

// The functions that PropertyReader::read takes.

Parsed<std::string> text(const PropertyValue& value) {
    return value.text;
}

Parsed<bool> flag(const PropertyValue& value) {
    return value.number != 0;
}

/// `Value` is double or an optional of it.
template <typename Value>
Parsed<Value> above0(const PropertyValue& value) {
    return value.number > 0 && std::isfinite(value.number) ? Parsed<Value>(value.number)
                                                           : tl::unexpected(value.text);
}

Parsed<std::uint64_t> megabytes(const PropertyValue& value) {
    return value.number >= 1 ? Parsed<std::uint64_t>(static_cast<std::uint64_t>(value.number) << 20)
                             : tl::unexpected(value.text);
}

Parsed<std::size_t> boneCount(const PropertyValue& value) {
    return value.number >= 1 && value.number <= kMaximumBones
               ? Parsed<std::size_t>(static_cast<std::size_t>(value.number))
               : tl::unexpected(value.text);
}

/// -1 means no frame, as in Assimp's own importer. Whether the model has the frame is checked later.
Parsed<std::optional<int>> keyframe(const PropertyValue& value) {
    return value.number == -1 ? std::nullopt : std::optional(static_cast<int>(value.number));
}

/// Splits a text at each separator. Removes surrounding spaces and empty parts.
std::vector<std::string> splitAt(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (const std::string_view part : partsBetween(std::string_view(&separator, 1), text)) {
        if (const std::string_view trimmedPart = trimmed(part, " \t"); !trimmedPart.empty()) {
            parts.emplace_back(trimmedPart);
        }
    }
    return parts;
}

/// `stand,run` or `stand:0-39;run:40-45`.
std::vector<std::string> splitClips(const std::string& text) {
    return splitAt(text, text.find(';') == std::string::npos ? ',' : ';');
}

/// What is before and behind the first separator, without surrounding spaces.
std::pair<std::string, std::optional<std::string>> cutAt(std::string_view text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string before(trimmed(text.substr(0, at), " \t"));
    return at == std::string_view::npos
               ? std::pair(before, std::optional<std::string>())
               : std::pair(before, std::optional<std::string>(trimmed(text.substr(at + 1), " \t")));
}

/// `run:40-45@12`, `run:40-45` or `run:40`.
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

Parsed<ClipSettings> clips(const PropertyValue& value) {
    if (const auto word = wordIn({"auto", "names", "player", "single", "none"}, value.text)) {
        return ClipSettings{static_cast<ClipSource>(*word), {}, {}};
    }
    if (value.text.find(':') == std::string::npos) {
        ClipSettings clips{ClipSource::Chosen, splitClips(value.text), {}};
        return !clips.chosen.empty() ? Parsed<ClipSettings>(clips) : tl::unexpected(value.text);
    }
    ClipSettings clips{ClipSource::List, {}, {}};
    for (const std::string& entry : splitClips(value.text)) {
        Parsed<ListedClip> listed = listedClip(entry);
        if (!listed) {
            return tl::unexpected(listed.error());
        }
        clips.list.push_back(*std::move(listed));
    }
    return clips;
}

Parsed<Loop> loop(const PropertyValue& value) {
    Loop loop{LoopSource::Chosen, splitAt(value.text, ',')};
    for (const std::string& name : loop.names) {
        if (const auto word = wordIn({"auto", "none", "all"}, name)) {
            const Loop known{static_cast<LoopSource>(*word), {}};
            return loop.names.size() == 1 ? Parsed<Loop>(known) : tl::unexpected(value.text);
        }
    }
    return !loop.names.empty() ? Parsed<Loop>(loop) : tl::unexpected(value.text);
}

struct ExportClips {
    ExportedClips source = ExportedClips::All;
    std::vector<ChosenClip> chosen;
};

/// `stand,run=walk,attack` or `stand:0-39;run=walk:40-45`, or `player` or `weapon`, optionally with
/// `stand=idle` or `stand:0-39` after it.
Parsed<ExportClips> exportClips(const PropertyValue& value) {
    std::vector<std::string> entries = splitClips(value.text);
    if (entries.empty()) {
        return tl::unexpected(value.text);
    }
    ExportClips clips{ExportedClips::Chosen, {}};
    if (const auto word = wordIn({"player", "weapon"}, entries.front())) {
        clips.source = *word == 0 ? ExportedClips::Player : ExportedClips::Weapon;
        entries.erase(entries.begin());
    }
    for (const std::string& entry : entries) {
        const auto [name, animation] = cutAt(entry, '=');
        ChosenClip chosen{name, animation.value_or(name), {}};
        // Without frames, a colon is a part of the animation's name.
        const Parsed<ListedClip> listed = listedClip(chosen.animation);
        if (listed) {
            chosen.name = animation ? name : listed->name;
            chosen.animation = animation ? listed->name : "";
            chosen.part = listed->frames;
        }
        const bool isOnlyName = !animation && !listed;
        if (chosen.name.empty() || animation == "" || (isOnlyName && clips.source != ExportedClips::Chosen) ||
            (listed && listed->framesPerSecond)) {
            return tl::unexpected(entry);
        }
        clips.chosen.push_back(std::move(chosen));
    }
    return clips;
}

/// `x,y,z`.
Parsed<std::array<double, 3>> vector(const PropertyValue& value) {
    const std::vector<std::string> parts = splitAt(value.text, ',');
    std::array<double, 3> vector{};
    for (std::size_t i = 0; i < vector.size(); ++i) {
        const std::optional<double> number =
            parts.size() == vector.size() ? numberFrom(parts[i]) : std::nullopt;
        if (!number) {
            return tl::unexpected(value.text);
        }
        vector[i] = *number;
    }
    return vector;
}

/// `body*,!*sword*`.
Parsed<std::vector<std::string>> meshes(const PropertyValue& value) {
    std::vector<std::string> patterns = splitAt(value.text, ',');
    const bool isBad = patterns.empty() || std::find(patterns.begin(), patterns.end(), "!") != patterns.end();
    return isBad ? Parsed<std::vector<std::string>>(tl::unexpected(value.text)) : patterns;
}

/// A folder below the game root, or a path that ends in .pcx.
Parsed<std::string> skinPath(const PropertyValue& value) {
    const std::string& text = value.text;
    const std::string fileName = lowerCase(fileNameOf(text));
    const std::string_view extension = extensionOf(fileName);
    bool isBad =
        isAbsolute(text) || fileName == ".pcx" || text.substr(0, 1) == "~" || text.substr(0, 1) == " ";
    for (const char* const other : {".png", ".tga", ".jpg", ".jpeg", ".bmp", ".wal", ".md2"}) {
        isBad = isBad || extension == other;
    }
    std::string path = text;
    std::replace(path.begin(), path.end(), '\\', '/');
    const std::vector<std::string> parts = splitAt(path, '/');
    // A `..` at the start is ignored.
    const auto inside =
        std::find_if(parts.begin(), parts.end(), [](const auto& part) { return part != ".."; });
    isBad = isBad || std::find(inside, parts.end(), "..") != parts.end();
    return isBad ? Parsed<std::string>(tl::unexpected(text)) : text;
}

void readLimits(PropertyReader& reader, ResourceLimits& limits) {
    reader.read(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, limits.maxMemoryBytes, megabytes);
    reader.read(ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, limits.maxImageBytes, megabytes);
    limits.removed = reader.warningsOfRemoved();
}

/// \return the values, or the error of the reader
template <typename Values>
Result<Values> resultOf(const PropertyReader& reader, Values values) {
    return reader.error() ? Result<Values>(tl::unexpected(*reader.error())) : values;
}

} // namespace

std::string textOf(const FrameRange& frames) {
    const std::string first = std::to_string(frames.first);
    return frames.count == 1 ? first : first + "-" + std::to_string(frames.first + frames.count - 1);
}

Result<Settings> readSettings(const Assimp::Importer& importer, const Environment& environment) {
    PropertyReader reader(importer, environment);
    Settings settings;
    reader.read(ASSIMP_MD2_CONFIG_FPS, settings.framesPerSecond, above0);
    reader.read(ASSIMP_MD2_CONFIG_CLIPS, settings.clips, clips);
    reader.read(ASSIMP_MD2_CONFIG_LOOP, settings.loop, loop);
    reader.read(ASSIMP_MD2_CONFIG_FRAMES, settings.usedFramesOnly, {"all", "used"});
    reader.read(ASSIMP_MD2_CONFIG_KEYFRAME, settings.keyframe, keyframe);
    reader.read(ASSIMP_MD2_CONFIG_FRONT, settings.isFrontZ, {"x", "z"});
    reader.read(ASSIMP_MD2_CONFIG_ANIMATION, settings.hasSkeleton, {"morph", "skeleton"});
    reader.read(ASSIMP_MD2_CONFIG_MAX_BONES, settings.maxBones, boneCount);
    reader.read(ASSIMP_MD2_CONFIG_NORMALS, settings.normals, {"auto", "file", "computed"});
    reader.read(ASSIMP_MD2_CONFIG_SKIN, settings.skin, text);
    reader.read(ASSIMP_MD2_CONFIG_SKINS, settings.skinsOfFolder, {"named", "folder"});
    reader.read(ASSIMP_MD2_CONFIG_TEXTURES, settings.textures, {"auto", "embed", "reference", "names"});
    reader.read(ASSIMP_MD2_CONFIG_WEAPON, settings.weapon, text);
    reader.read(ASSIMP_MD2_CONFIG_STRICT, settings.strict, flag);
    readLimits(reader, settings);
    constexpr int kNoKeyframe = -1;
    const int global = importer.GetPropertyInteger(AI_CONFIG_IMPORT_GLOBAL_KEYFRAME, kNoKeyframe);
    if (!settings.keyframe && global != kNoKeyframe) {
        settings.keyframe = global;
    }
    return resultOf(reader, std::move(settings));
}

Result<ResourceLimits> readLimits(const Assimp::ExportProperties& properties,
                                  const Environment& environment) {
    PropertyReader reader(properties, environment);
    ResourceLimits limits;
    readLimits(reader, limits);
    return resultOf(reader, std::move(limits));
}

Result<ExportSettings> readExportSettings(const Assimp::ExportProperties& properties,
                                          const Environment& environment) {
    PropertyReader reader(properties, environment);
    ExportSettings settings;
    ExportClips clips;
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_FPS, settings.framesPerSecond, above0);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips, exportClips);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_MESHES, settings.meshes, meshes);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_SCALE, settings.scale, above0);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, settings.height, above0);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_OFFSET, settings.offset, vector);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_FRONT, settings.front, {"auto", "x", "z", "-x", "-z"});
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_UP, settings.up, {"auto", "y", "z"});
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, settings.skinPath, skinPath);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, settings.textures, text);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, settings.palette, text);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, settings.overwrite, flag);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, settings.simplify, flag);
    readLimits(reader, settings);
    settings.clips = clips.source;
    settings.chosenClips = std::move(clips.chosen);
    if (!reader.error() && settings.height && settings.scale != 1) {
        return tl::unexpected(Error{ErrorCode::Other, ASSIMP_MD2_CONFIG_EXPORT_HEIGHT
                                    " and " ASSIMP_MD2_CONFIG_EXPORT_SCALE
                                    " are both set, expected at most one of them"});
    }
    return resultOf(reader, std::move(settings));
}

} // namespace assimp_md2
