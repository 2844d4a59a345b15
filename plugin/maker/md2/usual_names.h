// SPDX-License-Identifier: BSD-3-Clause
// The clips of the game for the names that animations usually have.
#pragma once

#include <optional>
#include <string>

namespace assimp_md2::inner {

/// A clip of the game's table, without its number, or `walk`, and how well an animation suits it.
struct UsualClip {
    std::string clip;
    unsigned int rank = 0; ///< the lowest suits best
};

/// Takes the name of an animation as clipNameOf returns it: `idle` gives `stand`, `sprint` gives `run`,
/// `punch` gives `attack`, `crouch_walk` gives `crwalk`. Prefixes such as `1_` and `robot_` are
/// ignored. Attacks and idle poses of someone who blocks, lies or sits suit no clip.
std::optional<UsualClip> usualClipOf(const std::string& name);

} // namespace assimp_md2::inner
