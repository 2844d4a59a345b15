// SPDX-License-Identifier: BSD-3-Clause
// Selects the animations of a scene and the frames that they need, from the clips of the model and the
// settings of the import.
#pragma once

#include "importer/scene/scene.h"
#include "importer/settings/settings.h"

#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The animations of a model and the frames that they show.
struct Animations {
    std::vector<Animation> animations; ///< their frame numbers are indices into `frames`
    std::vector<std::size_t> frames;   ///< indices in the file, ascending: the frames that become anim meshes
    bool isStatic = false;             ///< one frame, no animation, no bones
    Warnings warnings;
};

/// Selects the animations of a model and the frames that they use. With `auto` and no weapon, a model of
/// which all frames are equal is static.
///
/// \param modelName the name of clips without a name
/// \param anm the clips of an `.anm`, which count before those from names; empty if there is none
/// \return the animations, or an error if the model does not have the requested keyframe, clip or frame
///        range
Result<Animations> animationsOf(const View& view, const Settings& settings, const std::string& modelName,
                                const std::vector<ListedClip>& anm);

} // namespace assimp_md2::inner
