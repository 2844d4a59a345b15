// SPDX-License-Identifier: BSD-3-Clause
// The settings of one import, from the properties of an Assimp::Importer and the environment. Knows which
// values are valid, not what they do.
#include "settings/settings.h"

#include "format/text.h"
#include "image/image.h"
#include "settings/property_table.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iterator>
#include <limits>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace assimp_md2 {
namespace {

/// Thrown for an invalid value; only readSettings catches it.
struct BadValue {
    Error error;
};

/// Assimp does not tell whether a property is set: it returns the given default if not. So it is asked twice,
/// with two defaults.
template <typename Get, typename Value>
auto propertyIfSet(Get get, Value one, Value other) -> std::optional<decltype(get(one))> {
    auto first = get(one);
    auto second = get(other);
    // The second condition also covers NaN, which is not equal to itself.
    const bool set = first == second || first != one;
    return set ? std::optional(std::move(first)) : std::nullopt;
}

std::string textOf(double number) {
    std::ostringstream stream;
    stream.imbue(std::locale::classic());
    stream << std::setprecision(std::numeric_limits<ai_real>::max_digits10) << number;
    return stream.str();
}

/// The number that the whole text is, in the C locale whatever the program's locale is.
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

/// Reads the properties of one importer as text, whatever type they were set with, so that a property and its
/// environment variable are parsed by the same code.
class PropertyReader {
public:
    PropertyReader(const Assimp::Importer& importer, const Environment& environment)
        : importer_(importer), environment_(environment) {}

    /// The value that the program or else the environment gives; the default of the table otherwise.
    std::string value(const Property& property) const {
        std::string set = valueSet(property);
        if (!set.empty()) {
            return set;
        }
        const auto variable = environment_.find(environmentNameOf(property));
        const bool isSet = variable != environment_.end() && !variable->second.empty();
        return isSet ? variable->second : property.defaultValue;
    }

private:
    /// Empty when the program has not set it. An empty string counts as unset.
    std::string valueSet(const Property& property) const {
        const char* const key = property.key;
        const auto integer =
            propertyIfSet([&](int offered) { return importer_.GetPropertyInteger(key, offered); }, 0, 1);
        const auto number =
            propertyIfSet([&](ai_real offered) { return importer_.GetPropertyFloat(key, offered); },
                          ai_real(0), ai_real(1));
        std::string text = importer_.GetPropertyString(key, "");

        const PropertyType type = property.type;
        if (!text.empty()) {
            if (type != PropertyType::String && type != PropertyType::IntegerOrString) {
                throw wrongType(property, "the string \"" + text + "\"");
            }
            return text;
        }
        if (number) {
            const std::string value = textOf(static_cast<double>(*number));
            return type == PropertyType::Float ? value : throw wrongType(property, "the float " + value);
        }
        if (integer) {
            const std::string value = std::to_string(*integer);
            if (type == PropertyType::Bool) {
                return *integer != 0 ? "true" : "false";
            }
            return type != PropertyType::String ? value : throw wrongType(property, "the integer " + value);
        }
        return {};
    }

    static BadValue wrongType(const Property& property, const std::string& found) {
        Error error{ErrorCode::BadProperty, Section::Property};
        error.text = std::string(property.key) + " is set to " + found + ", expected " + property.values;
        return {error};
    }

    const Assimp::Importer& importer_;
    const Environment& environment_;
};

BadValue badValueOf(const Property& property, const std::string& value) {
    return {badValue(property.key, value, property.values)};
}

std::vector<std::string> splitAt(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) {
        if (part = std::string(trimmed(part, " \t")); !part.empty()) {
            parts.push_back(part);
        }
    }
    return parts;
}

bool isRate(double rate) {
    return std::isfinite(rate) && rate > 0;
}

double readRate(const Property& property, const std::string& value) {
    const double rate = numberIn<double>(value).value_or(0);
    return isRate(rate) ? rate : throw badValueOf(property, value);
}

bool readBool(const Property& property, const std::string& value) {
    const std::string text = lowerCase(value);
    if (text == "1" || text == "true" || text == "on" || text == "yes") {
        return true;
    }
    if (text == "0" || text == "false" || text == "off" || text == "no") {
        return false;
    }
    throw badValueOf(property, value);
}

std::uint32_t readCount(const Property& property, const std::string& value, int most) {
    const int count = numberIn<int>(value).value_or(0);
    return count >= 1 && count <= most ? static_cast<std::uint32_t>(count)
                                       : throw badValueOf(property, value);
}

std::uint64_t readMegabytes(const Property& property, const std::string& value) {
    return std::uint64_t{readCount(property, value, std::numeric_limits<int>::max())} << 20;
}

/// A word that a property may have, and its meaning.
template <typename Value>
struct Word {
    const char* word;
    Value value;
};

template <typename Value, std::size_t kCount>
std::optional<Value> valueOfWord(const std::string& text, const Word<Value> (&words)[kCount]) {
    const auto* const found = std::find_if(std::begin(words), std::end(words), [&](const Word<Value>& word) {
        return equalWithoutCase(text, word.word);
    });
    return found == std::end(words) ? std::nullopt : std::optional<Value>(found->value);
}

template <typename Value, std::size_t kCount>
Value readWord(const Property& property, const std::string& value, const Word<Value> (&words)[kCount]) {
    const std::optional<Value> read = valueOfWord(value, words);
    return read ? *read : throw badValueOf(property, value);
}

constexpr Word<ClipSource> kClipWords[] = {
    {"auto", ClipSource::Auto},     {"names", ClipSource::Names}, {"player", ClipSource::Player},
    {"single", ClipSource::Single}, {"none", ClipSource::None},
};
constexpr Word<bool> kFrameWords[] = {{"all", false}, {"used", true}};
constexpr Word<GeometrySource> kGeometryWords[] = {{"auto", GeometrySource::Auto},
                                                   {"triangles", GeometrySource::Triangles},
                                                   {"glcommands", GeometrySource::GlCommands}};
