// SPDX-License-Identifier: BSD-3-Clause
// The meshes of a scene in the glTF document that they have become, and their morph targets; knows nothing of
// animations.
#pragma once

#include <cstddef>
#include <vector>

struct aiMesh;
struct aiScene;

namespace assimp_md2 {

class Document;

/// A mesh of the scene and the primitive that it has become: its index in its mesh of the document.
struct Primitive {
    aiMesh* mesh;
    std::size_t index;
};

/// A mesh of the document: Assimp makes one of all the meshes of a node.
struct MorphedMesh {
    std::vector<Primitive> primitives;
    /// For each target, its index in aiMesh::mAnimMeshes, in order. All primitives of a mesh must have
    /// equally many.
    std::vector<unsigned int> targets;
};

/// The meshes of the document, in its order. Logs a warning for targets
/// that cannot be used. \throws std::runtime_error when the document does not have the meshes of the scene
std::vector<MorphedMesh> findMeshes(Document& document, aiScene& scene);

/// Adds the morph targets to the document, with their names and weights. Frees each anim mesh that is
/// written.
void addTargets(Document& document, std::vector<MorphedMesh>& meshes);

} // namespace assimp_md2
