// SPDX-License-Identifier: BSD-3-Clause
// The animation of morph target weights, which Assimp's glTF exporter lacks; knows nothing of files.
#pragma once

#include "gltf/morphed_meshes.h"

#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2 {

class Document;

/// Adds the morph channels of `scene` to the animations that Assimp has written, and their names. Frees the
/// keys that are written. The animations' ticks per second must be above 0.
void addWeightAnimations(Document& document, aiScene& scene, const std::vector<MorphedMesh>& meshes,
                         const std::vector<std::string>& animationNames);

} // namespace assimp_md2
