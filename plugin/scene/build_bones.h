// SPDX-License-Identifier: BSD-3-Clause
// Builds the parts of an aiScene that come from a skeleton: the bones of meshes, their nodes and their node
// channels.
#pragma once

#include "scene/assimp_objects.h"
#include "scene/scene.h"

#include <assimp/anim.h>
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

/// A channel that moves a bone, with a key at each frame of `animation`.
std::unique_ptr<aiNodeAnim> newBoneChannel(const ModelSkeleton& skeleton, std::size_t bone,
                                           const Animation& animation);

} // namespace assimp_md2
