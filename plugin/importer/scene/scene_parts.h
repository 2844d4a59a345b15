// SPDX-License-Identifier: BSD-3-Clause
// Builds the parts of an aiScene: meshes, materials and textures, animations, and bones.
#pragma once

#include "importer/scene/assimp_objects.h"
#include "importer/scene/model_frames.h"

#include <assimp/scene.h>

#include <memory>

namespace assimp_md2::inner {

/// Adds the meshes of all models to `target`, which has none. A frame of a model is decoded for all its
/// meshes and tags before the next frame.
///
/// \param scene its triangles and texture coordinates are consumed
/// \param repairs receives the normals that had to be clamped
///
/// \return for each model, the poses of its tags
std::vector<TagPoses> buildMeshes(aiScene& target, Scene& scene, Warnings& repairs);

/// Moves vertices of a model's base meshes apart that coincide there and part in another frame, so that
/// post-processing, which looks at base meshes only, does not join them. Corners of one vertex move together.
/// A vertex moves by at most 256 units across two axes, where a unit is 2^-23 of the largest coordinate of
/// the meshes; its normal turns by less than 0.01. Anim meshes keep their frames.
///
/// \param model index in Scene::models
/// \param meshes of Scene::meshes, with their anim meshes or bones
void separateCoincidingVertices(const Scene& scene, std::size_t model, const Objects<aiMesh>& meshes);

/// Adds a material for each of `materials` to `target`, which has none.
void buildMaterials(aiScene& target, const std::vector<Material>& materials);

/// Adds the image files as Assimp embeds them: mWidth is the size in bytes, mHeight is 0.
///
/// \param textures each texture is freed as soon as it is copied to the scene
void buildTextures(aiScene& target, std::vector<Texture> textures);

/// Adds Scene::animations to `target`, which has none: morph channels, and node channels for models, bones
/// and tags.
///
/// \param poses for each model, the poses of its tags
void buildAnimations(aiScene& target, const Scene& scene, const std::vector<TagPoses>& poses);

/// Gives a mesh the rest pose of its vertices, and the bones that move them.
///
/// \param mesh has allocated positions and normals for all corners
/// \param source the mesh's vertices
void addBones(aiMesh& mesh, const Mesh& source, const ModelSkeleton& skeleton);

/// The node above the bones of all models, with a node for each bone in the rest pose.
std::unique_ptr<aiNode> newSkeletonNode(const Scene& scene, aiNode& parent);

} // namespace assimp_md2::inner
