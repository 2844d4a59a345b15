// SPDX-License-Identifier: BSD-3-Clause
// Numbers the nodes of a scene, finds them by name, and writes them with their skins.
#pragma once

#include "gltf/animations.h"

#include <assimp/matrix4x4.h>
#include <assimp/quaternion.h>
#include <assimp/vector3.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

struct aiNode;
struct aiScene;

namespace assimp_md2 {

class Document;
class Meshes;

/// The position, rotation and scaling of a matrix, which glTF animates separately.
struct Transformation {
    explicit Transformation(const aiMatrix4x4& matrix) { matrix.Decompose(scaling, rotation, position); }

    aiVector3D position;
    aiQuaternion rotation;
    aiVector3D scaling;
};

/// The nodes in the order in which they are written: each before its children.
class Nodes {
public:
    /// \param document its budget is charged
    Nodes(Document& document, const aiScene& scene);

    std::size_t count() const { return nodes_.size(); }
    const aiNode& at(std::size_t number) const { return *nodes_[number]; }

    /// The first node of this name, as aiNode::FindNode.
    std::optional<std::size_t> find(std::string_view name) const;

    /// Writes the nodes, the scene's roots and the skins.
    ///
    /// \param keepsRoot whether a channel keeps the root's transformation
    void write(Document& document, const Meshes& meshes, const std::vector<Moves>& moves,
               bool keepsRoot) const;

private:
    std::vector<const aiNode*> nodes_;
    std::unordered_map<const aiNode*, std::size_t> numbers_;
    std::unordered_map<std::string_view, std::size_t> firstOfName_;
};

} // namespace assimp_md2
