// SPDX-License-Identifier: BSD-3-Clause
// The bone weights of an aiMesh that can be used.
#pragma once

#include <assimp/mesh.h>

#include <limits>

namespace assimp_md2::inner {

/// Whether a weight is above 0 and finite, and its vertex exists.
inline bool isWeight(const aiVertexWeight& weight, const aiMesh& mesh) {
    return weight.mVertexId < mesh.mNumVertices && weight.mWeight > 0 &&
           weight.mWeight <= std::numeric_limits<float>::max();
}

/// Calls `visit(vertex, weight)` for each such weight of a bone.
template <typename Visit>
void forEachWeight(const aiMesh& mesh, const aiBone& bone, Visit visit) {
    for (unsigned int i = 0; i < bone.mNumWeights; ++i) {
        if (isWeight(bone.mWeights[i], mesh)) {
            visit(bone.mWeights[i].mVertexId, static_cast<float>(bone.mWeights[i].mWeight));
        }
    }
}

} // namespace assimp_md2::inner
