// SPDX-License-Identifier: BSD-3-Clause
#include "maker/input/add_clips.h"

#include "assimp-md2/importer.h"
#include "assimp-md2/properties.h"
#include "batch/command_line.h"
#include "gltf/scene/nodes.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/base/unique_names.h"
#include "importer/base/warnings.h"
#include "importer/files/log.h"
#include "maker/input/read_scene.h"
#include "maker/md2/frame_names.h"
#include "maker/md2/poses.h"
#include "maker/pose/pivots.h"
#include "maker/pose/transform.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assimp_md2::inner {
namespace {

/// Whether the name is one that programs give to every animation, such as `Armature|mixamo.com|Layer0`.
bool saysNothing(const aiString& name) {
    const std::string clip = clipNameOf(name.C_Str(), "");
    return clip.empty() || clip == "take_001" || clip.rfind("mixamo_com", 0) == 0;
}

using NodeNames = std::set<std::string_view>;

/// Deletes the channels of other nodes.
///
/// \param missing receives the names of these nodes
void keepKnownNodes(aiAnimation& animation, const NodeNames& nodes, std::set<std::string>& missing) {
    aiNodeAnim** const end = animation.mChannels + animation.mNumChannels;
    aiNodeAnim** const kept = std::stable_partition(animation.mChannels, end, [&](const aiNodeAnim* channel) {
        return nodes.count(channel->mNodeName.C_Str()) > 0;
    });
    std::for_each(kept, end, [&](const aiNodeAnim* channel) { missing.insert(channel->mNodeName.C_Str()); });
    std::for_each(kept, end, [](const aiNodeAnim* channel) { delete channel; });
    animation.mNumChannels = static_cast<unsigned int>(kept - animation.mChannels);
}

template <typename Names>
std::string namesOf(const Names& names) {
    return names.empty()
               ? "nothing"
               : listOf(
                     names.size(), [name = names.begin()](std::size_t) mutable { return *name++; }, 100);
}

/// The name of a bone without regard to case and to the prefix of a rig, such as `mixamorig:`, which loses
/// its colon in some programs.
std::string plainName(std::string_view name) {
    constexpr std::string_view kMixamo = "mixamorig";
    std::string plain = lowerCase(name.substr(name.rfind(':') + 1));
    if (plain.rfind(kMixamo, 0) == 0) {
        plain.erase(0, plain.find_first_not_of("0123456789_", kMixamo.size()));
    }
    return plain;
}

/// Bones of the added scene that have other names only by case or prefix get those of the model.
void renameBones(aiScene& added, const std::vector<SceneNode>& nodes) {
    std::unordered_map<std::string, const aiString*> known;
    std::set<std::string_view> exact;
    for (const SceneNode& node : nodes) {
        known.emplace(plainName(node.node->mName.C_Str()), &node.node->mName);
        exact.insert(node.node->mName.C_Str());
    }
    const auto rename = [&](aiString& name) {
        const auto found = known.find(plainName(name.C_Str()));
        if (found != known.end() && exact.count(name.C_Str()) == 0) {
            name = *found->second;
        }
    };
    for (const SceneNode& node : listNodes(*added.mRootNode)) {
        rename(const_cast<aiNode*>(node.node)->mName);
    }
    for (unsigned int i = 0; i < added.mNumAnimations; ++i) {
        aiAnimation& animation = *added.mAnimations[i];
        rename(animation.mName); // Collada's may have that of a bone
        std::for_each(animation.mChannels, animation.mChannels + animation.mNumChannels,
                      [&](aiNodeAnim* channel) { rename(channel->mNodeName); });
    }
}

using NodesByName = std::unordered_map<std::string_view, const aiNode*>;

aiVector3D translationOf(const aiNode& node) {
    const aiMatrix4x4& transform = node.mTransformation;
    return {transform.a4, transform.b4, transform.c4};
}

/// A bone with a channel, in the model and in the file of an animation.
struct SharedBone {
    std::size_t node; ///< of the model
    const aiNode* other;
    aiNodeAnim* channel;
    aiVector3D own;
    aiVector3D offset; ///< of `other`
    bool isTop;        ///< no shared bone is above it
    ai_real reach;     ///< of the model: length of the bones from the top
};

std::vector<SharedBone> sharedBones(const aiAnimation& animation, const std::vector<SceneNode>& nodes,
                                    const NodesByName& others) {
    std::unordered_map<std::string_view, aiNodeAnim*> channels;
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        channels.emplace(animation.mChannels[i]->mNodeName.C_Str(), animation.mChannels[i]);
    }
    std::vector<SharedBone> bones;
    std::vector<ai_real> reach(nodes.size(), -1); // below 0 above all shared bones
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const aiNode& node = *nodes[i].node;
        const auto channel = channels.find(node.mName.C_Str());
        const auto other = others.find(node.mName.C_Str());
        const ai_real above = reach[nodes[i].parent];
        reach[i] = above;
        if (channel != channels.end() && other != others.end() && channel->second->mNumPositionKeys > 0) {
            const aiVector3D own = translationOf(node);
            reach[i] = above < 0 ? 0 : above + own.Length();
            bones.push_back(
                {i, other->second, channel->second, own, translationOf(*other->second), above < 0, reach[i]});
        }
    }
    return bones;
}

