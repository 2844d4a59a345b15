// SPDX-License-Identifier: BSD-3-Clause
// Names of frames from names of animations, so that readers find the same clips again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>

namespace assimp_md2 {

/// Takes the name of an animation (UTF-8), returns it as a clip is named: lower case, with letters, digits
/// and `_` only, `frame` when nothing is left. `Armature|Walk Fast` becomes `walk_fast`: exporters write the
/// name of the armature first.
std::string clipNameOf(std::string_view animationName);

/// Names the frames of clips: the clip's name and a number from 1, of two digits or as many as the last
/// number needs: stand01. A name that ends with a digit is numbered as the game does, pain101.
/// It gets a `_` first where that would be misread: with more than one digit, and after a clip called `pain`.
class FrameNames {
public:
    /// Starts a clip. Its name is cut so that a number and a NUL fit; when it is not unique then, or
    /// continues the clip before it, its end becomes `_b`, `_c` …
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
