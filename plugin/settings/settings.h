// SPDX-License-Identifier: BSD-3-Clause
// The settings of one import, from the properties of an Assimp::Importer and the environment. Knows which
// values are valid, not what they do.
#pragma once

#include "format/error.h"
#include "io/environment.h"
#include "model/clips.h"
#include "model/geometry.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace Assimp {
class Importer;
}

namespace assimp_md2 {

/// How frames become animations; `Chosen` takes Settings::chosenClips, `List` takes Settings::clipList.
enum class ClipSource { Auto, Names, Player, Single, None, Chosen, List };

/// One entry of a list such as `run:40-45@12`.
struct ListedClip {
    Clip clip;
    std::optional<double> framesPerSecond;
};

/// Which clips get a closing key.
struct Loop {
    bool all = false;
    std::vector<std::string> names;
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
    std::vector<std::string> chosenClips;
    std::vector<ListedClip> clipList;
    Loop loop;
    bool usedFramesOnly = false;
    GeometrySource geometry = GeometrySource::Auto;
    bool sharedVertices = true;
    std::string skin; ///< an index or a stem; empty: the first
    TextureMode textures = TextureMode::Auto;
    std::string weapon; ///< empty, auto or a file name
    bool strict = false;
    std::uint64_t maxMemoryBytes = 0;
    std::uint32_t maxImageSide = 0;
    std::uint64_t maxImageBytes = 0;
    /// The one frame that IMPORT_MD2_KEYFRAME or IMPORT_GLOBAL_KEYFRAME asks for.
    std::optional<int> keyframe;
};

/// The environment variables of the properties, by their names; without those that are not set.
using Environment = std::map<std::string, std::string>;

/// Looks the variables of all properties up. Call it once for a process: see environmentVariable.
Environment readEnvironment(VariableLookup variable);

/// The settings for the next import of `importer`.
/// \return the settings, or BadProperty for the first property with an invalid value or type
Result<Settings> readSettings(const Assimp::Importer& importer, const Environment& environment);

/// The error for an invalid value: which property, which value, what was expected.
/// \param key of a property in the table
Error badValue(const std::string& key, const std::string& value, const std::string& expected);

} // namespace assimp_md2
