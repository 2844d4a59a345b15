// SPDX-License-Identifier: BSD-3-Clause
// Builds the aiMaterials and aiTextures of a scene.
#pragma once

#include "importer/scene/scene.h"

#include <vector>

struct aiScene;

namespace assimp_md2 {

/// Adds a material for each of `materials` to `target`, which has none.
void buildMaterials(aiScene& target, const std::vector<Material>& materials);

/// Adds the image files as Assimp embeds them: mWidth is the size in bytes, mHeight is 0.
///
/// \param textures each texture is freed as soon as it is copied to the scene
void buildTextures(aiScene& target, std::vector<Texture> textures);

} // namespace assimp_md2
