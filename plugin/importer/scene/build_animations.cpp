// SPDX-License-Identifier: BSD-3-Clause
// Builds the aiAnimations of a scene.
#include "importer/scene/scene_parts.h"

#include <assimp/anim.h>

#include <numeric>

namespace assimp_md2::inner {
namespace {

/// Every target is in every key: writers of glTF and Qt Quick 3D rely on it, and importers such as that of
/// FBX leave out a target that has no key of its own, whose weight is then interpolated.
std::unique_ptr<aiMeshMorphAnim> newMorphChannel(const Model& model, const Animation& animation) {
    const std::size_t keys = keyCount(animation);
    const std::size_t frames = model.frames.size();
    auto channel = std::make_unique<aiMeshMorphAnim>();
    channel->mName = assimpString(model.name);
    channel->mKeys = new aiMeshMorphKey[keys];
    channel->mNumKeys = static_cast<unsigned int>(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        std::unique_ptr<unsigned int[]> targets(new unsigned int[frames]);
        std::iota(targets.get(), targets.get() + frames, 0U);
        auto weights = std::make_unique<double[]>(frames);
        weights[frameOfKey(animation, key)] = 1.0;
        channel->mKeys[key].mTime = static_cast<double>(key);
        channel->mKeys[key].mNumValuesAndWeights = static_cast<unsigned int>(frames);
        channel->mKeys[key].mValues = targets.release();
        channel->mKeys[key].mWeights = weights.release();
    }
    return channel;
}

/// \param keyAt takes the number of a key and returns its position and rotation; called for 0, 1, 2 …
template <typename KeyAt>
std::unique_ptr<aiNodeAnim> newNodeChannel(const std::string& node, std::size_t keys, KeyAt keyAt) {
    auto channel = std::make_unique<aiNodeAnim>();
    channel->mNodeName = assimpString(node);
    channel->mPositionKeys = new aiVectorKey[keys];
    channel->mNumPositionKeys = static_cast<unsigned int>(keys);
    channel->mRotationKeys = new aiQuatKey[keys];
    channel->mNumRotationKeys = static_cast<unsigned int>(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        const auto [position, rotation] = keyAt(key);
        channel->mPositionKeys[key] = aiVectorKey(static_cast<double>(key), position);
        channel->mRotationKeys[key] = aiQuatKey(static_cast<double>(key), rotation);
    }
    channel->mScalingKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(1, 1, 1))};
    channel->mNumScalingKeys = 1;
    return channel;
}

/// A channel that leaves the node of a model where it is. It keeps OptimizeGraph from removing the node,
/// which has the meshes, and Assimp's glTF exporter from writing an animation without channels.
std::unique_ptr<aiNodeAnim> newModelChannel(const Model& model) {
    return newNodeChannel(model.name, 1, [](std::size_t) { return std::pair(aiVector3D(), aiQuaternion()); });
}

std::unique_ptr<aiNodeAnim> newBoneChannel(const ModelSkeleton& skeleton, std::size_t bone,
                                           const Animation& animation) {
    aiQuaternion previous(0, 0, 0, 0);
    return newNodeChannel(skeleton.boneNames[bone], keyCount(animation), [&](std::size_t key) {
        const BoneKey& source = skeleton.skeleton.key(bone, frameOfKey(animation, key));
        const auto& [x, y, z] = source.translation;
        const std::array<float, 4>& q = source.rotation;
        aiQuaternion rotation(q[0], q[1], q[2], q[3]);
        // q and −q are the same rotation; interpolation takes the short way between the nearer ones. The
        // closing key follows a frame that is not its neighbour in the file.
        if (rotation.w * previous.w + rotation.x * previous.x + rotation.y * previous.y +
                rotation.z * previous.z <
            0) {
            rotation = aiQuaternion(-q[0], -q[1], -q[2], -q[3]);
        }
        previous = rotation;
        return std::pair(aiVector3D(x, y, z), rotation);
    });
}

std::unique_ptr<aiAnimation> newAnimation(const Animation& source, const std::vector<Model>& models,
                                          const std::vector<TagPoses>& poses) {
    auto animation = std::make_unique<aiAnimation>();
    animation->mName = assimpString(source.clip.name);
    animation->mTicksPerSecond = source.ticksPerSecond;
    animation->mDuration = static_cast<double>(keyCount(source) - 1);
    Objects<aiNodeAnim> nodeChannels;
    Objects<aiMeshMorphAnim> morphChannels;
    for (std::size_t i = 0; i < models.size(); ++i) {
        nodeChannels.push_back(newModelChannel(models[i]));
        if (const std::optional<ModelSkeleton>& skeleton = models[i].skeleton) {
            for (std::size_t bone = 0; bone < skeleton->boneNames.size(); ++bone) {
                nodeChannels.push_back(newBoneChannel(*skeleton, bone, source));
            }
        } else {
            morphChannels.push_back(newMorphChannel(models[i], source));
        }
        for (std::size_t tag = 0; tag < models[i].tags.size(); ++tag) {
            nodeChannels.push_back(
                newNodeChannel(models[i].tags[tag].name, keyCount(source),
                               [&](std::size_t key) { return poses[i][tag][frameOfKey(source, key)]; }));
        }
    }
    attach(std::move(nodeChannels), animation->mChannels, animation->mNumChannels);
    attach(std::move(morphChannels), animation->mMorphMeshChannels, animation->mNumMorphMeshChannels);
    return animation;
}

} // namespace

void buildAnimations(aiScene& target, const Scene& scene, const std::vector<TagPoses>& poses) {
    Objects<aiAnimation> animations;
    for (const Animation& animation : scene.animations) {
        animations.push_back(newAnimation(animation, scene.models, poses));
    }
    attach(std::move(animations), target.mAnimations, target.mNumAnimations);
}

} // namespace assimp_md2::inner
