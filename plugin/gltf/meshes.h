// SPDX-License-Identifier: BSD-3-Clause
// The meshes of a scene as glTF meshes: vertices, indices, morph targets, joints and weights.
#pragma once

#include <assimp/matrix4x4.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

struct aiAnimMesh;
struct aiMesh;
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

/// All meshes of a node. Nodes with the same list of meshes share one.
struct GltfMesh {
    std::optional<std::size_t> index;  ///< none when there is nothing to draw
    std::vector<unsigned int> targets; ///< for each target its index in aiMesh::mAnimMeshes, in order
    std::vector<Joint> joints;
    /// The node itself is one more joint, with an identity matrix: for meshes without bones beside meshes
    /// with bones, and for vertices without weights.
    bool usesOwnNode = false;

    bool isSkinned() const { return !joints.empty(); }
};

/// Writes the meshes. It must live until the document is written, because the bytes are computed then.
class Meshes {
public:
    /// Logs a warning for targets that cannot be used.
    Meshes(Document& document, const aiScene& scene, const Nodes& nodes, const Materials& materials);
    ~Meshes();
    Meshes(const Meshes&) = delete;
    Meshes& operator=(const Meshes&) = delete;

    /// The mesh of a node; null when it has none.
    const GltfMesh* of(std::size_t node) const { return ofNode_[node]; }

private:
    struct Surface;
    struct Influence;

    Surface& surfaceOf(unsigned int mesh);
    void addVertices(Surface& surface, const aiMesh& mesh);
    void addIndices(Surface& surface, const aiMesh& mesh);
    void addTargets(Surface& surface, const aiMesh& mesh);
    std::size_t zeros(std::size_t count);
    void findJoints(GltfMesh& gltfMesh, const std::vector<unsigned int>& meshes);
    std::vector<Influence> influencesOf(const aiMesh& mesh, const GltfMesh& gltfMesh) const;
    void writeInfluences(GltfMesh& gltfMesh, const aiMesh& mesh);
    void writePrimitives(GltfMesh& gltfMesh, unsigned int mesh);
    const aiAnimMesh& targetOf(const std::vector<unsigned int>& meshes, unsigned int target) const;
    void writeTargetNames(const GltfMesh& gltfMesh, const std::vector<unsigned int>& meshes);
    void write(GltfMesh& gltfMesh, const std::vector<unsigned int>& meshes);

    Document& document_;
    const aiScene& scene_;
    const Nodes& nodes_;
    const Materials& materials_;
    std::vector<std::unique_ptr<Surface>> surfaces_; ///< by mesh of the scene
    std::map<std::vector<unsigned int>, GltfMesh> meshes_;
    std::vector<const GltfMesh*> ofNode_;
    std::map<std::size_t, std::size_t> zerosOfCount_;
    std::size_t unusableTargets_ = 0;
};

} // namespace assimp_md2
