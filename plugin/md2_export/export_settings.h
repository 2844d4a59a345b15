// SPDX-License-Identifier: BSD-3-Clause
// The settings of one MD2 export, as the properties EXPORT_MD2_… give them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assimp_md2 {

/// Which frames are written.
enum class ExportedClips {
    All,    ///< every animation
    Player, ///< the 198 frames of a player
    Weapon, ///< the 173 frames of a player's weapon
    Chosen  ///< ExportSettings::chosenClips
};

/// One entry of a list such as `stand,run=walk`: the clip `run` from the animation `walk`.
struct ChosenClip {
    std::string name;
    std::string animation;
};

struct ExportSettings {
    double framesPerSecond = 10; ///< above 0
    ExportedClips clips = ExportedClips::All;
    std::vector<ChosenClip> chosenClips;
    double scale = 1;     ///< above 0
    bool oneGrid = false; ///< one quantisation grid for all frames
    std::string skinPath; ///< a folder below the game root, or a name ending in .pcx; empty: from the output
    std::string palette;  ///< a PCX file; empty: skins are written as PNG
    bool gameLimits = true; ///< those of Quake II, not those of the format
    std::uint64_t maxMemoryBytes = 0;
};

} // namespace assimp_md2
