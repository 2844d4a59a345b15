// SPDX-License-Identifier: BSD-3-Clause
// The settings of an import and of an export, read from properties and the environment.
#pragma once

#include "base/error.h"
#include "base/warnings.h"
#include "md2/normal_source.h"
#include "settings/environment.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace Assimp {
class ExportProperties;
class Importer;
} // namespace Assimp

namespace assimp_md2 {

/// Frames such as `40-45`.
struct FrameRange {
    std::size_t first = 0;
    std::size_t count = 0;
};
std::string textOf(const FrameRange& frames);

/// One entry of a list such as `run:40-45@12`.
struct ListedClip {
    std::string name;
    FrameRange frames;
    std::optional<double> framesPerSecond;
};

// PropertyReader makes an enumerator from the index of a word, so the order of those with words matters.

/// How frames become animations. `Chosen` uses ClipSettings::chosen, `List` uses ClipSettings::list.
enum class ClipSource { Auto, Names, Player, Single, None, Chosen, List };
struct ClipSettings {
    ClipSource source = ClipSource::Auto;
    std::vector<std::string> chosen;
    std::vector<ListedClip> list;
};

/// Which clips get a closing key. `Auto` decides by their names, `Chosen` uses Loop::names.
enum class LoopSource { Auto, None, All, Chosen };
struct Loop {
    LoopSource source = LoopSource::Auto;
    std::vector<std::string> names;
};

/// Whether the image of a skin is embedded or referenced.
enum class TextureMode {
    Auto,      ///< PCX files, files named .pcx and files of a game are embedded, others are referenced
    Embed,     ///< every image found is embedded
    Reference, ///< every image found is referenced
    Names      ///< the names in the file are used without a search
};

/// The limits of an import or export.
struct ResourceLimits {
    std::uint64_t maxMemoryBytes = std::uint64_t{1024} << 20;
    std::uint64_t maxImageBytes = std::uint64_t{64} << 20; ///< decoded pixels of all images of a model
    Warnings removed; ///< properties that are set but do not exist any more
};

/// The properties of an import (assimp-md2/properties.h), read and checked. The values below are the
/// defaults, also of ResourceLimits and ExportSettings.
struct Settings : ResourceLimits {
    double framesPerSecond = 10;
    ClipSettings clips;
    Loop loop;
    bool usedFramesOnly = false;
    bool hasSkeleton = false; ///< bones instead of anim meshes
    std::size_t maxBones = 64;
    bool isFrontZ = false; ///< the front faces +Z instead of +X
    NormalMode normals = NormalMode::Auto;
    std::string skin; ///< an index, a name or the path of an image; empty: the first that has an image
    bool skinsOfFolder = false; ///< also the images with icons beside the model
    TextureMode textures = TextureMode::Auto;
    std::string weapon; ///< empty, auto or a file name
    bool strict = false;
    /// The one frame that IMPORT_MD2_KEYFRAME or IMPORT_GLOBAL_KEYFRAME asks for.
    std::optional<int> keyframe;
};

/// Which frames an export as MD2 writes. `Chosen` writes ExportSettings::chosenClips; `Player` and `Weapon`
/// write the clips of the game's table; ExportSettings::chosenClips then lists the clips that come from
/// animations with other names.
enum class ExportedClips { All, Player, Weapon, Chosen };

/// The axis that the front of an exported scene faces, and the axis that points up. `Auto` depends on the
/// scene.
enum class ExportedFront { Auto, X, Z, MinusX, MinusZ };
enum class ExportedUp { Auto, Y, Z };

/// One entry of a list such as `stand,run=walk` or `player;run=walk:40-45`: the clip `run` from the animation
/// `walk`.
struct ChosenClip {
    std::string name;
    std::string animation; ///< empty: the first one
    FrameRange part;       ///< without frames: the whole animation
};

/// The properties of an export as MD2 (assimp-md2/properties.h), read and checked.
struct ExportSettings : ResourceLimits {
    double framesPerSecond = 10; ///< above 0 (`scale` as well)
    ExportedClips clips = ExportedClips::All;
    std::vector<ChosenClip> chosenClips;
    /// Names of meshes or nodes with `*` and `?`; those after a `!` are left out. Empty: all meshes.
    std::vector<std::string> meshes;
    double scale = 1;
    std::optional<double> height;   ///< of the first frame; replaces `scale`
    std::array<double, 3> offset{}; ///< in the space of the MD2
    ExportedFront front = ExportedFront::Auto;
    ExportedUp up = ExportedUp::Auto;
    /// A folder below the game root, or a name that ends in .pcx; empty: derived from the output path.
    std::string skinPath;
    std::string textures;   ///< a folder with the images of the scene; empty: none
    std::string palette;    ///< a PCX file; empty: skins are written as PNG
    bool overwrite = false; ///< replaces images that have the names of skins and differ from them
    bool simplify = true;   ///< true: the limits of Quake II hold; false: those of the format
};

/// The settings for the next import of `importer`.
///
/// \return the settings, or an error for the first property with an invalid value or type
Result<Settings> readSettings(const Assimp::Importer& importer, const Environment& environment);

/// The limits of an export with `properties`.
///
/// \return the limits, or an error for the first property with an invalid value or type
Result<ResourceLimits> readLimits(const Assimp::ExportProperties& properties, const Environment& environment);

/// The settings of an export as MD2 with `properties`.
///
/// \return the settings, or an error for the first property with an invalid value or type
Result<ExportSettings> readExportSettings(const Assimp::ExportProperties& properties,
                                          const Environment& environment);

} // namespace assimp_md2
