// SPDX-License-Identifier: BSD-3-Clause
// What Assimp's glTF exporter lacks: the targets of aiAnimMesh and the animation of their weights; knows
// nothing of files.
#pragma once

#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2 {

class Document;

/// Adds the targets and their animation to what Assimp has written of `scene`, and the names of its
/// animations. Their ticks per second must be there.
void addMorphs(Document& document, const aiScene& scene, const std::vector<std::string>& animationNames);

} // namespace assimp_md2
