// SPDX-License-Identifier: BSD-3-Clause
// The nodes of an aiScene as a list, what its morph channels move, and whether its indices are valid.
#pragma once

#include "importer/base/error.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

struct aiNode;
struct aiScene;

namespace assimp_md2::inner {

struct SceneNode {
    const aiNode* node;
    std::size_t parent; ///< index of an earlier node; the root has its own index
    std::size_t end;    ///< the index after those of the nodes below this one
};

/// Lists nodes in depth-first order.
std::vector<SceneNode> listNodes(const aiNode& root);

/// Some importers, such as that of .assbin, and programs make scenes that the exporters cannot read.
///
/// \return an error that names the node or the mesh, if a node has a mesh that does not exist, or a mesh has
///         no vertices although it has faces or a count of vertices
std::optional<Error> errorInScene(const aiScene& scene);

/// Finds what a morph channel moves: the nodes of its name, which may be followed by `*` and a number as in
/// scenes of Assimp's FBX importer. Without such a node, it moves the nodes of the meshes of its name.
class MorphedByName {
public:
    using Members = std::vector<std::size_t>; ///< indices that the caller chooses

    /// The names must stay valid. Nothing has an empty name.
    void addNode(std::string_view name, std::size_t member) { add(ofNodes_, name, member); }
    void addMesh(std::string_view name, std::size_t member) { add(ofMeshes_, name, member); }

    /// \param channel the name of a morph channel
    /// \return null where there is nothing to move
    const Members* find(std::string_view channel) const;

private:
    using Groups = std::unordered_map<std::string_view, Members>;
    static void add(Groups& groups, std::string_view name, std::size_t member) {
        if (!name.empty()) {
            groups[name].push_back(member);
        }
    }

    Groups ofNodes_;
    Groups ofMeshes_;
};

} // namespace assimp_md2::inner
