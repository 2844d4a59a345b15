// SPDX-License-Identifier: BSD-3-Clause
// The settings of one import, out of the properties of an Assimp::Importer and the environment. Knows which
// values make sense, not what they do.
#pragma once

#include "model/clips.h"
#include "model/geometry.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace Assimp {
class Importer;
}

namespace assimp_md2 {

/// How frames become animations; `List` takes Settings::clipList.
enum class ClipSource { Auto, Names, Player, Single, None, List };

/// One entry of a list such as `run:40-45@12`.
struct ListedClip {
    Clip clip;
    std::optional<double> framesPerSecond;
};

/// Which clips get a closing key.
struct Loop {
    bool all = false;
    std::vector<std::string> names; ///< in lower case
};

/// What becomes of a skin's image.
enum class TextureMode {
    Auto,      ///< a PCX is embedded as PNG, others are referenced
    Embed,     ///< every image found is embedded
    Reference, ///< every image found is referenced
    Names      ///< the names of the file, without a search
};

/// The properties of assimp-md2/properties.h, read and checked.
struct Settings {
    double framesPerSecond = 10;
    ClipSource clips = ClipSource::Auto;
    std::vector<ListedClip> clipList;
    Loop loop;
    GeometrySource geometry = GeometrySource::Auto;
    bool sharedVertices = true;
    std::string skin; ///< an index or a stem; empty: the first
    TextureMode textures = TextureMode::Auto;
    bool strict = false;
    std::uint64_t maxMemoryBytes = std::uint64_t{1024} << 20;
    std::optional<int>
        keyframe; ///< the one frame that IMPORT_MD2_KEYFRAME or IMPORT_GLOBAL_KEYFRAME asks for
};

/// The settings for the next import of `importer`.
/// \return the settings, or the message of the first property whose value makes no sense
std::variant<Settings, std::string> readSettings(const Assimp::Importer& importer);

/// The message for a value that makes no sense: which property, which value, what is allowed.
std::string badValue(const std::string& property, const std::string& value, const std::string& allowed);

} // namespace assimp_md2
