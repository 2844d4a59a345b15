// SPDX-License-Identifier: BSD-3-Clause
// Computes the heap memory of an aiScene before it is built.
#include "importer/scene/build_scene.h"

#include "importer/scene/scene_parts.h"

#include <assimp/scene.h>

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

/// Strings in metadata, each with its key.
std::uint64_t metadataBytes(std::uint64_t strings) {
    return strings * (2 * heapBytes(1, sizeof(aiString)) + sizeof(aiMetadataEntry));
}

std::uint64_t meshBytes(const Mesh& mesh, const Model& model, bool isStatic) {
    const std::uint64_t triangles = mesh.geometry.triangles.size();
    const std::uint64_t vectors = heapBytes(mesh.geometry.vertices.size(), sizeof(aiVector3D));
    std::uint64_t bytes = objectBytes(sizeof(aiMesh)) + heapBytes(triangles, sizeof(aiFace)) +
                          triangles * heapBytes(3, sizeof(unsigned int)) + 3 * vectors;
    if (model.skeleton) {
        // The weights of each corner, and the arrays in which bones are found and attached.
        const std::uint64_t bones = model.skeleton->skeleton.bones.size();
        bytes += heapBytes(bones, sizeof(void*) + sizeof(unsigned int)) +
                 bones * (objectBytes(sizeof(aiBone)) + heapBytes(0, 1)) +
                 mesh.geometry.vertices.size() * kWeightsPerVertex * sizeof(aiVertexWeight);
    } else if (!isStatic) {
        bytes += heapBytes(model.frames.size(), 2 * sizeof(void*)) +
                 model.frames.size() * (heapBytes(1, sizeof(aiAnimMesh)) + 2 * vectors);
    }
    return bytes;
}

/// A node channel with this many keys of position and rotation, and one of scaling.
std::uint64_t nodeChannelBytes(std::uint64_t keys) {
    return objectBytes(sizeof(aiNodeAnim)) + heapBytes(keys, sizeof(aiVectorKey)) +
           heapBytes(keys, sizeof(aiQuatKey)) + heapBytes(1, sizeof(aiVectorKey));
}

/// A node with its meshes, bones and tags, and their channels in each animation.
std::uint64_t modelBytes(const Scene& scene, std::size_t index) {
    const Model& model = scene.models[index];
    const std::uint64_t frames = model.frames.size();
    const std::uint64_t tags = model.tags.size();
    const std::uint64_t bones = model.skeleton ? model.skeleton->skeleton.bones.size() : 0;
    const std::uint64_t node = objectBytes(sizeof(aiNode)) + 2 * heapBytes(1, sizeof(void*));
    // While the scene is built, a tag has a place in each frame.
    std::uint64_t bytes = heapBytes(1, sizeof(aiMetadata)) + metadataBytes(model.view->skinCount() + 2) +
                          (2 + bones + tags) * node + tags * heapBytes(frames, sizeof(TagPose));
    for (const Mesh& mesh : scene.meshes) {
        bytes += mesh.model == index ? meshBytes(mesh, model, scene.isStatic) : 0;
    }
    for (const Animation& animation : scene.animations) {
        const std::uint64_t keys = keyCount(animation);
        bytes += nodeChannelBytes(1) + (tags + bones) * nodeChannelBytes(keys);
        if (!model.skeleton) { // each key of a morph channel has all frames
            bytes += objectBytes(sizeof(aiMeshMorphAnim)) +
                     keys * (sizeof(aiMeshMorphKey) + heapBytes(frames, sizeof(unsigned int)) +
                             heapBytes(frames, sizeof(double)));
        }
    }
    return bytes;
}

std::uint64_t materialBytes(const Material& material) {
    // Name, shading mode, diffuse colour, metallic and roughness factor, model; and texture, file identity,
    // alpha mode, alpha cutoff, or the base colour; and the skin.
    constexpr std::uint64_t kProperties = 11;
    // What the value of a property has besides text; Assimp doubles the array of properties.
    constexpr std::uint64_t kValue = 64;
    return objectBytes(sizeof(aiMaterial)) + heapBytes(4 * kProperties, sizeof(void*)) +
           kProperties * (heapBytes(1, sizeof(aiMaterialProperty)) + kValue) + material.name.size() +
           material.skin.size() + material.texture.size();
}

} // namespace

std::uint64_t sceneBytes(const Scene& scene) {
    // The root node and the metadata of the scene, whose entries have at most 1,024 characters each.
    std::uint64_t bytes = 18432;
    for (const Animation& animation : scene.animations) {
        bytes += objectBytes(sizeof(aiAnimation)) + metadataBytes(hasClosingKey(animation) ? 1 : 0);
    }
    for (const Material& material : scene.materials) {
        bytes += materialBytes(material);
    }
    for (std::size_t model = 0; model < scene.models.size(); ++model) {
        bytes += modelBytes(scene, model);
    }
    return bytes;
}

} // namespace assimp_md2::inner
