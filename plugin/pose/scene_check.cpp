// SPDX-License-Identifier: BSD-3-Clause
// Checks the pointers and indices of an aiScene that poses depend on, and lists its nodes.
#include "pose/scene_check.h"

#include <assimp/scene.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_set>

namespace assimp_md2 {
namespace {

Error badScene(const std::string& text) {
    Error error{ErrorCode::BadScene, Section::Scene};
    error.text = text;
    return error;
}

std::string quoted(const aiString& name) {
    return "\"" + std::string(nameOf(name)) + "\"";
}

template <typename Element>
bool isArray(const Element* elements, unsigned int count) {
    return count == 0 || elements != nullptr;
}

/// An array of `count` pointers, none of which is null.
template <typename Element>
bool hasAll(Element* const* elements, unsigned int count) {
    if (!isArray(elements, count)) {
        return false;
    }
    for (unsigned int i = 0; i < count; ++i) {
        if (elements[i] == nullptr) {
            return false;
        }
    }
    return true;
}

std::optional<Error> checkMesh(const aiMesh& mesh) {
    if (!isArray(mesh.mVertices, mesh.mNumVertices)) {
        return badScene("mesh " + quoted(mesh.mName) + " has no positions");
    }
    if (!isArray(mesh.mFaces, mesh.mNumFaces) ||
        !std::all_of(mesh.mFaces, mesh.mFaces + mesh.mNumFaces,
                     [](const aiFace& face) { return isArray(face.mIndices, face.mNumIndices); })) {
        return badScene("a face of mesh " + quoted(mesh.mName) + " is missing");
    }
    if (!hasAll(mesh.mAnimMeshes, mesh.mNumAnimMeshes)) {
        return badScene("an anim mesh of mesh " + quoted(mesh.mName) + " is missing");
    }
    if (!hasAll(mesh.mBones, mesh.mNumBones)) {
        return badScene("a bone of mesh " + quoted(mesh.mName) + " is missing");
    }
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        if (!isArray(mesh.mBones[i]->mWeights, mesh.mBones[i]->mNumWeights)) {
            return badScene("bone " + quoted(mesh.mBones[i]->mName) + " has no weights");
        }
    }
    return std::nullopt;
}

bool hasKeys(const aiMeshMorphAnim& channel) {
    if (!isArray(channel.mKeys, channel.mNumKeys)) {
        return false;
    }
    for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
        const aiMeshMorphKey& key = channel.mKeys[i];
        if (!isArray(key.mValues, key.mNumValuesAndWeights) ||
            !isArray(key.mWeights, key.mNumValuesAndWeights)) {
            return false;
        }
    }
    return true;
}

std::optional<Error> checkAnimation(const aiAnimation& animation) {
    if (!hasAll(animation.mChannels, animation.mNumChannels) ||
        !hasAll(animation.mMorphMeshChannels, animation.mNumMorphMeshChannels)) {
        return badScene("a channel of animation " + quoted(animation.mName) + " is missing");
    }
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        const aiNodeAnim& channel = *animation.mChannels[i];
        if (!isArray(channel.mPositionKeys, channel.mNumPositionKeys) ||
            !isArray(channel.mRotationKeys, channel.mNumRotationKeys) ||
            !isArray(channel.mScalingKeys, channel.mNumScalingKeys)) {
            return badScene("channel " + quoted(channel.mNodeName) + " of animation " +
                            quoted(animation.mName) + " has no keys");
        }
    }
    for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
        const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[i];
        if (!hasKeys(channel)) {
            return badScene("morph channel " + quoted(channel.mName) + " of animation " +
                            quoted(animation.mName) + " has no keys");
        }
    }
    return std::nullopt;
}

std::optional<Error> checkNode(const aiScene& scene, const aiNode& node) {
    if (!hasAll(node.mChildren, node.mNumChildren)) {
        return badScene("a child of node " + quoted(node.mName) + " is missing");
    }
    if (!isArray(node.mMeshes, node.mNumMeshes)) {
        return badScene("the meshes of node " + quoted(node.mName) + " are missing");
    }
    for (unsigned int i = 0; i < node.mNumMeshes; ++i) {
        if (node.mMeshes[i] >= scene.mNumMeshes) {
            return badScene("node " + quoted(node.mName) + " has mesh " + std::to_string(node.mMeshes[i]) +
                            ", the scene has " + std::to_string(scene.mNumMeshes) + " meshes");
        }
    }
    return std::nullopt;
}

/// Without recursion, because a hierarchy can be deeper than the stack.
std::optional<Error> listNodes(const aiScene& scene, Loan& loan, std::vector<SceneNode>& nodes) {
    // In three vectors that grow to twice their size, and a set with its buckets.
    constexpr std::uint64_t kBytesPerNode = 6 * sizeof(SceneNode) + 64;
    std::vector<SceneNode> pending{{scene.mRootNode, 0}};
    std::unordered_set<const aiNode*> visited;
    while (!pending.empty()) {
        const SceneNode next = pending.back();
        pending.pop_back();
        if (!visited.insert(next.node).second) {
            return badScene("node " + quoted(next.node->mName) + " is reached in two ways from the root");
        }
        if (auto error = checkNode(scene, *next.node)) {
            return error;
        }
        if (auto error = loan.take(next.node->mNumChildren * kBytesPerNode)) {
            return error;
        }
        const std::size_t index = nodes.size();
        nodes.push_back(next);
        for (unsigned int i = next.node->mNumChildren; i-- > 0;) {
            pending.push_back({next.node->mChildren[i], index});
        }
    }
    return std::nullopt;
}

} // namespace

std::string_view nameOf(const aiString& name) {
    const void* const end = std::memchr(name.data, '\0', sizeof name.data);
    return {name.data, end == nullptr ? sizeof name.data
                                      : static_cast<std::size_t>(static_cast<const char*>(end) - name.data)};
}

std::optional<Error> checkScene(const aiScene& scene, Loan& loan, std::vector<SceneNode>& nodes) {
    if (scene.mRootNode == nullptr) {
        return badScene("there is no root node");
    }
    if (!hasAll(scene.mMeshes, scene.mNumMeshes)) {
        return badScene("a mesh is missing");
    }
    if (!hasAll(scene.mAnimations, scene.mNumAnimations)) {
        return badScene("an animation is missing");
    }
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        if (auto error = checkMesh(*scene.mMeshes[i])) {
            return error;
        }
    }
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        if (auto error = checkAnimation(*scene.mAnimations[i])) {
            return error;
        }
    }
    return listNodes(scene, loan, nodes);
}

} // namespace assimp_md2