/// The factor from the file's size to the model's, if both have the same skeleton. A quarter of the bones may
/// stand elsewhere, because some files have the bones that a clip moves where it begins.
std::optional<ai_real> scaleOfSameSkeleton(const std::vector<SharedBone>& bones,
                                           const std::vector<SceneNode>& nodes) {
    ai_real height = 0;
    std::vector<ai_real> scales;
    for (const SharedBone& bone : bones) {
        height = std::max(height, bone.reach);
        // The top bone has the place of the hips, which depends on the pose.
        if (!bone.isTop && bone.offset.SquareLength() > 0) {
            scales.push_back(bone.own * bone.offset / bone.offset.SquareLength());
        }
    }
    if (scales.empty()) {
        return std::nullopt;
    }
    std::sort(scales.begin(), scales.end());
    const ai_real scale = scales[scales.size() / 2];
    std::size_t others = 0;
    std::size_t count = 0;
    for (const SharedBone& bone : bones) {
        const aiNode* const parent = bone.other->mParent;
        if (!bone.isTop &&
            (parent == nullptr || parent->mName != nodes[nodes[bone.node].parent].node->mName)) {
            return std::nullopt;
        }
        count += bone.isTop ? 0U : 1U;
        others += !bone.isTop && (bone.own - bone.offset * scale).Length() > height / 100 ? 1U : 0U;
    }
    return scale > 0 && 4 * others <= count ? std::optional(scale) : std::nullopt;
}

void scaleTranslations(aiNodeAnim& channel, ai_real scale) {
    std::for_each(channel.mPositionKeys, channel.mPositionKeys + channel.mNumPositionKeys,
                  [&](aiVectorKey& key) { key.mValue *= scale; });
}

aiQuaternion rotationOf(const aiMatrix4x4& transform) {
    aiVector3D scaling;
    aiVector3D position;
    aiQuaternion rotation;
    transform.Decompose(scaling, rotation, position);
    return rotation;
}

aiQuaternion rotationAbove(const aiNode& node) {
    aiMatrix4x4 world;
    for (const aiNode* above = node.mParent; above != nullptr; above = above->mParent) {
        world = above->mTransformation * world;
    }
    return rotationOf(world);
}

void turnKeys(aiNodeAnim& channel, const aiQuaternion& before, const aiQuaternion& after) {
    std::for_each(channel.mPositionKeys, channel.mPositionKeys + channel.mNumPositionKeys,
                  [&](aiVectorKey& key) { key.mValue = before.Rotate(key.mValue); });
    std::for_each(channel.mRotationKeys, channel.mRotationKeys + channel.mNumRotationKeys,
                  [&](aiQuatKey& key) { key.mValue = before * key.mValue * after; });
}

/// Blender turns the node above the bones of an FBX, and the top bone back. A clip of the FBX is turned, too,
/// if it rests more like the model then.
void turnLikeModel(const SharedBone& bone, const aiNode& own) {
    aiQuaternion turn = rotationAbove(own);
    turn = turn.Conjugate() * rotationAbove(*bone.other);
    const Quaternion rest = toQuaternion(rotationOf(own.mTransformation));
    const aiQuaternion other = rotationOf(bone.other->mTransformation);
    constexpr double kTolerance = 0.01;
    if (std::abs(dot(rest, toQuaternion(turn * other))) <=
        std::abs(dot(rest, toQuaternion(other))) + kTolerance) {
        return;
    }
    turnKeys(*bone.channel, turn, {});
}

