// SPDX-License-Identifier: BSD-3-Clause
// What the evaluation of an aiScene repairs or cannot know, as kinds of Warnings.
#pragma once

namespace assimp_md2::inner::repair {

inline constexpr const char* kNodesAmbiguous =
    "scene: several parts have the name that a clip moves, so the wrong one may move";
inline constexpr const char* kCurveLost =
    "scene: keys of an FBX rotation are far apart, and Assimp does not read the curve between them, so the "
    "poses there may be wrong; bake the animation in an editor";
inline constexpr const char* kBoneWeightLacks = "scene: vertices of a mesh with bones have no weight, or one "
                                                "that is not a number; they get the weights of "
                                                "their nearest neighbour";

} // namespace assimp_md2::inner::repair
