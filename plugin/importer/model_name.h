// SPDX-License-Identifier: BSD-3-Clause
// The names of nodes: those of a model, from the path of its file, and names that differ from each other.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace assimp_md2 {

/// What the nodes of a model are called.
struct ModelName {
    std::string file;        ///< of the root node: tris.md2
    std::string stem;        ///< of the node that owns the mesh, the mesh and the morph channels: tris
    bool isInMemory = false; ///< the model was read from memory, so it has no folder
};

/// The names of the nodes for a model.
///
/// \param path with `/` or `\` between folders, or the name under which Assimp reads from memory. The stem is
///        `md2` then, and for a path without a stem.
ModelName modelName(const std::string& path);

/// Makes the names of the nodes of a scene unique, because Assimp finds nodes by their names.
class UniqueNames {
public:
    /// Takes a name and returns it, or the first of NAME_2, NAME_3 … that is not taken.
    std::string unique(const std::string& name);

private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, unsigned int> nextNumber_; ///< for each name that was given twice
};

} // namespace assimp_md2
