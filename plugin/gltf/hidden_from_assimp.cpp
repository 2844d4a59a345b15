// SPDX-License-Identifier: BSD-3-Clause
// What Assimp's glTF exporter must not see of a scene; knows aiScene, nothing of glTF.
#include "gltf/hidden_from_assimp.h"

#include "gltf/source.h"

#include <assimp/anim.h>
#include <assimp/material.h>
#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <set>
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

/// Assimp's exporter looks an animated node up by its name. That fails when something that it writes before
/// the nodes has the name: a material, or what it names itself, such as texture_1.
bool isNameOfAssimps(const std::string& name) {
    for (const std::string prefix : {"buffer", "image", "sampler", "texture"}) {
        const std::size_t digits = prefix.size() + 1;
        if (name == prefix || (name.compare(0, digits, prefix + "_") == 0 &&
                               name.find_first_not_of("0123456789", digits) == std::string::npos)) {
            return true;
        }
    }
    return name == "binary_glTF";
}

bool isSamplerId(const aiMaterialProperty& property) {
    return std::strcmp(property.mKey.C_Str(), "$tex.mappingid") == 0;
}

/// What materials call their samplers, which are written before the nodes.
std::set<std::string> samplerIds(const aiScene& scene) {
    std::set<std::string> ids;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const aiMaterial& material = *scene.mMaterials[i];
        for (unsigned int k = 0; k < material.mNumProperties; ++k) {
            const aiMaterialProperty& property = *material.mProperties[k];
            aiString id;
            if (isSamplerId(property) && material.Get(property.mKey.C_Str(), property.mSemantic,
                                                      property.mIndex, id) == aiReturn_SUCCESS) {
                ids.insert(id.C_Str());
            }
        }
    }
    return ids;
}

template <typename IsShown>
std::set<std::string> animatedNodes(const aiScene& scene, IsShown isShown) {
    std::set<std::string> names;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        for (unsigned int k = 0; k < animation.mNumChannels; ++k) {
            if (isShown(animation.mChannels[k])) {
                names.insert(animation.mChannels[k]->mNodeName.C_Str());
            }
        }
    }
    return names;
}

/// A name that is not taken. A part of the old one is enough: an aiString keeps its text when it is given one
/// that is too long.
std::string otherName(const std::string& name, const std::set<std::string>& taken) {
    constexpr std::size_t kPart = 512;
    const std::string base = name.substr(0, kPart) + "_material";
    std::string other = base;
    for (unsigned int number = 2; taken.count(other) > 0; ++number) {
        other = base + "_" + std::to_string(number);
    }
    return other;
}

void renameMaterials(const aiScene& scene, const std::set<std::string>& taken) {
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        aiString name = scene.mMaterials[i]->GetName();
        if (taken.count(name.C_Str()) > 0) {
            name.Set(otherName(name.C_Str(), taken));
            if (scene.mMaterials[i]->AddProperty(&name, AI_MATKEY_NAME) != aiReturn_SUCCESS) {
                throw std::bad_alloc();
            }
        }
    }
}

} // namespace

HiddenFromAssimp::HiddenFromAssimp(aiScene& scene) {
    const bool hidesResting = isImportedMd2(scene);
    const std::set<std::string> samplers = samplerIds(scene);
    const auto isShown = [&](const aiNodeAnim* channel) {
        const std::string name = channel->mNodeName.C_Str();
        const aiNode* const node = scene.mRootNode->FindNode(channel->mNodeName);
        return node != nullptr && !name.empty() && !isNameOfAssimps(name) && samplers.count(name) == 0 &&
               !(hidesResting && rests(*node, *channel));
    };
    // Before anything is hidden, because it may throw: the destructor, which shows it again, would not run.
    renameMaterials(scene, animatedNodes(scene, isShown));
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
