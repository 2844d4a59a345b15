// SPDX-License-Identifier: BSD-3-Clause
// The settings of one import, out of the properties of an Assimp::Importer and the environment. Knows which
// values make sense, not what they do.
#include "importer/settings.h"

#include "assimp-md2/properties.h"
#include "format/text.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace assimp_md2 {
namespace {

/// Carries a message from the value that makes no sense to readSettings, its only catcher.
struct BadValue : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Assimp does not tell whether a property is set: one that is not set answers with whatever is offered.
template <typename Get, typename Value>
auto propertyIfSet(Get get, Value one, Value other) -> std::optional<decltype(get(one))> {
    auto first = get(one);
    auto second = get(other);
    // Neither of the values offered: set, also where it is the one value that does not equal itself.
    const bool set = first == second || first != one;
    return set ? std::optional(std::move(first)) : std::nullopt;
}

std::optional<int> integerProperty(const Assimp::Importer& importer, const char* key) {
    return propertyIfSet([&](int offered) { return importer.GetPropertyInteger(key, offered); }, 0, 1);
}

std::optional<double> floatProperty(const Assimp::Importer& importer, const char* key) {
    return propertyIfSet(
        [&](ai_real offered) { return static_cast<double>(importer.GetPropertyFloat(key, offered)); },
        ai_real(0), ai_real(1));
}

/// An empty string is as good as not set.
std::string stringProperty(const Assimp::Importer& importer, const char* key) {
    return importer.GetPropertyString(key, "");
}

/// The environment variable of a property: ASSIMP_MD2_FPS for IMPORT_MD2_FPS. Empty when it is not set.
std::string environmentOf(const char* key) {
    constexpr std::string_view kPropertyPrefix = "IMPORT_MD2_";
    const std::string name =
        "ASSIMP_MD2_" + std::string(std::string_view(key).substr(kPropertyPrefix.size()));
    const char* const value = std::getenv(name.c_str());
    return value != nullptr ? value : "";
}

/// A number in the C locale, whatever the program's is; all of the text must be it.
template <typename Number>
std::optional<Number> numberIn(const std::string& text) {
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());
    Number number;
    stream >> std::noskipws >> number;
    return !text.empty() && stream && stream.peek() == std::istringstream::traits_type::eof()
               ? std::optional<Number>(number)
               : std::nullopt;
}

std::string textOf(double number) {
    std::ostringstream stream;
    stream.imbue(std::locale::classic());
    stream << number;
    return stream.str();
}

std::vector<std::string> splitAt(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) {
        parts.push_back(part);
    }
    return parts;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? std::string()
                                      : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool isRate(double rate) {
    return std::isfinite(rate) && rate > 0;
}

double readFramesPerSecond(const Assimp::Importer& importer, double fallback) {
    constexpr const char* kKey = ASSIMP_MD2_CONFIG_FPS;
    constexpr const char* kAllowed = "a number above 0";
    std::optional<double> rate = floatProperty(importer, kKey);
    if (!rate) {
        rate = integerProperty(importer, kKey);
    }
    std::string text = rate ? textOf(*rate) : environmentOf(kKey);
    if (!rate && !text.empty()) {
        rate = numberIn<double>(text).value_or(0);
    }
    if (rate && !isRate(*rate)) {
        throw BadValue(badValue(kKey, text, kAllowed));
    }
    return rate.value_or(fallback);
}

bool readBool(const Assimp::Importer& importer, const char* key, bool fallback) {
    if (const auto value = integerProperty(importer, key)) {
        return *value != 0;
    }
    const std::string text = lowerCase(environmentOf(key));
    if (text.empty()) {
        return fallback;
    }
    if (text == "1" || text == "true" || text == "on" || text == "yes") {
        return true;
    }
    if (text == "0" || text == "false" || text == "off" || text == "no") {
        return false;
    }
    throw BadValue(badValue(key, text, "true or false"));
}

std::uint64_t readMaxMemory(const Assimp::Importer& importer, std::uint64_t fallback) {
    constexpr const char* kKey = ASSIMP_MD2_CONFIG_MAX_MEMORY_MB;
    std::optional<int> megabytes = integerProperty(importer, kKey);
    const std::string text = megabytes ? std::to_string(*megabytes) : environmentOf(kKey);
    if (text.empty()) {
        return fallback;
    }
    if (!megabytes) {
        megabytes = numberIn<int>(text).value_or(0);
    }
    if (*megabytes < 1) {
        throw BadValue(
            badValue(kKey, text,
                     "a whole number of MiB from 1 to " + std::to_string(std::numeric_limits<int>::max())));
    }
    return static_cast<std::uint64_t>(*megabytes) << 20;
}

/// The text of a string property, or of its environment variable.
std::string readText(const Assimp::Importer& importer, const char* key) {
    const std::string text = stringProperty(importer, key);
    return text.empty() ? environmentOf(key) : text;
}

/// A word that a property may have, and what it stands for.
template <typename Value>
struct Word {
    const char* word;
    Value value;
};

template <typename Value, std::size_t kCount>
std::optional<Value> valueOfWord(const std::string& text, const Word<Value> (&words)[kCount]) {
    const std::string lower = lowerCase(text);
    const auto* const found = std::find_if(std::begin(words), std::end(words),
                                           [&](const Word<Value>& word) { return lower == word.word; });
    return found == std::end(words) ? std::nullopt : std::optional<Value>(found->value);
}

