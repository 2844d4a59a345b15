// SPDX-License-Identifier: BSD-3-Clause
// The values from which build_scene.h makes an aiScene.
#pragma once

#include "importer/files/local_files.h"
#include "importer/md2/clips.h"
#include "importer/md2/frame_decoder.h"
#include "importer/md2/geometry.h"
#include "importer/scene/bones.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The values of one aiMesh: a surface of a model. The aiMesh gets the name of the model.
struct Mesh {
    std::size_t model = 0; ///< of Scene::models
    Geometry geometry;
    std::size_t material = 0; ///< of Scene::materials
};

/// The directions of a tag's axes x, y and z, then its position, in the axes of the model.
using TagMatrix = std::array<float, 12>;

/// A node that moves with a model, so that other objects can be attached to it. It follows a triangle, or has
/// a matrix for each frame of the file.
struct TagNode {
    std::string name;
    std::array<std::uint32_t, 3> vertices; ///< of the triangle, wound clockwise
    std::vector<TagMatrix> matrices{};     ///< by frame of the file; empty for a tag that follows a triangle
};

/// Bones that move the meshes of a model, in place of anim meshes and morph channels. All coordinates are in
/// Scene::axes.
struct ModelSkeleton {
    Skeleton skeleton; ///< its frames have the same indices as Model::frames
    std::vector<std::array<float, 3>> restNormals;
    /// By vertex index of the file: the index of the vertex in `skeleton`; valid only for vertices that a
    /// mesh uses.
    std::vector<std::uint32_t> vertexOf;
    std::vector<std::string> boneNames; ///< of the bones' nodes
};

/// One MD2 file: a node that is below the root and owns meshes. Every animation has
/// - a node channel for the node;
/// - a morph channel for the node, or, with a skeleton, a node channel for each bone;
/// - a node channel for each tag.
struct Model {
    std::string name; ///< of the node
    const View* view; ///< not null; it outlives the model
    /// For each anim mesh, its frame in `view`. In a static scene, the single frame of the meshes.
    std::vector<std::size_t> frames{};
    ModelNormals normals{};
    std::vector<TagNode> tags{};
    std::optional<ModelSkeleton> skeleton{};
};

/// A clip with its playback settings. Its frames are indices into Model::frames.
struct Animation {
    Clip clip;
    double ticksPerSecond; ///< above 0; a tick is a frame
    bool closed;           ///< has a closing key: the first frame again, one tick after the last frame
};

/// An image file that the scene contains.
struct Texture {
    std::string path;                ///< as Material::texture
    std::vector<std::uint8_t> bytes; ///< of a PNG or JPEG file, at least one
    const char* formatHint;          ///< aiTexture::achFormatHint: "png" or "jpg"
};

/// The material of a skin.
struct Material {
    std::string skin; ///< its name without folder and extension
    /// The path of its image, with `/`, relative to the model's folder. Empty: a light grey.
    std::string texture{};
    std::string name{};                    ///< unique among the names of the materials and nodes of the scene
    std::optional<std::size_t> embedded{}; ///< of Scene::textures
    std::optional<FileIdentity> identity{}; ///< of the image file; set if the file is in the file system
    bool isNotFound = false;                ///< the import has warned that there is no image
    bool isMasked = false;                  ///< clear pixels of the image are holes: glTF's alpha mode MASK
    std::size_t model = 0;                  ///< index in Scene::models of the model that the skin belongs to
};

/// The values from which build_scene.h builds an aiScene.
struct Scene {
    std::string name{};          ///< of the root node
    std::vector<Model> models{}; ///< all with the same number of frames
    std::vector<Mesh> meshes{};
    std::vector<Animation> animations{};
    std::vector<Material> materials{};
    std::vector<Texture> textures{};
    /// The folder part of the path that the program passed to Assimp.
    std::optional<std::string> folder{};
    Axes axes = Axes::FrontX;   ///< of all positions and normals
    std::string skeletonName{}; ///< of the node above the bones of all models; empty if there are no bones
    bool isStatic = false;      ///< one frame, without anim meshes or animations
};

/// Whether `animation` ends with a closing key. With a single frame, both keys show the same frame anyway.
inline bool hasClosingKey(const Animation& animation) {
    return animation.closed && animation.clip.frameCount > 1;
}

/// The number of keys in each channel of `animation`; keys are at 0, 1, 2 … ticks. A clip of one frame has
/// two keys, because programs divide by the time of the last key.
inline std::size_t keyCount(const Animation& animation) {
    const std::size_t frames = animation.clip.frameCount;
    return frames == 1 ? 2 : frames + (animation.closed ? 1 : 0);
}

/// The frame of Model::frames that a key of `animation` shows.
inline std::size_t frameOfKey(const Animation& animation, std::size_t key) {
    return animation.clip.firstFrame + key % animation.clip.frameCount;
}

} // namespace assimp_md2::inner
