// SPDX-License-Identifier: BSD-3-Clause
// The clips of a model: runs of frames with a name, from frame names or from the game's table of player
// clips.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// Frames [firstFrame, firstFrame + frameCount), at least one.
struct Clip {
    std::string name; ///< UTF-8, unique among the clips of a model
    std::size_t firstFrame;
    std::size_t frameCount;
};

inline bool operator==(const Clip& a, const Clip& b) {
    return a.name == b.name && a.firstFrame == b.firstFrame && a.frameCount == b.frameCount;
}

/// The frames of a Quake II player, and of a player's weapon, which is not shown while the player dies.
constexpr std::size_t kPlayerFrames = 198;
constexpr std::size_t kPlayerWeaponFrames = 173;

/// The clips that the frame names describe; they partition the frames in order.
///
/// A frame name is stem + number + tag: the last run of digits, and up to four letters after it, with or
/// without a dot in front of them. A name that ends in anything else, or has no digits, is all stem and
/// counts as number 0. Frame i+1 continues the clip of frame i when the stems agree without regard to case
/// and the number does not decrease and is not a restart. A restart is a number of as many digits whose
/// leading digits went up while the rest went back to 01 or 00 (two digits of three or more) or to 1 (one
/// digit of two): pain104 → pain201, pain14 → pain21. The next number (pain199 → pain200) is never a restart.
///
/// A clip is named by its stem without trailing blanks, `_`, `-` and `.`, followed by its leading digits
/// where those tell clips of one stem apart; an empty name becomes `modelName`; equal names get _2, _3.
///
/// \param frameNames Latin-1, in the order of the frames
/// \param modelName UTF-8
std::vector<Clip> clipsFromNames(const std::vector<std::string_view>& frameNames,
                                 const std::string& modelName);

/// The clips of the game's table for the first 198 frames, or the first 173 when there are fewer than 198;
/// clips beyond the last frame are left out or cut. Frames after the table's are clips from names.
std::vector<Clip> clipsFromPlayerTable(const std::vector<std::string_view>& frameNames,
                                       const std::string& modelName);

/// The clips of the table when the model is a player or a player's weapon, else those of the names. It is a
/// player when it has at least 172 frames and either
///
/// - at least half of the table's boundaries below the frame count are boundaries from names too, or
/// - there are 173, 174, 198 or 199 frames and the names use fewer than three of the table's words.
///
/// The words are stand, run, attack, pain, jump, flip, salute, taunt, wave, point, cr and death. A word is
/// used when the stem of a clip from names begins with it, without regard to case.
std::vector<Clip> clipsOf(const std::vector<std::string_view>& frameNames, const std::string& modelName);

/// Makes the names of clips unique: the second of equal names gets _2, the third _3.
void makeNamesUnique(std::vector<Clip>& clips);

} // namespace assimp_md2
