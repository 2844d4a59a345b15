// SPDX-License-Identifier: BSD-3-Clause
// Reads the properties of an export as MD2.
#include "maker/export_settings.h"

#include "gltf/entry.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/settings/property_reader.h"
#include "maker/export_properties.h"

#include <assimp/Exporter.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace assimp_md2::inner {
namespace {

/// `stand,run=walk,attack` or `stand:0-39;run=walk:40-45`, or `player` or `weapon`, optionally with
/// `stand=idle` or `stand:0-39` after it.
Parsed<ExportClips> exportClips(const PropertyValue& value) {
    std::vector<std::string> entries = splitClips(value.text);
    if (entries.empty()) {
        return tl::unexpected(value.text);
    }
    ExportClips clips;
    clips.source = ExportedClips::Chosen;
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
        // `player,stand=` makes a player of a scene without animations.
        const bool isStill = animation == "" && clips.source == ExportedClips::Chosen;
        if (chosen.name.empty() || isStill || (isOnlyName && clips.source != ExportedClips::Chosen) ||
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

} // namespace

Result<ExportSettings> readExportSettings(const Assimp::ExportProperties& properties) {
    const PropertyTexts noDefaults;
    PropertyReader reader(properties, kExportProperties, noDefaults);
    const Result<ResourceLimits> limits = readLimits(properties);
    if (!limits) {
        return tl::unexpected(limits.error());
    }
    ExportSettings settings;
    static_cast<ResourceLimits&>(settings) = *limits;
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_FPS, settings.framesPerSecond, above0);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, settings.clips, exportClips);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_MOTION, settings.isInPlace, {"keep", "in-place"});
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
    if (!reader.error() && settings.height && settings.scale != 1) {
        return tl::unexpected(Error{ErrorCode::Other, ASSIMP_MD2_CONFIG_EXPORT_HEIGHT
                                    " and " ASSIMP_MD2_CONFIG_EXPORT_SCALE
                                    " are both set, expected at most one of them"});
    }
    return resultOf(reader, std::move(settings));
}

} // namespace assimp_md2::inner
