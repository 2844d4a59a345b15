// SPDX-License-Identifier: BSD-3-Clause
// What Assimp's glTF exporter must not see of a scene; knows aiScene, nothing of glTF.
#include "gltf/hidden_from_assimp.h"

#include "gltf/source.h"

#include <assimp/anim.h>
#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace assimp_md2 {
namespace {

/// What Assimp's own viewer and samples assume for an animation without ticks per second.
constexpr double kDefaultTicksPerSecond = 25;

bool isNear(const aiVector3D& a, const aiVector3D& b) {
    constexpr auto kTolerance = static_cast<ai_real>(1e-5);
    return (a - b).Length() <= kTolerance * (1 + b.Length());
}

/// A rotation and its negative are the same turn.
bool isNear(const aiQuaternion& a, const aiQuaternion& b) {
    return std::abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) > 1 - 1e-6;
}

template <typename Key, typename Value>
bool allAre(const Key* keys, unsigned int count, const Value& value) {
    return std::all_of(keys, keys + count, [&](const Key& key) { return isNear(key.mValue, value); });
}

/// Whether the channel leaves its node where it is.
bool rests(const aiNode& node, const aiNodeAnim& channel) {
    aiVector3D scaling;
    aiVector3D position;
    aiQuaternion rotation;
    node.mTransformation.Decompose(scaling, rotation, position);
    return allAre(channel.mPositionKeys, channel.mNumPositionKeys, position) &&
           allAre(channel.mRotationKeys, channel.mNumRotationKeys, rotation) &&
           allAre(channel.mScalingKeys, channel.mNumScalingKeys, scaling);
}

} // namespace

HiddenFromAssimp::HiddenFromAssimp(aiScene& scene) {
    const bool hidesResting = isImportedMd2(scene);
    const auto isShown = [&](const aiNodeAnim* channel) {
        const aiNode* const node = scene.mRootNode->FindNode(channel->mNodeName);
        return node != nullptr && !(hidesResting && rests(*node, *channel));
    };
    hide(scene.mNumTextures, 0);
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        hide(scene.mMeshes[i]->mNumAnimMeshes, 0);
    }
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        aiAnimation& animation = *scene.mAnimations[i];
        animation.mName.Set("assimp-md2 animation " + std::to_string(i));
        if (!(animation.mTicksPerSecond > 0)) {
            animation.mTicksPerSecond = kDefaultTicksPerSecond;
        }
        aiNodeAnim** const end =
            std::stable_partition(animation.mChannels, animation.mChannels + animation.mNumChannels, isShown);
        hide(animation.mNumChannels, static_cast<unsigned int>(end - animation.mChannels));
    }
}

HiddenFromAssimp::~HiddenFromAssimp() {
    for (const auto& [count, value] : counts_) {
        *count = value;
    }
}

void HiddenFromAssimp::hide(unsigned int& count, unsigned int shown) {
    counts_.emplace_back(&count, count);
    count = shown;
}

} // namespace assimp_md2
