// SPDX-License-Identifier: BSD-3-Clause
// Derives the node names of a model from its path, and makes node names unique.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace assimp_md2 {

/// What the nodes of a model are called.
struct ModelName {
    std::string file;        ///< of the root node: tris.md2
    std::string stem;        ///< of the mesh, of the node that owns it, and of the morph channels: tris
    bool isInMemory = false; ///< the model was read from memory, so it has no folder
};

/// The names of the nodes for a model.
///
/// \param path with `/` or `\` between folders, or the name that Assimp uses for a file in memory. If the
///        file is in memory or the path has no stem, the stem is `md2`.
ModelName modelName(const std::string& path);

/// Makes the names of the nodes of a scene unique, because Assimp finds nodes by their names.
class UniqueNames {
public:
    /// Takes a name and returns it, or the first of NAME_2, NAME_3 … that is not taken.
    std::string unique(const std::string& name);

private:
    std::unordered_set<std::string> taken_;
    /// For each name that was requested more than once.
    std::unordered_map<std::string, unsigned int> nextNumber_;
};

} // namespace assimp_md2
