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
#include <utility>
#include <vector>

namespace assimp_md2::inner {
namespace {

/// Whether the name is one that programs give to every animation, such as `Armature|mixamo.com|Layer0`.
bool saysNothing(const aiString& name) {
    const std::string clip = clipNameOf(name.C_Str(), "");
    return clip.empty() || clip == "take_001" || clip.rfind("mixamo_com", 0) == 0;
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

/// The names of the model's nodes, by themselves and by their plain names.
using KnownNames = std::unordered_map<std::string, const aiString*>;

KnownNames namesOf(const std::vector<SceneNode>& nodes) {
    KnownNames names;
    for (const SceneNode& node : nodes) {
        names.emplace(node.node->mName.C_Str(), &node.node->mName);
    }
    for (const SceneNode& node : nodes) {
        names.emplace(plainName(node.node->mName.C_Str()), &node.node->mName);
    }
    return names;
}

/// The model's name of a node in another file; null if the model does not have the node.
const aiString* knownName(const KnownNames& names, const aiString& name) {
    auto found = names.find(name.C_Str());
    found = found == names.end() ? names.find(plainName(name.C_Str())) : found;
    return found == names.end() ? nullptr : found->second;
}

/// Gives channels the model's names of their nodes, and deletes the channels of other nodes.
///
/// \param missing receives the names of these nodes
void keepKnownNodes(aiAnimation& animation, const KnownNames& names, std::set<std::string>& missing) {
    unsigned int kept = 0;
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        aiNodeAnim*& channel = animation.mChannels[i];
        if (const aiString* const name = knownName(names, channel->mNodeName)) {
            channel->mNodeName = *name;
            std::swap(channel, animation.mChannels[kept++]);
        } else {
            missing.insert(channel->mNodeName.C_Str());
        }
    }
    std::for_each(animation.mChannels + kept, animation.mChannels + animation.mNumChannels,
                  [](const aiNodeAnim* channel) { delete channel; });
    animation.mNumChannels = kept;
}

/// The nodes in the file of an animation by the model's names.
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
    bool hasSameParent;
    ai_real reach; ///< of the model: length of the bones from the top
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
        const auto parent = others.find(nodes[nodes[i].parent].node->mName.C_Str());
        const ai_real above = reach[nodes[i].parent];
        reach[i] = above;
        if (channel != channels.end() && other != others.end() && channel->second->mNumPositionKeys > 0) {
            const aiVector3D own = translationOf(node);
            reach[i] = above < 0 ? 0 : above + own.Length();
            bones.push_back({i, other->second, channel->second, own, translationOf(*other->second), above < 0,
                             parent != others.end() && other->second->mParent != nullptr &&
                                 parent->second->mName == other->second->mParent->mName,
                             reach[i]});
        }
    }
    return bones;
}

