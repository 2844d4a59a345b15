// SPDX-License-Identifier: BSD-3-Clause
// A scene as values, and its aiScene: the one place that hands objects to Assimp. Knows views and what they
// mean, nothing of how files are found, of properties or of Assimp's importers.
#pragma once

#include "format/error.h"
#include "format/view.h"
#include "io/local_files.h"
#include "model/clips.h"
#include "model/geometry.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2 {

/// One aiMesh: a surface and the frames that move it.
struct Mesh {
    std::string name;
    std::size_t model = 0; ///< of Scene::models: whose frames move it
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
    View view;
    /// The frame of `view` that each anim mesh shows; in a static scene the one frame of the meshes.
    std::vector<std::size_t> frames;
    std::vector<std::string> skinNames; ///< metadata: the names as they are in the file, UTF-8
    std::vector<TagNode> tags;
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
    std::vector<Model> models{}; ///< all with equally many frames
    std::vector<Mesh> meshes{};
    std::vector<Animation> animations{};
    std::vector<Material> materials{};
    std::vector<Texture> textures{};
    std::optional<std::string> folder{}; ///< in which the model lies, as the program wrote it
    bool isFrontZ = false;               ///< the front faces +Z instead of +X
    bool isStatic = false;               ///< one frame, without anim meshes and animations
};

/// The heap memory that buildScene needs, in bytes, including what an allocator adds to each block.
std::uint64_t sceneBytes(const Scene& scene);

/// A lower bound of sceneBytes for these counts, to refuse a file before anything is allocated for it.
///
/// \param keys of all animations together
std::uint64_t leastSceneBytes(std::uint64_t triangles, std::uint64_t frames, std::uint64_t keys,
                              std::uint64_t skins);

/// Fills the empty `target`. When memory runs out, everything that was allocated belongs to it or is freed.
///
/// \param scene is moved from
/// \param sourceFormat names the format in the metadata
/// \param repairs receives the normals that had to be clamped
/// \param progress is called with the bytes decoded since the last call, after each frame
void buildScene(aiScene& target, Scene scene, const char* sourceFormat, Repairs& repairs,
                const std::function<void(std::uint64_t)>& progress);

} // namespace assimp_md2
