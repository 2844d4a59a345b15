// SPDX-License-Identifier: BSD-3-Clause
// Implements build_animations.h.
#include "scene/build_animations.h"

#include "scene/assimp_objects.h"
#include "scene/build_bones.h"

#include <assimp/anim.h>
#include <assimp/scene.h>

#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

namespace assimp_md2 {
namespace {

/// Every target is in every key: glTF writers and Qt3D rely on it.
void addKeys(aiMeshMorphAnim& channel, const Animation& animation, std::size_t frameCount) {
    const std::size_t keys = keyCount(animation);
    std::vector<std::unique_ptr<unsigned int[]>> values(keys);
    std::vector<std::unique_ptr<double[]>> weights(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        values[key].reset(new unsigned int[frameCount]);
        std::iota(values[key].get(), values[key].get() + frameCount, 0U);
        weights[key] = std::make_unique<double[]>(frameCount);
        weights[key][frameOfKey(animation, key)] = 1.0;
    }
    channel.mKeys = new aiMeshMorphKey[keys];
    channel.mNumKeys = static_cast<unsigned int>(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        channel.mKeys[key].mTime = static_cast<double>(key);
        channel.mKeys[key].mNumValuesAndWeights = static_cast<unsigned int>(frameCount);
        channel.mKeys[key].mValues = values[key].release();
        channel.mKeys[key].mWeights = weights[key].release();
    }
}

/// A channel that leaves the node of a model where it is. It keeps OptimizeGraph from removing the node,
/// which has the meshes, and Assimp's glTF exporter from writing an animation without channels.
std::unique_ptr<aiNodeAnim> newNodeChannel(const std::string& nodeName) {
    auto channel = std::make_unique<aiNodeAnim>();
    channel->mNodeName = assimpString(nodeName);
    channel->mPositionKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(0, 0, 0))};
    channel->mNumPositionKeys = 1;
    channel->mRotationKeys = new aiQuatKey[1]{aiQuatKey(0, aiQuaternion(1, 0, 0, 0))};
    channel->mNumRotationKeys = 1;
    channel->mScalingKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(1, 1, 1))};
    channel->mNumScalingKeys = 1;
    return channel;
}

/// A channel that follows the tag's triangle, with a key at each frame.
std::unique_ptr<aiNodeAnim> newTagChannel(const std::string& nodeName, const Animation& animation,
                                          const TagPlaces& places, std::size_t tag) {
    const std::size_t keys = keyCount(animation);
    auto channel = std::make_unique<aiNodeAnim>();
    channel->mNodeName = assimpString(nodeName);
    channel->mPositionKeys = new aiVectorKey[keys];
    channel->mNumPositionKeys = static_cast<unsigned int>(keys);
    channel->mRotationKeys = new aiQuatKey[keys];
    channel->mNumRotationKeys = static_cast<unsigned int>(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        const TagPlace& place = places[tag][frameOfKey(animation, key)];
        channel->mPositionKeys[key] = aiVectorKey(static_cast<double>(key), place.position);
        channel->mRotationKeys[key] = aiQuatKey(static_cast<double>(key), place.rotation);
    }
    channel->mScalingKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(1, 1, 1))};
    channel->mNumScalingKeys = 1;
    return channel;
}

std::unique_ptr<aiMeshMorphAnim> newMorphChannel(const Animation& animation, const Model& model) {
    auto channel = std::make_unique<aiMeshMorphAnim>();
    channel->mName = assimpString(model.name);
    addKeys(*channel, animation, model.frames.size());
    return channel;
}

std::unique_ptr<aiAnimation> newAnimation(const Animation& source, const std::vector<Model>& models,
                                          const std::vector<TagPlaces>& places) {
    auto animation = std::make_unique<aiAnimation>();
    animation->mName = assimpString(source.clip.name);
    animation->mTicksPerSecond = source.ticksPerSecond;
    animation->mDuration = static_cast<double>(keyCount(source) - 1);
    Objects<aiNodeAnim> nodeChannels;
    Objects<aiMeshMorphAnim> morphChannels;
    for (std::size_t i = 0; i < models.size(); ++i) {
        nodeChannels.push_back(newNodeChannel(models[i].name));
        if (const std::optional<ModelSkeleton>& skeleton = models[i].skeleton) {
            for (std::size_t bone = 0; bone < skeleton->boneNames.size(); ++bone) {
                nodeChannels.push_back(newBoneChannel(*skeleton, bone, source));
            }
        } else {
            morphChannels.push_back(newMorphChannel(source, models[i]));
        }
        for (std::size_t tag = 0; tag < models[i].tags.size(); ++tag) {
            nodeChannels.push_back(newTagChannel(models[i].tags[tag].name, source, places[i], tag));
        }
    }
    attach(std::move(nodeChannels), animation->mChannels, animation->mNumChannels);
    attach(std::move(morphChannels), animation->mMorphMeshChannels, animation->mNumMorphMeshChannels);
    return animation;
}

} // namespace

void buildAnimations(aiScene& target, const Scene& scene, const std::vector<TagPlaces>& places) {
    Objects<aiAnimation> animations;
    for (const Animation& animation : scene.animations) {
        animations.push_back(newAnimation(animation, scene.models, places));
    }
    attach(std::move(animations), target.mAnimations, target.mNumAnimations);
}

} // namespace assimp_md2
