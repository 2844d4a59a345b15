// SPDX-License-Identifier: BSD-3-Clause
// Computes the heap memory of an aiScene before it is built.
#pragma once

#include "scene/scene.h"

#include <cstdint>
#include <vector>

namespace assimp_md2 {

// All sizes are in bytes and include the allocator's overhead for each block.

/// What buildScene needs for any scene. In all it needs this, what the next three functions return, and the
/// embedded images.
std::uint64_t rootBytes();

/// What buildScene needs for one model: nodes, meshes, and channels in each of `animations`.
///
/// \param meshes of this model
std::uint64_t modelBytes(const Model& model, const std::vector<Mesh>& meshes,
                         const std::vector<Animation>& animations, bool isStatic);

/// The memory that buildScene needs for animations, without their channels.
std::uint64_t animationBytes(const std::vector<Animation>& animations);

/// What buildScene needs for materials.
std::uint64_t materialBytes(const std::vector<Material>& materials);

/// A lower bound of what buildScene needs for these counts. The importer uses it to reject a file before it
/// allocates memory for the scene.
///
/// \param keys of all animations together
std::uint64_t leastSceneBytes(std::uint64_t triangles, std::uint64_t frames, std::uint64_t keys,
                              std::uint64_t skins);

} // namespace assimp_md2
