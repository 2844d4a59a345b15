// SPDX-License-Identifier: BSD-3-Clause
// Implements scene_check.h.
#include "pose/scene_check.h"

#include <assimp/scene.h>

#include <algorithm>
#include <string>

namespace assimp_md2 {
namespace {

Error badScene(const std::string& text) {
    return errorIn("scene", text, ErrorCode::BadScene);
}

std::string quoted(const aiString& name) {
    return "\"" + std::string(nameOf(name)) + "\"";
}

template <typename Element>
bool isArray(const Element* elements, unsigned int count) {
    return count == 0 || elements != nullptr;
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
    return std::nullopt;
}

std::optional<Error> checkAnimation(const aiAnimation& animation) {
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        const aiNodeAnim& channel = *animation.mChannels[i];
        if (!isArray(channel.mPositionKeys, channel.mNumPositionKeys) ||
            !isArray(channel.mRotationKeys, channel.mNumRotationKeys) ||
            !isArray(channel.mScalingKeys, channel.mNumScalingKeys)) {
            return badScene("channel " + quoted(channel.mNodeName) + " of animation " +
                            quoted(animation.mName) + " has no keys");
        }
    }
    return std::nullopt;
}

std::optional<Error> checkNode(const aiScene& scene, const aiNode& node) {
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

} // namespace

std::optional<Error> checkScene(const aiScene& scene, const std::vector<SceneNode>& nodes) {
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
    for (const SceneNode& node : nodes) {
        if (auto error = checkNode(scene, *node.node)) {
            return error;
        }
    }
    return std::nullopt;
}

} // namespace assimp_md2
