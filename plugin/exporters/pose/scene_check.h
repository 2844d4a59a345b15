// SPDX-License-Identifier: BSD-3-Clause
// Checks a scene before an export reads it.
#pragma once

#include "importer/base/error.h"

#include <optional>

struct aiScene;

namespace assimp_md2 {

/// Meshes without vertices and faces: an MD2 leaves them out, a glTF cannot have them.
enum class EmptyMeshes { AreAllowed, AreErrors };

/// Some importers, such as that of .assbin, and programs make scenes that the exporters cannot read.
///
/// \return an error that names the node or the mesh, if a node has a mesh that does not exist, or a mesh
///         has no vertices
std::optional<Error> errorInScene(const aiScene& scene, EmptyMeshes empty);

} // namespace assimp_md2