/// The factor from the file's size to the model's, if both have the same skeleton. A quarter of the bones may
/// stand elsewhere, because some files have the bones that a clip moves where it begins.
std::optional<ai_real> scaleOfSameSkeleton(const std::vector<SharedBone>& bones) {
    ai_real height = 0;
    std::vector<ai_real> scales;
    for (const SharedBone& bone : bones) {
        height = std::max(height, bone.reach);
        // The top bone has the place of the hips, which depends on the pose.
        if (!bone.isTop && bone.offset.SquareLength() > 0) {
            scales.push_back(bone.own * bone.offset / bone.offset.SquareLength());
        }
    }
    std::sort(scales.begin(), scales.end());
    const ai_real scale = scales.empty() ? 0 : scales[scales.size() / 2];
    const auto isElsewhere = [&](const SharedBone& bone) {
        return !bone.isTop && (bone.own - bone.offset * scale).Length() > height / 100;
    };
    const auto elsewhere = std::count_if(bones.begin(), bones.end(), isElsewhere);
    const bool haveSameParents = std::all_of(
        bones.begin(), bones.end(), [](const SharedBone& bone) { return bone.isTop || bone.hasSameParent; });
    return haveSameParents && scale > 0 && 4 * static_cast<std::size_t>(elsewhere) < bones.size()
               ? std::optional(scale)
               : std::nullopt;
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
    if (const std::optional<ai_real> scale = scaleOfSameSkeleton(bones)) {
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

/// Names that say nothing, or are those of a node as in Collada, become the stem of the file.
void nameClips(aiAnimation** first, aiAnimation** end, const aiScene& scene, const std::string& stem,
               const std::vector<SceneNode>& nodes) {
    UniqueNames names;
    std::for_each(scene.mAnimations, scene.mAnimations + scene.mNumAnimations,
                  [&](const aiAnimation* animation) { names.take(animation->mName.C_Str()); });
    std::for_each(first, end, [&](aiAnimation* animation) {
        const std::string own = animation->mName.C_Str();
        const bool isOfNode = std::any_of(nodes.begin(), nodes.end(), [&](const SceneNode& node) {
            return equalWithoutCase(node.node->mName.C_Str(), own);
        });
        const std::string name = saysNothing(animation->mName) || isOfNode ? stem : own;
        animation->mName.Set(names.unique(
            name, [&](unsigned int number) { return name + " (" + std::to_string(number) + ")"; }));
    });
}

} // namespace

void nameOnlyClip(const aiScene& scene, const std::string& path) {
    if (scene.mNumAnimations == 1 && scene.mAnimations[0]->mName.length > 0 &&
        saysNothing(scene.mAnimations[0]->mName)) {
        scene.mAnimations[0]->mName.Set(stemOf(path));
    }
}

void joinPivots(aiScene& scene) {
    const std::vector<SceneNode> nodes = listNodes(*scene.mRootNode);
    const std::vector<Transform> locals = withJoinedPivots(scene, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const_cast<aiNode*>(nodes[i].node)->mTransformation = locals[i];
    }
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
    joinPivots(*other);
    const std::vector<SceneNode> nodes = listNodes(*scene.mRootNode);
    const std::vector<SceneNode> otherNodes = listNodes(*other->mRootNode);
    const KnownNames known = namesOf(nodes);
    NodesByName others;
    for (const SceneNode& node : otherNodes) {
        if (const aiString* const name = knownName(known, node.node->mName)) {
            others.emplace(name->C_Str(), node.node);
        }
    }
    std::set<std::string> missing;
    aiAnimation** const first = other->mAnimations;
    aiAnimation** const end = first + other->mNumAnimations;
    std::for_each(first, end, [&](aiAnimation* animation) { keepKnownNodes(*animation, known, missing); });
    aiAnimation** const kept = std::stable_partition(
        first, end, [](const aiAnimation* animation) { return animation->mNumChannels == 0; });
    if (kept == end) {
        const std::string moved = listOf(
            missing.size(), [name = missing.begin()](std::size_t) mutable { return *name++; }, 100);
        throw CommandError(
            kFailed, "--clips=" + path + ": no animation has a node of the model; the file moves " +
                         (missing.empty() ? "nothing" : moved) + "; the model has " +
                         listOf(
                             nodes.size(), [&](std::size_t i) { return nodes[i].node->mName.C_Str(); }, 100));
    }
    Warnings warnings;
    for (const std::string& node : missing) {
        warnings.add("nodes that the model does not have", 1, node);
    }
    logWarnings(path, path + ": ", warnings);
    nameClips(kept, end, scene, stemOf(path), otherNodes);
    const auto added = static_cast<unsigned int>(end - kept);
    auto** const all = new aiAnimation*[scene.mNumAnimations + added];
    // Nothing throws until both scenes own their animations again.
    std::copy(kept, end, std::copy_n(scene.mAnimations, scene.mNumAnimations, all));
    other->mNumAnimations -= added;
    delete[] scene.mAnimations;
    scene.mAnimations = all;
    scene.mNumAnimations += added;
    joinPivots(scene);
    const Transform otherUp = transformOf(axesOf(*other, {}));
    const aiQuaternion world = rotationOf(aiMatrix4x4(transformOf(axesOf(scene, {})).Inverse() * otherUp));
    std::for_each(kept, end,
                  [&](const aiAnimation* animation) { fitAnimation(*animation, nodes, others, world); });
}

} // namespace assimp_md2::inner
