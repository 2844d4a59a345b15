// SPDX-License-Identifier: BSD-3-Clause
// Finds the clips of a model (named ranges of frames) from frame names or from the game's table of player
// clips.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// A named range of frames: [firstFrame, firstFrame + frameCount), at least one frame.
struct Clip {
    std::string name; ///< UTF-8, unique among the clips of a model
    std::size_t firstFrame;
    std::size_t frameCount;
};

inline bool operator==(const Clip& a, const Clip& b) {
    return a.name == b.name && a.firstFrame == b.firstFrame && a.frameCount == b.frameCount;
}

/// The number of frames of a Quake II player, and of a player's weapon. The weapon has fewer frames because
/// it is not shown while the player dies.
constexpr std::size_t kPlayerFrames = 198;
constexpr std::size_t kPlayerWeaponFrames = 173;

/// The end of the first frame's stem in a model that has as many frames as a player by chance. The exporter
/// writes it, so that the frame count alone does not make such a model a player.
constexpr std::string_view kNotAPlayer = "__";

/// The clips that follow from the frame names. Every frame is in exactly one clip, and clips are in the order
/// of frames.
///
/// Quotes and spaces around a name are ignored. A name that is a path counts from its last `/` or `\`.
///
/// A frame name has three parts: a stem, a number (the last group of digits), and an optional suffix of up to
/// four letters, which may start with a dot. A name that has no digits or ends in another way has no number:
/// the whole name is the stem, and the number counts as 0. Frame i+1 belongs to the same clip as frame i if
/// the stems are equal without regard to case, the number does not decrease, and the number is not a restart.
/// A restart is a number with the same number of digits whose leading digits increase while the counting
/// digits return to their start. In numbers of three or more digits the last two digits count and start at 01
/// or 00 (pain104 → pain201). In numbers of two digits the last digit counts and starts at 1 (pain14 →
/// pain21). The next number (pain199 → pain200) is never a restart, nor is a jump that equals the jump before
/// it (a097 → a099 → a101).
///
/// If all names are those of Egoboo, such as SA01AL000, WB7F and WB_2 (two capital letters of the action,
/// perhaps a `_`, a digit, then digits and capital letters), the stem is the action, and there is no number.
///
/// The name of a clip is its stem without trailing spaces, `_`, `-`, `.` and quotes. If all clips with the
/// same stem have different leading digits, the leading digits are appended. An empty name becomes
/// `modelName`. Duplicate names get _2, _3 and so on.
///
/// \param frameNames Latin-1, in the order of the frames
/// \param modelName UTF-8
std::vector<Clip> clipsFromNames(const std::vector<std::string_view>& frameNames,
                                 const std::string& modelName);

/// The clips of the game's table for the first 198 frames, or for the first 173 if there are fewer than 198.
/// Clips are shortened or left out if the model has fewer frames than the table. Frames after the table
/// become clips by their names.
std::vector<Clip> clipsFromPlayerTable(const std::vector<std::string_view>& frameNames,
                                       const std::string& modelName);

/// Returns the clips of the table if the model is a player or a player's weapon, otherwise the clips from
/// frame names. A model counts as a player if it has at least 172 frames (a weapon with one frame missing)
/// and either
///
/// - at least half of the clip boundaries in the table (below the frame count) are also clip boundaries by
///   frame names, or
/// - there are 173, 174, 198 or 199 frames, the names use fewer than three of the table's words, and the
///   first name's stem does not end with kNotAPlayer.
///
/// The table's words are stand, run, attack, pain, jump, flip, salute, taunt, wave, point, cr and death. The
/// names use a word if the stem of a clip starts with it, without regard to case.
std::vector<Clip> clipsOf(const std::vector<std::string_view>& frameNames, const std::string& modelName);

/// Whether clipsOf takes the clips of the table.
bool isPlayer(const std::vector<std::string_view>& frameNames);

/// Whether a clip of this name repeats in games: stand, idle, walk, run, swim, fly, hover, float, amb,
/// crwalk, crstnd and loop, and DA, WA, WB and WC of Egoboo. Digits, case, one letter after a `_` at the end
/// (`walk_a`), and spaces, `_`, `-` and `.` at both ends are ignored. In the game's table these are stand,
/// run, crstnd and crwalk.
bool isRepeating(std::string_view clipName);

/// Whether a clip is one of the game's table.
bool isOfPlayerTable(const Clip& clip);

/// Makes the names of clips unique: the second of equal names gets _2, the third _3.
void makeNamesUnique(std::vector<Clip>& clips);

} // namespace assimp_md2::inner
