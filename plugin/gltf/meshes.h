// SPDX-License-Identifier: BSD-3-Clause
// The meshes of a scene as glTF meshes: vertices, indices, morph targets, joints and weights.
#pragma once

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
    Meshes(Document& document, const aiScene& scene, const Nodes& nodes, const Materials& materials);
    Meshes(const Meshes&) = delete;
    Meshes& operator=(const Meshes&) = delete;

    /// The mesh of a node; null when it has none.
    const GltfMesh* of(std::size_t node) const { return ofNode_[node]; }

private:
    std::map<std::vector<unsigned int>, GltfMesh> meshes_; ///< by the meshes of the scene
    std::vector<const GltfMesh*> ofNode_;
};

} // namespace assimp_md2
