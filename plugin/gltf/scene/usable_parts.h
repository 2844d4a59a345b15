// SPDX-License-Identifier: BSD-3-Clause
// The parts of a scene that can be used: keys and times of animations, weights of bones.
#pragma once

#include "importer/base/finite.h"

#include <assimp/anim.h>
#include <assimp/mesh.h>

#include <limits>

namespace assimp_md2::inner {

/// Calls `visit(keys, count)` for each list of keys of an animation.
template <typename Visit>
void forEachKeyList(const aiAnimation& animation, Visit visit) {
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        aiNodeAnim& channel = *animation.mChannels[i];
        visit(channel.mPositionKeys, channel.mNumPositionKeys);
        visit(channel.mRotationKeys, channel.mNumRotationKeys);
        visit(channel.mScalingKeys, channel.mNumScalingKeys);
    }
    for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
        visit(animation.mMorphMeshChannels[i]->mKeys, animation.mMorphMeshChannels[i]->mNumKeys);
    }
}

/// aiAnimation::mTicksPerSecond, or 25 if it is not a positive finite number. Importers write 0 if the file
/// has no rate, and Assimp's viewer then uses 25.
inline double ticksPerSecond(const aiAnimation& animation) {
    constexpr double kDefault = 25;
    const double ticks = animation.mTicksPerSecond;
    return ticks > 0 && isFinite(ticks) ? ticks : kDefault;
}

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
