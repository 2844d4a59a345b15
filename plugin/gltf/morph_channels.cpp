// SPDX-License-Identifier: BSD-3-Clause
// Which nodes a morph channel moves; knows aiScene, nothing of glTF.
#include "gltf/morph_channels.h"

#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>

namespace assimp_md2 {
namespace {

void collectNodes(const aiNode* node, std::vector<const aiNode*>& nodes) {
    nodes.push_back(node);
    for (unsigned int i = 0; i < node->mNumChildren; ++i) {
        collectNodes(node->mChildren[i], nodes);
    }
}

template <typename Condition>
bool anyMesh(const aiScene& scene, const aiNode& node, Condition condition) {
    return std::any_of(node.mMeshes, node.mMeshes + node.mNumMeshes, [&](unsigned int index) {
        return index < scene.mNumMeshes && condition(*scene.mMeshes[index]);
    });
}

} // namespace

std::vector<const aiNode*> allNodes(const aiScene& scene) {
    std::vector<const aiNode*> nodes;
    if (scene.mRootNode != nullptr) {
        collectNodes(scene.mRootNode, nodes);
    }
    return nodes;
}

std::vector<std::size_t> nodesOfChannel(const aiScene& scene, const std::vector<const aiNode*>& nodes,
                                        const std::string& name) {
    std::vector<std::size_t> found;
    const auto select = [&](auto condition) {
        for (std::size_t i = 0; i < nodes.size() && !name.empty(); ++i) {
            const auto hasTargets = [](const aiMesh& mesh) { return mesh.mNumAnimMeshes > 0; };
            if (anyMesh(scene, *nodes[i], hasTargets) && condition(*nodes[i])) {
                found.push_back(i);
            }
        }
        return !found.empty();
    };
    const std::string withoutGeometry = name.substr(0, name.rfind('*'));
    select([&](const aiNode& node) { return name == node.mName.C_Str(); }) ||
        select([&](const aiNode& node) { return withoutGeometry == node.mName.C_Str(); }) ||
        select([&](const aiNode& node) {
            return anyMesh(scene, node, [&](const aiMesh& mesh) {
                return mesh.mNumAnimMeshes > 0 && name == mesh.mName.C_Str();
            });
        });
    return found;
}

} // namespace assimp_md2
