// SPDX-License-Identifier: BSD-3-Clause
// The names of a model's nodes, from the path of its file; knows nothing of what is in the file.
#pragma once

#include <string>
#include <unordered_set>

namespace assimp_md2 {

/// The names of a model's nodes, which differ from each other.
struct ModelName {
    std::string file;        ///< of the root node: tris.md2
    std::string stem;        ///< of the node that owns the mesh, the mesh and the morph channels: tris
    bool isInMemory = false; ///< there is no folder that the model lies in
};

/// \param path with `/` or `\` between folders, or the name under which Assimp reads from memory. The stem is
///        `md2` then, and for a path without a stem.
ModelName modelName(const std::string& path);

/// `name`, or with _2, _3 … where `taken` has it already; `taken` receives the result. Assimp finds nodes by
/// their names.
std::string uniqueName(const std::string& name, std::unordered_set<std::string>& taken);

} // namespace assimp_md2
