// SPDX-License-Identifier: BSD-3-Clause
// Computes the heap memory of an aiScene before it is built.
#include "importer/scene/build_scene.h"

#include "importer/scene/model_frames.h"

#include <assimp/scene.h>

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// What an allocator needs for `count` elements: 16 bytes of its own, and a multiple of 16 bytes.
std::uint64_t heapBytes(std::uint64_t count, std::uint64_t elementSize) {
    return (count * elementSize + 31) / 16 * 16;
}

/// An object and its pointer in the array of its owner. While the array is made, the pointer is also in a
/// vector that grows.
std::uint64_t objectBytes(std::uint64_t size) {
    return heapBytes(1, size) + 4 * sizeof(void*);
}

std::uint64_t faceBytes(std::uint64_t triangles) {
    return heapBytes(triangles, sizeof(aiFace)) + triangles * heapBytes(3, sizeof(unsigned int));
}

std::uint64_t animMeshBytes(std::uint64_t frames, std::uint64_t corners) {
    return heapBytes(frames, 2 * sizeof(void*)) +
           frames * (heapBytes(1, sizeof(aiAnimMesh)) + 2 * heapBytes(corners, sizeof(aiVector3D)));
}

/// The keys of a morph channel: each has all frames.
std::uint64_t morphKeyBytes(std::uint64_t keys, std::uint64_t frames) {
    return keys * (sizeof(aiMeshMorphKey) + heapBytes(frames, sizeof(unsigned int)) +
                   heapBytes(frames, sizeof(double)));
}

/// Strings in metadata, each with its key.
std::uint64_t metadataBytes(std::uint64_t strings) {
    return strings * (2 * heapBytes(1, sizeof(aiString)) + sizeof(aiMetadataEntry));
}

/// The weights of each corner, and the arrays of a mesh in which bones are found and attached.
std::uint64_t meshBoneBytes(std::uint64_t bones, std::uint64_t corners) {
    return heapBytes(bones, sizeof(void*) + sizeof(unsigned int)) +
           bones * (objectBytes(sizeof(aiBone)) + heapBytes(0, 1)) +
           corners * kWeightsPerVertex * sizeof(aiVertexWeight);
}

std::uint64_t meshBytes(const Mesh& mesh, const Model& model, bool isStatic) {
    const std::uint64_t corners = mesh.geometry.vertices.size();
    const std::uint64_t arrays = mesh.geometry.textureCoordinates.empty() ? 2 : 3;
    return objectBytes(sizeof(aiMesh)) + faceBytes(mesh.geometry.triangles.size()) +
           arrays * heapBytes(corners, sizeof(aiVector3D)) +
           (model.skeleton ? meshBoneBytes(model.skeleton->skeleton.bones.size(), corners)
            : isStatic     ? 0
                           : animMeshBytes(model.frames.size(), corners));
}

/// A node channel with this many keys of position and rotation, and one of scaling.
std::uint64_t nodeChannelBytes(std::uint64_t keys) {
    return objectBytes(sizeof(aiNodeAnim)) + heapBytes(keys, sizeof(aiVectorKey)) +
           heapBytes(keys, sizeof(aiQuatKey)) + heapBytes(1, sizeof(aiVectorKey));
}

std::uint64_t nodeBytes() {
    return objectBytes(sizeof(aiNode)) + 2 * heapBytes(1, sizeof(void*));
}

/// The numbers in the metadata of a scene with bones, at most 12.
std::uint64_t boneMetadataBytes() {
    return 12 * (sizeof(aiString) + sizeof(aiMetadataEntry) + heapBytes(1, sizeof(double)));
}

/// A node with its meshes, and its channels in each animation.
std::uint64_t modelBytes(const Scene& scene, std::size_t index) {
    const Model& model = scene.models[index];
    const std::uint64_t frames = model.frames.size();
    const std::uint64_t tags = model.tags.size();
    const std::uint64_t bones = model.skeleton ? model.skeleton->skeleton.bones.size() : 0;
    // While the scene is built, a tag has a place in each frame.
    std::uint64_t bytes =
        nodeBytes() + heapBytes(1, sizeof(aiMetadata)) + metadataBytes(model.view->skinCount() + 2) +
        tags * (nodeBytes() + heapBytes(frames, sizeof(TagPose))) + (bones + 1) * nodeBytes();
    bytes += model.skeleton ? boneMetadataBytes() : 0;
    for (const Mesh& mesh : scene.meshes) {
        bytes += mesh.model == index ? meshBytes(mesh, model, scene.isStatic) : 0;
    }
    for (const Animation& animation : scene.animations) {
        const std::uint64_t keys = keyCount(animation);
        bytes += nodeChannelBytes(1) + (tags + bones) * nodeChannelBytes(keys) +
                 (model.skeleton ? 0 : objectBytes(sizeof(aiMeshMorphAnim)) + morphKeyBytes(keys, frames));
    }
    return bytes;
}

/// The animations without their channels.
std::uint64_t animationBytes(const std::vector<Animation>& animations) {
    const auto loops = std::count_if(animations.begin(), animations.end(), hasClosingKey);
    return animations.size() * objectBytes(sizeof(aiAnimation)) +
           metadataBytes(static_cast<std::uint64_t>(loops));
}

std::uint64_t materialBytes(const std::vector<Material>& materials) {
    // Name, shading mode, diffuse colour, metallic and roughness factor, model; and texture, file identity,
    // alpha mode, alpha cutoff, or the base colour; and the skin.
    constexpr std::uint64_t kMaterialProperties = 11;
    // What the value of a property has besides text; Assimp doubles the array of properties.
    constexpr std::uint64_t kValue = 64;
    std::uint64_t bytes = 0;
    for (const Material& material : materials) {
        bytes += objectBytes(sizeof(aiMaterial)) + heapBytes(4 * kMaterialProperties, sizeof(void*)) +
                 kMaterialProperties * (heapBytes(1, sizeof(aiMaterialProperty)) + kValue) +
                 material.name.size() + material.skin.size() + material.texture.size();
    }
    return bytes;
}

} // namespace

std::uint64_t sceneBytes(const Scene& scene) {
    // The root node and the metadata of the scene, whose entries have at most 1,024 characters each.
    constexpr std::uint64_t kRoot = 18432;
    std::uint64_t bytes = kRoot + animationBytes(scene.animations) + materialBytes(scene.materials);
    for (std::size_t model = 0; model < scene.models.size(); ++model) {
        bytes += modelBytes(scene, model);
    }
    return bytes;
}

} // namespace assimp_md2::inner
