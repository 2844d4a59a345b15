// SPDX-License-Identifier: BSD-3-Clause
// The values from which build_scene.h makes an aiScene.
#pragma once

#include "format/error.h"
#include "format/view.h"
#include "io/local_files.h"
#include "model/clips.h"
#include "model/geometry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2 {

/// One aiMesh: a surface that the frames of a model move. It has the name of the model.
struct Mesh {
    std::size_t model = 0; ///< of Scene::models
    Geometry geometry;
    std::size_t material = 0; ///< of Scene::materials
};

/// A node that follows a triangle of a model, so that things can be attached there.
struct TagNode {
    std::string name;
    std::array<std::uint32_t, 3> vertices; ///< of the triangle, wound clockwise
};

/// One MD2 file: a node below the root that owns meshes. Every animation has a node channel and a morph
/// channel for the node, and a node channel for each tag.
struct Model {
    std::string name; ///< of the node
    const View* view; ///< not null; it outlives the model
    /// The frame of `view` that each anim mesh shows; in a static scene the one frame of the meshes.
    std::vector<std::size_t> frames{};
    std::vector<std::string> skinNames{}; ///< metadata: the names as they are in the file, UTF-8
    std::vector<TagNode> tags{};
};

/// A clip as it is played. Its frames are anim meshes, by their index.
struct Animation {
    Clip clip;
    double ticksPerSecond; ///< above 0; a tick is a frame
    bool closed;           ///< ends with its first frame again, at the tick after the last
};

/// An image file that the scene contains.
struct Texture {
    std::string path;                ///< as Material::texture
    std::vector<std::uint8_t> bytes; ///< of a PNG or JPEG file, at least one
    const char* formatHint;          ///< Assimp's word for what it is: "png" or "jpg"
};

/// A skin as the scene shows it.
struct Material {
    std::string name;
    std::string texture{}; ///< the path of its image, with `/`, relative to the model's folder
    std::optional<std::size_t> embedded{};  ///< of Scene::textures
    std::optional<FileIdentity> identity{}; ///< of the image file, where it is one of the file system
    std::size_t model = 0;                  ///< of Scene::models: whose skin it is
    bool isDefault = false;                 ///< of a model without skins: grey, without a texture
};

/// What an aiScene is made of.
struct Scene {
    std::string name{};          ///< of the root node
    std::int32_t version = 8;    ///< of the file
    std::vector<Model> models{}; ///< all with equally many frames
    std::vector<Mesh> meshes{};
    std::vector<Animation> animations{};
    std::vector<Material> materials{};
    std::vector<Texture> textures{};
    std::optional<std::string> folder{};            ///< in which the model lies, as the program wrote it
    std::optional<std::array<float, 3>> lodScale{}; ///< see View::lodScale
    bool isFrontZ = false;                          ///< the front faces +Z instead of +X
    bool isStatic = false;                          ///< one frame, without anim meshes and animations
};

/// The keys of a channel of `animation`, at 0, 1, 2 … ticks. A clip of one frame is held for a tick, because
/// consumers divide by the time of the last key.
inline std::size_t keyCount(const Animation& animation) {
    const std::size_t frames = animation.clip.frameCount;
    return frames == 1 ? 2 : frames + (animation.closed ? 1 : 0);
}

/// The frame of Model::frames that a key of `animation` shows.
inline std::size_t frameOfKey(const Animation& animation, std::size_t key) {
    return animation.clip.firstFrame + key % animation.clip.frameCount;
}

} // namespace assimp_md2
