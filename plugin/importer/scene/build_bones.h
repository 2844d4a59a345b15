// SPDX-License-Identifier: BSD-3-Clause
// Builds the bones of meshes and their nodes.
#pragma once

#include "importer/scene/assimp_objects.h"
#include "importer/scene/scene.h"

#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <memory>

namespace assimp_md2 {

/// Gives a mesh the rest pose of its vertices, and the bones that move them.
///
/// \param mesh has allocated positions and normals for all corners
/// \param source the mesh's vertices
void addBones(aiMesh& mesh, const Mesh& source, const ModelSkeleton& skeleton);

/// The node above the bones of all models, with a node for each bone in the rest pose.
std::unique_ptr<aiNode> newSkeletonNode(const Scene& scene, aiNode& parent);

} // namespace assimp_md2
