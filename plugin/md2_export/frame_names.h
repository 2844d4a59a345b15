// SPDX-License-Identifier: BSD-3-Clause
// Makes frame names from animation names, so that importers restore the same clips.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>

namespace assimp_md2 {

/// Converts the name of an animation (UTF-8) to a clip name: lower case, only a to z, digits and `_`. Drops
/// everything up to the last `|`, because some exporters write the name of the armature there: `Armature|Walk
/// Fast` becomes `walk_fast`. The result is `fallback` if no character is left.
std::string clipNameOf(std::string_view animationName, const char* fallback = "frame");

/// Names the frames of clips. A frame name is the clip's name and a number from 1, with at least two digits:
/// stand01. If the clip's name ends with a digit, the number follows it directly, as in the game: pain101. A
/// `_` separates them if the name ends with several digits, or if there is a clip with the same name without
/// the digit (`pain`), because importers would join the two clips.
class FrameNames {
public:
    /// Starts a clip. The name is shortened so that a number and a NUL fit. If the shortened name is not
    /// unique, its end is replaced by `_b`, `_c` …
    void startClip(const std::string& clipName, std::size_t frameCount);

    /// \return the name of the next frame of the clip, at most 15 bytes
    std::string next();

private:
    std::unordered_set<std::string> used_; ///< names of clips
    std::string stem_;
    std::size_t digits_ = 2;
    std::size_t number_ = 0;
};

} // namespace assimp_md2
