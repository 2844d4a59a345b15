// SPDX-License-Identifier: BSD-3-Clause
// Compares the indices of a scene with what it contains.
#include "exporters/pose/scene_check.h"

#include "exporters/pose/nodes.h"

#include <assimp/scene.h>

#include <algorithm>
#include <string>

namespace assimp_md2 {
namespace {

bool hasNoVertices(const aiMesh& mesh, EmptyMeshes empty) {
    const bool isEmpty = mesh.mNumVertices == 0 && mesh.mNumFaces == 0;
    return isEmpty ? empty == EmptyMeshes::AreErrors : mesh.mVertices == nullptr;
}

} // namespace

std::optional<Error> errorInScene(const aiScene& scene, EmptyMeshes empty) {
    for (const SceneNode& node : listNodes(*scene.mRootNode)) {
        const unsigned int* const meshes = node.node->mMeshes;
        if (std::any_of(meshes, meshes + node.node->mNumMeshes,
                        [&](unsigned int mesh) { return mesh >= scene.mNumMeshes; })) {
            return Error{ErrorCode::Other, "scene: the node \"" + std::string(node.node->mName.C_Str()) +
                                               "\" has a mesh that does not exist"};
        }
    }
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        if (hasNoVertices(mesh, empty)) {
            return Error{ErrorCode::Other,
                         "scene: the mesh \"" + std::string(mesh.mName.C_Str()) + "\" has no vertices"};
        }
    }
    return std::nullopt;
}

} // namespace assimp_md2
