// SPDX-License-Identifier: BSD-3-Clause
// Builds the aiAnimations of a scene: morph channels, and node channels for models, bones and tags.
#pragma once

#include "importer/scene/scene.h"
#include "importer/scene/tag_poses.h"

#include <vector>

struct aiScene;

namespace assimp_md2 {

/// Adds Scene::animations to `target`, which has none.
///
/// \param poses for each model, the poses of its tags
void buildAnimations(aiScene& target, const Scene& scene, const std::vector<TagPoses>& poses);

} // namespace assimp_md2