GeometrySource readGeometrySource(const Assimp::Importer& importer) {
    static constexpr Word<GeometrySource> kWords[] = {{"", GeometrySource::Auto},
                                                      {"auto", GeometrySource::Auto},
                                                      {"triangles", GeometrySource::Triangles},
                                                      {"glcommands", GeometrySource::GlCommands}};
    const std::string text = readText(importer, ASSIMP_MD2_CONFIG_GEOMETRY);
    if (const auto source = valueOfWord(text, kWords)) {
        return *source;
    }
    throw BadValue(badValue(ASSIMP_MD2_CONFIG_GEOMETRY, text, "auto, triangles or glcommands"));
}

TextureMode readTextureMode(const Assimp::Importer& importer) {
    static constexpr Word<TextureMode> kWords[] = {{"", TextureMode::Auto},
                                                   {"auto", TextureMode::Auto},
                                                   {"embed", TextureMode::Embed},
                                                   {"reference", TextureMode::Reference},
                                                   {"names", TextureMode::Names}};
    const std::string text = readText(importer, ASSIMP_MD2_CONFIG_TEXTURES);
    if (const auto mode = valueOfWord(text, kWords)) {
        return *mode;
    }
    throw BadValue(badValue(ASSIMP_MD2_CONFIG_TEXTURES, text, "auto, embed, reference or names"));
}

std::string readSkin(const Assimp::Importer& importer) {
    const auto index = integerProperty(importer, ASSIMP_MD2_CONFIG_SKIN);
    return index ? std::to_string(*index) : readText(importer, ASSIMP_MD2_CONFIG_SKIN);
}

Loop readLoop(const Assimp::Importer& importer) {
    const std::string text = lowerCase(readText(importer, ASSIMP_MD2_CONFIG_LOOP));
    if (text == "all") {
        return {true, {}};
    }
    Loop loop;
    for (const std::string& name : splitAt(text, ',')) {
        if (!trimmed(name).empty()) {
            loop.names.push_back(trimmed(name));
        }
    }
    return loop;
}

/// `run:40-45@12`, `run:40-45` or `run:40`.
std::optional<ListedClip> listedClip(const std::string& entry) {
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string::npos) {
        return std::nullopt;
    }
    ListedClip listed;
    listed.clip.name = trimmed(entry.substr(0, colon));
    std::string range = trimmed(entry.substr(colon + 1));
    if (const std::size_t at = range.find('@'); at != std::string::npos) {
        listed.framesPerSecond = numberIn<double>(trimmed(range.substr(at + 1))).value_or(0);
        if (!isRate(*listed.framesPerSecond)) {
            return std::nullopt;
        }
        range = trimmed(range.substr(0, at));
    }
    const std::size_t dash = range.find('-');
    const auto first = numberIn<int>(trimmed(range.substr(0, dash)));
    const auto last = dash == std::string::npos ? first : numberIn<int>(trimmed(range.substr(dash + 1)));
    if (listed.clip.name.empty() || !first || !last || *first < 0 || *last < *first) {
        return std::nullopt;
    }
    listed.clip.firstFrame = static_cast<std::size_t>(*first);
    listed.clip.frameCount = static_cast<std::size_t>(*last - *first) + 1;
    return listed;
}

void readClips(const Assimp::Importer& importer, Settings& settings) {
    static constexpr Word<ClipSource> kWords[] = {
        {"", ClipSource::Auto},         {"auto", ClipSource::Auto},     {"names", ClipSource::Names},
        {"player", ClipSource::Player}, {"single", ClipSource::Single}, {"none", ClipSource::None},
    };
    const std::string text = readText(importer, ASSIMP_MD2_CONFIG_CLIPS);
    if (const auto source = valueOfWord(text, kWords)) {
        settings.clips = *source;
        return;
    }
    settings.clips = ClipSource::List;
    for (const std::string& entry : splitAt(text, ';')) {
        if (trimmed(entry).empty()) {
            continue;
        }
        const auto listed = listedClip(entry);
        if (!listed) {
            throw BadValue(badValue(ASSIMP_MD2_CONFIG_CLIPS, trimmed(entry),
                                    "auto, names, player, single, none or a list such as "
                                    "idle:0-39;run:40-45@12"));
        }
        settings.clipList.push_back(*listed);
    }
}

/// -1 means no frame, as Assimp's own importer has it.
std::optional<int> readKeyframe(const Assimp::Importer& importer) {
    for (const char* key : {AI_CONFIG_IMPORT_MD2_KEYFRAME, AI_CONFIG_IMPORT_GLOBAL_KEYFRAME}) {
        if (const int frame = importer.GetPropertyInteger(key, -1); frame != -1) {
            return frame;
        }
    }
    return std::nullopt;
}

} // namespace

std::string badValue(const std::string& property, const std::string& value, const std::string& allowed) {
    return "MD2: " + property + " is \"" + value + "\", allowed is " + allowed;
}

std::variant<Settings, std::string> readSettings(const Assimp::Importer& importer) {
    try {
        Settings settings;
        settings.framesPerSecond = readFramesPerSecond(importer, settings.framesPerSecond);
        readClips(importer, settings);
        settings.loop = readLoop(importer);
        settings.geometry = readGeometrySource(importer);
        settings.sharedVertices =
            readBool(importer, ASSIMP_MD2_CONFIG_SHARED_VERTICES, settings.sharedVertices);
        settings.skin = readSkin(importer);
        settings.textures = readTextureMode(importer);
        settings.strict = readBool(importer, ASSIMP_MD2_CONFIG_STRICT, settings.strict);
        settings.maxMemoryBytes = readMaxMemory(importer, settings.maxMemoryBytes);
        settings.keyframe = readKeyframe(importer);
        return settings;
    } catch (const BadValue& bad) {
        return std::string(bad.what());
    }
}

} // namespace assimp_md2
