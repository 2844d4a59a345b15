// SPDX-License-Identifier: BSD-3-Clause
// Builds an aiScene from a Scene, and computes its memory before.
#pragma once

#include "importer/scene/scene.h"

struct aiScene;

namespace assimp_md2::inner {

/// What buildScene needs for `scene`, in bytes, with the allocator's overhead for each block, but without the
/// embedded images, which are moved.
std::uint64_t sceneBytes(const Scene& scene);

/// Builds the aiScene in the empty `target`.
///
/// \param scene is consumed
/// \param repairs receives the normals that had to be clamped
///
/// \throws std::bad_alloc; everything that was allocated then belongs to `target` or is freed
void buildScene(aiScene& target, Scene scene, Warnings& repairs);

} // namespace assimp_md2::inner