/// Whether the bones have other axes than those of the model, so that their rotations mean something else.
/// The place of a bone in the space of its parent does not depend on a pose.
bool haveOtherAxes(const std::vector<SharedBone>& bones) {
    ai_real product = 0;
    ai_real lengths = 0;
    for (const SharedBone& bone : bones) {
        product += bone.isTop ? 0 : bone.own * bone.offset;
        lengths += bone.isTop ? 0 : bone.own.Length() * bone.offset.Length();
    }
    constexpr ai_real kLikeness = 0.5F; // 1 if all directions agree
    return product < kLikeness * lengths;
}

/// Gives a bone the turn in the world that the bone of the file has since its rest. So the rests of both must
/// show one pose, which is that with stretched arms in most files.
///
/// \param world from that of the file to that of the model
void retarget(const SharedBone& bone, const aiNode& own, const aiQuaternion& world) {
    const aiQuaternion above = rotationAbove(own);
    const aiQuaternion otherAbove = world * rotationAbove(*bone.other);
    const aiQuaternion rest = above * rotationOf(own.mTransformation);
    aiQuaternion otherRest = otherAbove * rotationOf(bone.other->mTransformation);
    const aiQuaternion before = aiQuaternion(above).Conjugate() * otherAbove;
    const aiQuaternion after = otherRest.Conjugate() * rest;
    turnKeys(*bone.channel, before, after);
}

/// Fits an added animation to the model.
///
/// \param others the nodes in the file of the animation
/// \param world from that of the file to that of the model
void fitAnimation(const aiAnimation& animation, const std::vector<SceneNode>& nodes,
                  const NodesByName& others, const aiQuaternion& world) {
    const std::vector<SharedBone> bones = sharedBones(animation, nodes, others);
    const bool hasOtherAxes = haveOtherAxes(bones);
    for (const SharedBone& bone : bones) {
        if (hasOtherAxes) {
            retarget(bone, *nodes[bone.node].node, world);
        } else if (bone.isTop) {
            turnLikeModel(bone, *nodes[bone.node].node);
        }
    }
    if (const std::optional<ai_real> scale = scaleOfSameSkeleton(bones, nodes)) {
        std::for_each(bones.begin(), bones.end(),
                      [&](const SharedBone& bone) { scaleTranslations(*bone.channel, *scale); });
        return;
    }
    // Lengths of bones: of the model, of the file. Those of the legs are the height of the hips, which often
    // crouch in the file's pose without animation.
    aiVector2D legs;
    aiVector2D all;
    for (const SharedBone& bone : bones) {
        const aiVector2D lengths(bone.own.Length(), bone.offset.Length());
        all += lengths;
        const char* const name = bone.other->mName.C_Str();
        const bool isOfLeg = matchesWildcards("*leg*", name) || matchesWildcards("*foot*", name) ||
                             matchesWildcards("*calf*", name) || matchesWildcards("*shin*", name);
        legs += isOfLeg ? lengths : aiVector2D();
    }
    const aiVector2D& sizes = legs.x > 0 && legs.y > 0 ? legs : all;
    const ai_real ratio = sizes.x > 0 && sizes.y > 0 ? sizes.x / sizes.y : 1;
    const ai_real tolerance = all.y / 10000;
    std::size_t end = 0; // of the nodes below a root of the motion
    for (const SharedBone& bone : bones) {
        aiVectorKey* const first = bone.channel->mPositionKeys;
        const auto isAway = [&](const aiVectorKey& key) { return key.mValue.Length() > tolerance; };
        if (bone.node >= end && std::any_of(first, first + bone.channel->mNumPositionKeys, isAway)) {
            end = nodes[bone.node].end;
            scaleTranslations(*bone.channel, ratio);
        } else if ((bone.own - bone.offset).Length() > tolerance) {
            bone.channel->mNumPositionKeys = 1;
            first->mValue = bone.own;
        }
    }
}

