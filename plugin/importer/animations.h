// SPDX-License-Identifier: BSD-3-Clause
// Which animations a scene gets, and which frames it needs for them: the clips of the model under the
// settings of an import.
#pragma once

#include "format/view.h"
#include "scene/scene.h"
#include "settings/settings.h"

#include <string>
#include <vector>

namespace assimp_md2 {

/// The animations of a model and the frames that they show.
struct Animations {
    std::vector<Animation> animations; ///< their frames count `frames`
    std::vector<std::size_t> frames;   ///< of the file, ascending: what becomes an anim mesh
    bool isStatic = false;             ///< one frame, no animation
    std::vector<std::string> warnings;
};

/// Lower bounds for the scene, from the counts of the file alone, to check its size before it is built.
struct LeastCounts {
    std::uint64_t animMeshes = 0;
    std::uint64_t keys = 0; ///< of all animations
};
LeastCounts leastCounts(const View& view, const Settings& settings);

/// \param modelName names a clip that has no other name
/// \return BadProperty for a keyframe, a clip or a list that the model does not have
Result<Animations> animationsOf(const View& view, const Settings& settings, const std::string& modelName);

} // namespace assimp_md2
