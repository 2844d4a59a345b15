// SPDX-License-Identifier: BSD-3-Clause
// The meshes of a scene as glTF meshes: vertices, indices, morph targets, joints and weights.
#pragma once

#include "gltf/animations.h"

#include <assimp/matrix4x4.h>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

struct aiScene;

namespace assimp_md2 {

class Document;
class Materials;
class Nodes;

/// A bone: its node and aiBone::mOffsetMatrix.
struct Joint {
    std::size_t node;
    aiMatrix4x4 offset;
};

/// The glTF mesh for all meshes of a node. Nodes with the same list of meshes share one GltfMesh.
struct GltfMesh {
    std::optional<std::size_t> index;  ///< none when there is nothing to draw
    std::vector<unsigned int> targets; ///< the index in aiMesh::mAnimMeshes of each target, ascending
    std::vector<Joint> joints;
    /// true: the node itself is an additional joint with an identity matrix. It moves vertices without
    /// weights, and meshes without bones if another mesh of the node has bones.
    bool usesOwnNode = false;

    bool isSkinned() const { return !joints.empty(); }
};

class Meshes {
public:
    /// Writes the meshes and logs a warning for targets that cannot be used. The bytes of vertices are
    /// calculated from the scene when the document is written.
    Meshes(Document& document, const aiScene& scene, const Nodes& nodes, const Materials& materials,
           const std::vector<Moves>& moves);
    Meshes(const Meshes&) = delete;
    Meshes& operator=(const Meshes&) = delete;

    /// The mesh of a node; null when it has none.
    const GltfMesh* of(std::size_t node) const { return ofNode_[node]; }
    /// The node that is written with the mesh of a node: itself or a new root. Skinning ignores the
    /// transformations of a node with a skinned mesh and of its parents. glTF's validator warns about such
    /// transformations. So such a node becomes a root without transformation. If it has children, is a joint
    /// or is animated, it stays where it is, and its mesh moves to a new root `<name>_skin`.
    std::size_t nodeWith(std::size_t node) const { return nodeWith_[node]; }
    /// Whether a node becomes such a root.
    bool becomesRoot(std::size_t node) const {
        return node > 0 && ofNode_[node] != nullptr && ofNode_[node]->isSkinned() && nodeWith_[node] == node;
    }

private:
    std::map<std::vector<unsigned int>, GltfMesh> meshes_; ///< by the meshes of the scene
    std::vector<const GltfMesh*> ofNode_;
    std::vector<std::size_t> nodeWith_;
};

} // namespace assimp_md2
