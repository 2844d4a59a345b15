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
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

namespace assimp_md2 {
namespace {

/// A word that a property may have, and its meaning.
template <typename Value>
struct Word {
    const char* word;
    Value value;
};

template <typename Value, std::size_t kCount>
Parsed<Value> parseWord(const std::string& text, const Word<Value> (&words)[kCount]) {
    const auto* const found = std::find_if(std::begin(words), std::end(words), [&](const Word<Value>& word) {
        return equalWithoutCase(text, word.word);
    });
    if (found == std::end(words)) {
        return tl::unexpected(text);
    }
    return found->value;
}

/// A parser for PropertyReader::read.
template <typename Value, std::size_t kCount>
auto oneOf(const Word<Value> (&words)[kCount]) {
    return [&words](const std::string& text) { return parseWord(text, words); };
}

constexpr Word<ClipSource> kClipWords[] = {
    {"auto", ClipSource::Auto},     {"names", ClipSource::Names}, {"player", ClipSource::Player},
    {"single", ClipSource::Single}, {"none", ClipSource::None},
};
constexpr Word<bool> kFrameWords[] = {{"all", false}, {"used", true}};
constexpr Word<bool> kFrontWords[] = {{"x", false}, {"z", true}};
constexpr Word<bool> kAnimationWords[] = {{"morph", false}, {"skeleton", true}};
constexpr Word<NormalMode> kNormalWords[] = {
    {"auto", NormalMode::Auto}, {"file", NormalMode::File}, {"computed", NormalMode::Computed}};
constexpr Word<TextureMode> kTextureWords[] = {{"auto", TextureMode::Auto},
                                               {"embed", TextureMode::Embed},
                                               {"reference", TextureMode::Reference},
                                               {"names", TextureMode::Names}};

/// `run:40-45@12`, `run:40-45` or `run:40`.
Parsed<ListedClip> parseListedClip(const std::string& entry) {
    const auto part = [](std::string_view text) { return std::string(trimmed(text, " \t")); };
    const std::size_t colon = entry.rfind(':');
    ListedClip listed;
    listed.name = part(entry.substr(0, colon));
    if (colon == std::string::npos || listed.name.empty()) {
        return tl::unexpected(entry);
    }
    std::string range = part(entry.substr(colon + 1));
    if (const std::size_t at = range.find('@'); at != std::string::npos) {
        const Parsed<double> rate = parseRate(part(range.substr(at + 1)));
        if (!rate) {
            return tl::unexpected(entry);
        }
        listed.framesPerSecond = *rate;
        range = part(range.substr(0, at));
    }
    constexpr int kMost = std::numeric_limits<int>::max();
    const std::size_t dash = range.find('-');
    const Parsed<int> first = parseInteger(part(range.substr(0, dash)), 0, kMost);
    const Parsed<int> last =
        dash == std::string::npos ? first : parseInteger(part(range.substr(dash + 1)), 0, kMost);
    if (!first || !last || *last < *first) {
        return tl::unexpected(entry);
    }
    listed.frames.first = static_cast<std::size_t>(*first);
    listed.frames.count = static_cast<std::size_t>(*last - *first) + 1;
    return listed;
}

/// `stand,run` or `stand:0-39;run:40-45`.
std::vector<std::string> splitClips(const std::string& text) {
    return splitAt(text, text.find(';') == std::string::npos ? ',' : ';');
}

/// The parsed value of ASSIMP_MD2_CONFIG_CLIPS.
struct Clips {
    ClipSource source;
    std::vector<std::string> chosen;
    std::vector<ListedClip> list;
};

Parsed<Clips> parseClips(const std::string& text) {
    if (const Parsed<ClipSource> source = parseWord(text, kClipWords)) {
        return Clips{*source, {}, {}};
    }
    Clips clips{ClipSource::Chosen, {}, {}};
    if (text.find(':') == std::string::npos) {
        clips.chosen = splitClips(text);
    } else {
        clips.source = ClipSource::List;
        for (const std::string& entry : splitClips(text)) {
            Parsed<ListedClip> listed = parseListedClip(entry);
            if (!listed) {
                return tl::unexpected(listed.error());
            }
            clips.list.push_back(*std::move(listed));
        }
    }
    if (clips.chosen.empty() && clips.list.empty()) {
        return tl::unexpected(text);
    }
    return clips;
}

Parsed<Loop> parseLoop(const std::string& text) {
    constexpr std::array<std::pair<std::string_view, LoopSource>, 3> kWords = {
        {{"auto", LoopSource::Auto}, {"none", LoopSource::None}, {"all", LoopSource::All}}};
    Loop loop{LoopSource::Chosen, splitAt(text, ',')};
    for (const std::string& name : loop.names) {
        for (const auto& [word, source] : kWords) {
            if (equalWithoutCase(name, word)) {
                return loop.names.size() == 1 ? Parsed<Loop>(Loop{source, {}}) : tl::unexpected(text);
            }
        }
    }
    return loop;
}

Parsed<std::size_t> parseBoneCount(const std::string& text) {
    return parseInteger(text, 1, kMaximumBones).map([](int count) {
        return static_cast<std::size_t>(count);
    });
}

void readLimits(PropertyReader& reader, ResourceLimits& limits) {
    reader.read(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, limits.maxMemoryBytes, parseMegabytes);
    reader.read(ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, limits.maxImageBytes, parseMegabytes);
    limits.removed = reader.warningsOfRemoved();
}

constexpr Word<ExportedFront> kExportedFrontWords[] = {{"auto", ExportedFront::Auto},
                                                       {"x", ExportedFront::X},
                                                       {"z", ExportedFront::Z},
                                                       {"-x", ExportedFront::MinusX},
                                                       {"-z", ExportedFront::MinusZ}};
constexpr Word<ExportedUp> kExportedUpWords[] = {
    {"auto", ExportedUp::Auto}, {"y", ExportedUp::Y}, {"z", ExportedUp::Z}};

struct ExportClips {
    ExportedClips source = ExportedClips::All;
    std::vector<ChosenClip> chosen;
};

constexpr Word<ExportedClips> kTableWords[] = {{"player", ExportedClips::Player},
                                               {"weapon", ExportedClips::Weapon}};

/// `stand,run=walk,attack` or `stand:0-39;run=walk:40-45`, or `player` or `weapon`, optionally with
/// `stand=idle` or `stand:0-39` after it.
Parsed<ExportClips> parseExportClips(const std::string& text) {
    if (text.empty()) {
        return ExportClips{};
    }
    std::vector<std::string> entries = splitClips(text);
    if (entries.empty()) {
        return tl::unexpected(text);
    }
    ExportClips clips{ExportedClips::Chosen, {}};
    if (const Parsed<ExportedClips> table = parseWord(entries.front(), kTableWords)) {
        clips.source = *table;
        entries.erase(entries.begin());
    }
    for (const std::string& entry : entries) {
        const std::size_t equals = entry.find('=');
        const bool hasAnimation = equals != std::string::npos;
        ChosenClip chosen;
        chosen.name = trimmed(entry.substr(0, equals), " \t");
        chosen.animation =
            hasAnimation ? trimmed(std::string_view(entry).substr(equals + 1), " \t") : chosen.name;
        // Without frames, a colon is a part of the animation's name.
        const Parsed<ListedClip> listed = parseListedClip(chosen.animation);
        if (listed) {
            chosen.name = hasAnimation ? chosen.name : listed->name;
            chosen.animation = hasAnimation ? listed->name : "";
            chosen.part = listed->frames;
        }
        const bool isOnlyName = !hasAnimation && !listed;
        if (chosen.name.empty() || (hasAnimation && chosen.animation.empty()) ||
            (isOnlyName && clips.source != ExportedClips::Chosen) || (listed && listed->framesPerSecond)) {
            return tl::unexpected(entry);
        }
        clips.chosen.push_back(std::move(chosen));
    }
    return clips;
}

/// `x,y,z`.
Parsed<std::array<double, 3>> parseVector(const std::string& text) {
    const std::vector<std::string> parts = splitAt(text, ',');
    std::array<double, 3> vector{};
    if (parts.size() != vector.size()) {
        return tl::unexpected(text);
    }
    for (std::size_t i = 0; i < vector.size(); ++i) {
        const Parsed<double> number = parseNumber(parts[i]);
        if (!number) {
            return tl::unexpected(text);
        }
        vector[i] = *number;
    }
    return vector;
}

/// `body*,!*sword*`.
Parsed<std::vector<std::string>> parseMeshes(const std::string& text) {
    std::vector<std::string> patterns = splitAt(text, ',');
    const auto bad = std::find(patterns.begin(), patterns.end(), "!");
    if (bad != patterns.end() || (patterns.empty() && !text.empty())) {
        return tl::unexpected(text);
    }
    return patterns;
}

/// A number above 0; nothing if the property is not set.
Parsed<std::optional<double>> parseHeight(const std::string& text) {
    return text.empty() ? std::optional<double>()
                        : parseRate(text).map([](double height) { return std::optional(height); });
}

/// A folder below the game root, or a path that ends in .pcx.
Parsed<std::string> parseSkinPath(const std::string& text) {
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

/// -1 means no frame, as in Assimp's own importer.
constexpr int kNoKeyframe = -1;

/// The index of a frame. Whether the model has this frame is checked later.
Parsed<int> parseKeyframe(const std::string& text) {
    using Limits = std::numeric_limits<int>;
    return text.empty() ? Parsed<int>(kNoKeyframe) : parseInteger(text, Limits::min(), Limits::max());
}

} // namespace

std::string textOf(const FrameRange& frames) {
    const std::string first = std::to_string(frames.first);
    return frames.count == 1 ? first : first + "-" + std::to_string(frames.first + frames.count - 1);
}

Result<Settings> readSettings(const Assimp::Importer& importer, const Environment& environment) {
    PropertyReader reader(importer, environment);
    Settings settings;
    Clips clips{};
    int keyframe = kNoKeyframe;
    reader.read(ASSIMP_MD2_CONFIG_FPS, settings.framesPerSecond, parseRate);
    reader.read(ASSIMP_MD2_CONFIG_CLIPS, clips, parseClips);
    reader.read(ASSIMP_MD2_CONFIG_LOOP, settings.loop, parseLoop);
    reader.read(ASSIMP_MD2_CONFIG_FRAMES, settings.usedFramesOnly, oneOf(kFrameWords));
    reader.read(ASSIMP_MD2_CONFIG_KEYFRAME, keyframe, parseKeyframe);
    reader.read(ASSIMP_MD2_CONFIG_FRONT, settings.isFrontZ, oneOf(kFrontWords));
    reader.read(ASSIMP_MD2_CONFIG_ANIMATION, settings.hasSkeleton, oneOf(kAnimationWords));
    reader.read(ASSIMP_MD2_CONFIG_MAX_BONES, settings.maxBones, parseBoneCount);
    reader.read(ASSIMP_MD2_CONFIG_NORMALS, settings.normals, oneOf(kNormalWords));
    reader.read(ASSIMP_MD2_CONFIG_SKIN, settings.skin, parseText);
    reader.read(ASSIMP_MD2_CONFIG_TEXTURES, settings.textures, oneOf(kTextureWords));
    reader.read(ASSIMP_MD2_CONFIG_WEAPON, settings.weapon, parseText);
    reader.read(ASSIMP_MD2_CONFIG_STRICT, settings.strict, parseBool);
    readLimits(reader, settings);
    if (reader.error()) {
        return tl::unexpected(*reader.error());
    }
    settings.clips = clips.source;
    settings.chosenClips = std::move(clips.chosen);
    settings.clipList = std::move(clips.list);
    if (keyframe == kNoKeyframe) {
        keyframe = importer.GetPropertyInteger(AI_CONFIG_IMPORT_GLOBAL_KEYFRAME, kNoKeyframe);
    }
    if (keyframe != kNoKeyframe) {
        settings.keyframe = keyframe;
    }
    return settings;
}

Result<ResourceLimits> readLimits(const Assimp::ExportProperties& properties,
                                  const Environment& environment) {
    PropertyReader reader(properties, environment);
    ResourceLimits limits;
    readLimits(reader, limits);
    if (reader.error()) {
        return tl::unexpected(*reader.error());
    }
    return limits;
}

Result<ExportSettings> readExportSettings(const Assimp::ExportProperties& properties,
                                          const Environment& environment) {
    PropertyReader reader(properties, environment);
    ExportSettings settings;
    ExportClips clips{};
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_FPS, settings.framesPerSecond, parseRate);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips, parseExportClips);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_MESHES, settings.meshes, parseMeshes);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_SCALE, settings.scale, parseRate);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, settings.height, parseHeight);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_OFFSET, settings.offset, parseVector);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_FRONT, settings.front, oneOf(kExportedFrontWords));
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_UP, settings.up, oneOf(kExportedUpWords));
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, settings.skinPath, parseSkinPath);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, settings.textures, parseText);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, settings.palette, parseText);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, settings.overwrite, parseBool);
    reader.read(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, settings.simplify, parseBool);
    readLimits(reader, settings);
    if (reader.error()) {
        return tl::unexpected(*reader.error());
    }
    if (settings.height && settings.scale != 1) {
        return tl::unexpected(Error{ErrorCode::Other, ASSIMP_MD2_CONFIG_EXPORT_HEIGHT
                                    " and " ASSIMP_MD2_CONFIG_EXPORT_SCALE
                                    " are both set, expected at most one of them"});
    }
    settings.clips = clips.source;
    settings.chosenClips = std::move(clips.chosen);
    return settings;
}

} // namespace assimp_md2
