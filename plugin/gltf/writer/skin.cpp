// SPDX-License-Identifier: BSD-3-Clause
// Finds the skin of a scene.
#include "gltf/scene/usable_parts.h"
#include "gltf/writer/parts.h"

#include <assimp/scene.h>

namespace assimp_md2::inner {
namespace {

using Joints = std::map<std::size_t, Mat4>; ///< inverse bind matrices by node

/// Adds the joints of a mesh.
std::optional<Error> addJoints(Joints& joints, const aiMesh& mesh, const Nodes& nodes) {
    std::vector<bool> hasWeight(mesh.mNumVertices, mesh.mNumBones == 0);
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        const auto node = nodes.find(bone.mName.C_Str());
        if (!node) {
            return errorIn("scene", "the bone \"" + std::string(bone.mName.C_Str()) + "\" has no node");
        }
        const Mat4 matrix = finite(bone.mOffsetMatrix);
        if (joints.emplace(*node, matrix).first->second != matrix) {
            return errorIn("scene",
                           "the bone \"" + std::string(bone.mName.C_Str()) + "\" has two offset matrices");
        }
        forEachWeight(mesh, bone, [&](std::size_t vertex, float) { hasWeight[vertex] = true; });
    }
    if (std::find(hasWeight.begin(), hasWeight.end(), false) != hasWeight.end()) {
        return errorIn("scene", "the mesh \"" + std::string(mesh.mName.C_Str()) +
                                    "\" has bones, and vertices that none of them moves");
    }
    return std::nullopt;
}

} // namespace

Result<GltfSkin> sharedSkin(const aiScene& scene, const Nodes& nodes) {
    Joints joints;
    const auto hasSkin = [&](unsigned int mesh) { return scene.mMeshes[mesh]->mNumBones > 0; };
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        if (auto error = addJoints(joints, *scene.mMeshes[i], nodes)) {
            return tl::unexpected(std::move(*error));
        }
    }
    for (std::size_t i = 0; i < nodes.count(); ++i) {
        const aiNode& node = nodes.at(i);
        unsigned int* const end = node.mMeshes + node.mNumMeshes;
        if (std::any_of(node.mMeshes, end, hasSkin) && !std::all_of(node.mMeshes, end, hasSkin)) {
            return tl::unexpected(errorIn("scene", "the node \"" + std::string(node.mName.C_Str()) +
                                                       "\" has meshes with and without bones"));
        }
    }
    GltfSkin skin;
    if (!joints.empty()) {
        skin.root = nodes.nearestAbove(joints.begin()->first, joints.rbegin()->first);
    }
    if (skin.root > 0) {
        joints.emplace(skin.root, finite(aiMatrix4x4()));
    }
    for (const auto& [node, matrix] : joints) {
        skin.joints.push_back(node);
        skin.inverseBindMatrices.insert(skin.inverseBindMatrices.end(), matrix.begin(), matrix.end());
    }
    return skin;
}

} // namespace assimp_md2::inner
