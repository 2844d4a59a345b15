// SPDX-License-Identifier: BSD-3-Clause
// The times of an aiAnimation.
#pragma once

#include <assimp/anim.h>

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

/// The duration of an animation of a checked scene: aiAnimation::mDuration or the time of its last key,
/// whichever is later.
///
/// \return 0 or more, finite
double durationInTicks(const aiAnimation& animation);

/// The time of the last key, or durationInTicks if a channel repeats its keys. 0 without keys.
double endInTicks(const aiAnimation& animation);

/// The time of the first key of an animation of a checked scene. Lists with a single key do not count,
/// because Assimp's glTF importer makes such keys, at time 0, for what the file does not animate.
///
/// \return 0 … durationInTicks; 0 if no list has two keys
double startInTicks(const aiAnimation& animation);

/// aiAnimation::mTicksPerSecond, or 25 if it is not a positive finite number. Importers write 0 if the file
/// has no rate, and Assimp's viewer then uses 25.
double ticksPerSecond(const aiAnimation& animation);

} // namespace assimp_md2::inner
