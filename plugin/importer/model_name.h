// SPDX-License-Identifier: BSD-3-Clause
// Derives the node names of a model from its path.
#pragma once

#include <string>

namespace assimp_md2::inner {

/// What the nodes of a model are called.
struct ModelName {
    std::string file;        ///< of the root node: tris.md2
    std::string stem;        ///< of the mesh, of the node that owns it, and of the morph channels: homer
    bool isInMemory = false; ///< the model was read from memory, so it has no folder
};

/// The names of the nodes for a model: those of the game are called `tris.md2` and have the name of their
/// folder.
///
/// \param path with `/` or `\` between folders, or the name that Assimp uses for a file in memory. If the
///        file is in memory or the path has no stem, the stem is `md2`.
ModelName modelName(const std::string& path);

} // namespace assimp_md2::inner
