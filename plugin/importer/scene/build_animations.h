// SPDX-License-Identifier: BSD-3-Clause
// Builds the aiAnimations of a scene: morph channels, and node channels for models, bones and tags.
#pragma once

#include "importer/scene/scene.h"
#include "importer/scene/tag_places.h"

#include <vector>

struct aiScene;

namespace assimp_md2 {

/// Adds Scene::animations to `target`, which has none.
///
/// \param places for each model, the places of its tags
void buildAnimations(aiScene& target, const Scene& scene, const std::vector<TagPlaces>& places);

} // namespace assimp_md2