constexpr Word<TextureMode> kTextureWords[] = {{"auto", TextureMode::Auto},
                                               {"embed", TextureMode::Embed},
                                               {"reference", TextureMode::Reference},
                                               {"names", TextureMode::Names}};

/// `run:40-45@12`, `run:40-45` or `run:40`.
std::optional<ListedClip> listedClip(const std::string& entry) {
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string::npos) {
        return std::nullopt;
    }
    const auto part = [](std::string_view text) { return std::string(trimmed(text, " \t")); };
    ListedClip listed;
    listed.clip.name = part(entry.substr(0, colon));
    std::string range = part(entry.substr(colon + 1));
    if (const std::size_t at = range.find('@'); at != std::string::npos) {
        listed.framesPerSecond = numberIn<double>(part(range.substr(at + 1))).value_or(0);
        if (!isRate(*listed.framesPerSecond)) {
            return std::nullopt;
        }
        range = part(range.substr(0, at));
    }
    const std::size_t dash = range.find('-');
    const auto first = numberIn<int>(part(range.substr(0, dash)));
    const auto last = dash == std::string::npos ? first : numberIn<int>(part(range.substr(dash + 1)));
    if (listed.clip.name.empty() || !first || !last || *first < 0 || *last < *first) {
        return std::nullopt;
    }
    listed.clip.firstFrame = static_cast<std::size_t>(*first);
    listed.clip.frameCount = static_cast<std::size_t>(*last - *first) + 1;
    return listed;
}

void readClips(const Property& property, const std::string& value, Settings& settings) {
    if (const auto source = valueOfWord(value, kClipWords)) {
        settings.clips = *source;
        return;
    }
    if (value.find(':') == std::string::npos) {
        settings.clips = ClipSource::Chosen;
        settings.chosenClips = splitAt(value, ',');
    } else {
        settings.clips = ClipSource::List;
        for (const std::string& entry : splitAt(value, ';')) {
            const auto listed = listedClip(entry);
            settings.clipList.push_back(listed ? *listed : throw badValueOf(property, entry));
        }
    }
    if (settings.chosenClips.empty() && settings.clipList.empty()) {
        throw badValueOf(property, value);
    }
}

Loop readLoop(const std::string& value) {
    return equalWithoutCase(value, "all") ? Loop{true, {}} : Loop{false, splitAt(value, ',')};
}

/// -1 means no frame, as in Assimp's own importer.
std::optional<int> readKeyframe(const Assimp::Importer& importer) {
    for (const char* key : {AI_CONFIG_IMPORT_MD2_KEYFRAME, AI_CONFIG_IMPORT_GLOBAL_KEYFRAME}) {
        if (const int frame = importer.GetPropertyInteger(key, -1); frame != -1) {
            return frame;
        }
    }
    return std::nullopt;
}

} // namespace

Environment readEnvironment(VariableLookup variable) {
    Environment environment;
    for (const Property& property : kProperties) {
        const std::string name = environmentNameOf(property);
        const char* const value = variable(name.c_str());
        if (value != nullptr && *value != '\0') {
            environment.emplace(name, value);
        }
    }
    return environment;
}

Error badValue(const std::string& key, const std::string& value, const std::string& expected) {
    Error error{ErrorCode::BadProperty, Section::Property};
    error.text = key + " is \"" + value + "\", expected " + expected;
    return error;
}

Result<Settings> readSettings(const Assimp::Importer& importer, const Environment& environment) {
    const PropertyReader reader(importer, environment);
    const auto read = [&](const char* key, auto readValue) {
        const Property& property = propertyOf(key);
        return readValue(property, reader.value(property));
    };
    const auto readWordOf = [&](const char* key, const auto& words) {
        return read(key, [&](const Property& property, const std::string& value) {
            return readWord(property, value, words);
        });
    };
    try {
        Settings settings;
        settings.framesPerSecond = read(ASSIMP_MD2_CONFIG_FPS, readRate);
        read(ASSIMP_MD2_CONFIG_CLIPS, [&](const Property& property, const std::string& value) {
            readClips(property, value, settings);
        });
        settings.loop = readLoop(reader.value(propertyOf(ASSIMP_MD2_CONFIG_LOOP)));
        settings.usedFramesOnly = readWordOf(ASSIMP_MD2_CONFIG_FRAMES, kFrameWords);
        settings.geometry = readWordOf(ASSIMP_MD2_CONFIG_GEOMETRY, kGeometryWords);
        settings.sharedVertices = read(ASSIMP_MD2_CONFIG_SHARED_VERTICES, readBool);
        settings.skin = reader.value(propertyOf(ASSIMP_MD2_CONFIG_SKIN));
        settings.textures = readWordOf(ASSIMP_MD2_CONFIG_TEXTURES, kTextureWords);
        settings.weapon = reader.value(propertyOf(ASSIMP_MD2_CONFIG_WEAPON));
        settings.strict = read(ASSIMP_MD2_CONFIG_STRICT, readBool);
        settings.maxMemoryBytes = read(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, readMegabytes);
        settings.maxImageSide =
            read(ASSIMP_MD2_CONFIG_MAX_IMAGE_SIDE, [](const Property& property, const std::string& value) {
                return readCount(property, value, int{kMaximumImageSide});
            });
        settings.maxImageBytes = read(ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, readMegabytes);
        settings.keyframe = readKeyframe(importer);
        return settings;
    } catch (const BadValue& bad) {
        return tl::unexpected(bad.error);
    }
}

} // namespace assimp_md2