/// Assimp's exporter of glTF fails if an animation is named like a node, a mesh or the channel NAME_NUMBER of
/// another animation.
///
/// \param stem the name of animations without a name that says anything, such as that of a node of their file
/// \param names of the scene's nodes
void nameClips(aiAnimation** first, aiAnimation** end, const aiScene& scene, const std::string& stem,
               const NodesByName& others, UniqueNames& names) {
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        names.take(scene.mMeshes[i]->mName.C_Str());
    }
    const auto takeChannels = [&](const std::string& name, const aiAnimation& animation) {
        bool areFree = true;
        for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
            areFree = names.take(name + "_" + std::to_string(i)) && areFree;
        }
        return areFree;
    };
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const std::string name = scene.mAnimations[i]->mName.C_Str();
        names.take(name);
        takeChannels(name, *scene.mAnimations[i]);
    }
    std::for_each(first, end, [&](aiAnimation* animation) {
        const std::string own = animation->mName.C_Str();
        const std::string name = saysNothing(animation->mName) || others.count(own) > 0 ? stem : own;
        const auto variant = [&](unsigned int number) { return name + " (" + std::to_string(number) + ")"; };
        std::string unique = names.unique(name, variant);
        while (!takeChannels(unique, *animation)) {
            unique = names.unique(name, variant);
        }
        animation->mName.Set(unique);
    });
}

} // namespace

void nameOnlyClip(const aiScene& scene, const std::string& path) {
    if (scene.mNumAnimations == 1 && scene.mAnimations[0]->mName.length > 0 &&
        saysNothing(scene.mAnimations[0]->mName)) {
        scene.mAnimations[0]->mName.Set(stemOf(path));
    }
}

void joinPivots(const aiScene& scene, const std::string& path) {
    const std::vector<SceneNode> nodes = listNodes(*scene.mRootNode);
    Warnings warnings;
    for (const NodeTransform& joined : joinedPivots(scene, nodes, warnings)) {
        const_cast<aiNode*>(nodes[joined.node].node)->mTransformation = joined.transform;
    }
    logWarnings(path, "", warnings);
}

void setPivots(Assimp::Importer& importer, bool addsClips) {
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, !addsClips || aiGetVersionMajor() < 6);
}

void addClips(aiScene& scene, const std::string& path, Assimp::IOSystem* files, int maxMemoryMegabytes) {
    Assimp::Importer importer;
    registerImporter(importer);
    setPivots(importer, true);
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, maxMemoryMegabytes);
    importer.SetIOHandler(files);
    try {
        readScene(importer, path);
    } catch (const CommandError& error) {
        throw CommandError(kFailed, "--clips=" + path + ": " + error.what());
    }
    const std::unique_ptr<aiScene> other(importer.GetOrphanedScene());
    joinPivots(*other, path);
    const std::vector<SceneNode> sceneNodes = listNodes(*scene.mRootNode);
    renameBones(*other, sceneNodes);
    NodesByName others;
    for (const SceneNode& node : listNodes(*other->mRootNode)) {
        others.emplace(node.node->mName.C_Str(), node.node);
    }
    NodeNames nodes;
    UniqueNames names;
    for (const SceneNode& node : sceneNodes) {
        nodes.insert(node.node->mName.C_Str());
        names.take(node.node->mName.C_Str());
    }
    std::set<std::string> missing;
    aiAnimation** const first = other->mAnimations;
    aiAnimation** const end = first + other->mNumAnimations;
    std::for_each(first, end, [&](aiAnimation* animation) { keepKnownNodes(*animation, nodes, missing); });
    aiAnimation** const dropped = std::stable_partition(
        first, end, [](const aiAnimation* animation) { return animation->mNumChannels > 0; });
    if (dropped == first) {
        throw CommandError(kFailed, "--clips=" + path +
                                        ": no animation has a node of the model; the file moves " +
                                        namesOf(missing) + "; the model has " + namesOf(nodes));
    }
    Warnings warnings;
    for (const std::string& node : missing) {
        warnings.add("nodes that the model does not have", 1, node);
    }
    logWarnings(path, path + ": ", warnings);
    nameClips(first, dropped, scene, stemOf(path), others, names);
    const auto added = static_cast<unsigned int>(dropped - first);
    auto** const all = new aiAnimation*[scene.mNumAnimations + added];
    // Nothing throws until both scenes own their animations again.
    std::copy_n(first, added, std::copy_n(scene.mAnimations, scene.mNumAnimations, all));
    std::copy(dropped, end, first);
    other->mNumAnimations -= added;
    delete[] scene.mAnimations;
    scene.mAnimations = all;
    scene.mNumAnimations += added;
    joinPivots(scene, path);
    const Transform otherUp = transformOf(axesOf(*other, {}));
    const aiQuaternion world = rotationOf(aiMatrix4x4(transformOf(axesOf(scene, {})).Inverse() * otherUp));
    std::for_each(all + scene.mNumAnimations - added, all + scene.mNumAnimations,
                  [&](const aiAnimation* animation) { fitAnimation(*animation, sceneNodes, others, world); });
}

} // namespace assimp_md2::inner
