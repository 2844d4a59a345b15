// SPDX-License-Identifier: BSD-3-Clause
// The settings of an import, read from properties.
#pragma once

#include "importer/md2/normal_source.h"
#include "importer/settings/property_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace Assimp {
class Importer;
}

namespace assimp_md2::inner {

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
enum class ClipMode { Auto, Names, Player, Single, None, Chosen, List };
struct ClipSettings {
    ClipMode mode = ClipMode::Auto;
    std::vector<std::string> chosen;
    std::vector<ListedClip> list;
};

/// Which clips get a closing key. `Auto` decides by their names, `Chosen` uses Loop::names.
enum class LoopMode { Auto, None, All, Chosen };
struct Loop {
    LoopMode mode = LoopMode::Auto;
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
};

/// The properties of an import (assimp-md2/properties.h), read and checked. The values below are the
/// defaults, also of ResourceLimits.
struct Settings : ResourceLimits {
    double framesPerSecond = 10;
    ClipSettings clips;
    Loop loop;
    bool usedFramesOnly = false;
    bool hasSkeleton = false; ///< bones instead of anim meshes
    std::size_t maxBones = 64;
    Axes axes = Axes::FrontX; ///< of the scene
    NormalMode normals = NormalMode::Auto;
    std::string skin; ///< an index, a name or the path of an image; empty: the first that has an image
    bool skinsOfFolder = false; ///< also the images with icons beside the model
    TextureMode textures = TextureMode::Auto;
    std::string weapon; ///< empty, auto or a file name
    bool strict = false;
    /// The index or the name of the one frame that IMPORT_MD2_KEYFRAME or IMPORT_GLOBAL_KEYFRAME asks for.
    std::optional<std::string> keyframe;
};

/// The settings for the next import of `importer`.
///
/// \param defaults the values of properties that the program does not set
/// \return the settings, or an error for the first property with an invalid value or type
Result<Settings> readSettings(const Assimp::Importer& importer, const PropertyTexts& defaults);

} // namespace assimp_md2::inner
