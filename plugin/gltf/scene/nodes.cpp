// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/scene/nodes.h"

#include <assimp/scene.h>

#include <algorithm>
#include <string>
#include <utility>

namespace assimp_md2::inner {

/// Without recursion, because a hierarchy can be deeper than the stack.
std::vector<SceneNode> listNodes(const aiNode& root) {
    std::vector<SceneNode> nodes;
    std::vector<SceneNode> pending{{&root, 0, 0}};
    while (!pending.empty()) {
        const std::size_t index = nodes.size();
        const aiNode* const node = nodes.emplace_back(pending.back()).node;
        nodes.back().end = index + 1;
        pending.pop_back();
        for (unsigned int i = node->mNumChildren; i-- > 0;) {
            pending.push_back({node->mChildren[i], index, 0});
        }
    }
    for (std::size_t i = nodes.size(); i-- > 1;) {
        SceneNode& parent = nodes[nodes[i].parent];
        parent.end = std::max(parent.end, nodes[i].end);
    }
    return nodes;
}

std::optional<Error> errorInScene(const aiScene& scene) {
    for (const SceneNode& node : listNodes(*scene.mRootNode)) {
        const unsigned int* const meshes = node.node->mMeshes;
        if (std::any_of(meshes, meshes + node.node->mNumMeshes,
                        [&](unsigned int mesh) { return mesh >= scene.mNumMeshes; })) {
            return errorIn("scene", "the node \"" + std::string(node.node->mName.C_Str()) +
                                        "\" has a mesh that does not exist");
        }
    }
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        if (mesh.mVertices == nullptr && mesh.mNumVertices + mesh.mNumFaces > 0) {
            return errorIn("scene", "the mesh \"" + std::string(mesh.mName.C_Str()) + "\" has no vertices");
        }
    }
    return std::nullopt;
}

const MorphedByName::Members* MorphedByName::find(std::string_view channel) const {
    for (const auto& [groups, name] : {std::pair{&ofNodes_, channel},
                                       {&ofNodes_, channel.substr(0, channel.rfind('*'))},
                                       {&ofMeshes_, channel}}) {
        const auto found = groups->find(name);
        if (found != groups->end()) {
            return &found->second;
        }
    }
    return nullptr;
}

} // namespace assimp_md2::inner
