// SPDX-License-Identifier: BSD-3-Clause
// The settings of an export as MD2, read from properties.
#pragma once

#include "importer/settings/settings.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace Assimp {
class ExportProperties;
}

namespace assimp_md2::inner {

/// Which frames an export as MD2 writes. `Chosen` writes ExportClips::chosen; `Player` and `Weapon` write the
/// clips of the game's table; ExportClips::chosen then lists the clips that come from animations with other
/// names.
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

struct ExportClips {
    ExportedClips source = ExportedClips::All;
    std::vector<ChosenClip> chosen;
    bool areNamedIfMissing = true; ///< in a warning

    bool areOfGame() const { return source == ExportedClips::Player || source == ExportedClips::Weapon; }
};

/// The properties of an export as MD2 (assimp-md2/maker.h), read and checked. The values below are the
/// defaults.
struct ExportSettings : ResourceLimits {
    double framesPerSecond = 10; ///< above 0 (`scale` as well)
    ExportClips clips;
    bool isInPlace = false; ///< clips that repeat do not travel
    /// Names of meshes or nodes with `*` and `?`; those after a `!` are left out. Empty: all meshes.
    std::vector<std::string> meshes;
    double scale = 1;
    std::optional<double> height; ///< of the first frame, or of `stand` of a player; replaces `scale`
    /// The lowest z of the meshes that are written, which then have the height as well. Otherwise the whole
    /// scene has it, and the feet of a player with a height are at -24.
    std::optional<double> feet{};
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

/// The settings of an export as MD2 with `properties`.
///
/// \return the settings, or an error for the first property with an invalid value or type
Result<ExportSettings> readExportSettings(const Assimp::ExportProperties& properties);

} // namespace assimp_md2::inner
