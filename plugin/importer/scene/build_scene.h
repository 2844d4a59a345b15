// SPDX-License-Identifier: BSD-3-Clause
// Builds an aiScene from a Scene.
#pragma once

#include "importer/base/error.h"
#include "importer/base/warnings.h"
#include "importer/scene/scene.h"

struct aiScene;

namespace assimp_md2 {

/// Builds the aiScene in the empty `target`.
///
/// \param scene is consumed
/// \param sourceFormat the value of AI_METADATA_SOURCE_FORMAT
/// \param repairs receives the normals that had to be clamped
///
/// \throws std::bad_alloc; everything that was allocated then belongs to `target` or is freed
void buildScene(aiScene& target, Scene scene, const char* sourceFormat, Warnings& repairs);

} // namespace assimp_md2
