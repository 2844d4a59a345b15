// SPDX-License-Identifier: BSD-3-Clause
// Computes the heap memory of an aiScene before it is built.
#pragma once

#include "importer/scene/scene.h"

#include <cstdint>

namespace assimp_md2 {

/// What buildScene needs for `scene`, in bytes, with the allocator's overhead for each block, but without the
/// embedded images, which are moved.
std::uint64_t sceneBytes(const Scene& scene);

} // namespace assimp_md2
