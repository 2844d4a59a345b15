// SPDX-License-Identifier: BSD-3-Clause
// Builds the parts of an aiScene: frames, meshes, materials and textures, animations, and bones.
//
// No memory leaks when it runs out: an object belongs to a unique_ptr until it is complete, and an array of
// objects is attached to its owner only when every element exists. No destructor therefore reads an
// uninitialised pointer.
#pragma once

#include "importer/scene/scene.h"

#include <assimp/scene.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace assimp_md2::inner {

/// Converts UTF-8 to an aiString. Text that is too long is truncated between two UTF-8 characters.
aiString assimpString(std::string_view text);

/// Allocates uninitialised vectors. new aiVector3D[count] would initialise each of them first. Free the
/// memory with delete[].
aiVector3D* newVectors(std::size_t count);

/// Allocates metadata with `count` empty entries. Replaces aiMetadata::Alloc, which leaks when memory runs
/// out.
std::unique_ptr<aiMetadata> newMetadata(std::size_t count);

template <typename Object>
using Objects = std::vector<std::unique_ptr<Object>>;

/// Moves `objects` to `array`, a member of an Assimp structure whose destructor frees the array and its
/// elements.
template <typename Object>
void attach(Objects<Object> objects, Object**& array, unsigned int& count) {
    if (objects.empty()) {
        return;
    }
    array = new Object*[objects.size()];
    count = static_cast<unsigned int>(objects.size());
    std::transform(objects.begin(), objects.end(), array,
                   [](std::unique_ptr<Object>& object) { return object.release(); });
}

/// Makes nodes the children of a node that has none.
void adopt(Objects<aiNode> children, aiNode& parent);

/// Position and rotation of a tag in the axes of ModelFrames. The position is the centre of its triangle. x
/// points along the first edge, z along the normal. If the triangle has no area, the tag has the axes of the
/// model. The matrix of a tag rotates an object that is in the axes of ModelFrames, too.
struct TagPose {
    aiVector3D position;
    aiQuaternion rotation;
};

/// Decodes the frames of a model into Assimp's vectors.
class ModelFrames {
public:
    /// \param model outlives the object
    /// \param axes of the decoded positions and normals
    /// \param repairs receives the normals that had to be clamped
    ModelFrames(const Model& model, Axes axes, Warnings& repairs)
        : model_(model), axes_(axes), decoder_(*model.view, model.normals, axes), repairs_(repairs) {}

    /// Decodes one frame. If normals are computed, the decoder caches one frame, so decode all meshes of a
    /// frame before the next frame.
    ///
    /// \param index of the frame in Model::frames
    /// \param vertices the vertex index of each corner; at least one
    /// \param positions room for a vector for each corner
    /// \param normals as positions
    void decode(std::size_t index, const std::vector<std::uint32_t>& vertices, aiVector3D* positions,
                aiVector3D* normals);

    /// The pose of a tag of the model.
    ///
    /// \param index of the frame in Model::frames
    TagPose poseOf(const TagNode& tag, std::size_t index);

private:
    const Model& model_;
    Axes axes_;
    FrameDecoder decoder_;
    Warnings& repairs_;
};

/// The poses of each tag of a model, in each frame of Model::frames.
using TagPoses = std::vector<std::vector<TagPose>>;

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
std::unique_ptr<aiNode> newSkeletonNode(const Scene& scene);

} // namespace assimp_md2::inner
