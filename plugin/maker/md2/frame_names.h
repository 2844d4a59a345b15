// SPDX-License-Identifier: BSD-3-Clause
// Makes frame names from animation names, so that importers restore the same clips, and finds the clips of
// the game for the names that animations usually have.
#pragma once

#include "assimp-md2/maker.h"
#include "importer/md2/layout.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// The maximum length of a frame name, without the NUL.
inline constexpr std::size_t kMostFrameNameBytes = kFrameNameSize - 1;

/// Converts the name of an animation (UTF-8) to a clip name: lower case, only a to z, digits and `_`. Drops
/// everything up to the last `|`, because some exporters write the name of the armature there: `Armature|Walk
/// Fast` becomes `walk_fast`. If the last part is the name of a layer, uses the part before it:
/// `Armature|Walk|BaseLayer` becomes `walk`.
/// The result is `fallback` if no character is left.
std::string clipNameOf(std::string_view animationName, const char* fallback = "frame");

/// `pain` for `pain1`.
std::string withoutNumber(const std::string& clip);

/// Names the frames of clips, at most 15 bytes each. A frame name is a prefix and a number from 1, with at
/// least two digits: stand01. The prefix is the name of the clip, shortened so that a number and a NUL fit.
/// If the prefix is not unique, its end is replaced by `_b`, `_c` …
///
/// A `_` separates a name that ends with a digit from the number, because readers would join `anim_101` and
/// `anim_201` to one clip. The numbered clips of players have none, as in the game (`pain101`), unless
/// importers would not find the same clips then.
///
/// If importers would take the model for a player because of its frame count, the first clip's prefix ends
/// with kNotAPlayer: mixamo_com__001.
std::vector<std::string> frameNamesOf(const std::vector<Md2Clip>& clips);

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
