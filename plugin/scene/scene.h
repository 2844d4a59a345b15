// SPDX-License-Identifier: BSD-3-Clause
// A model as an aiScene: the one place that hands objects to Assimp. Knows the view and what it means,
// nothing of files, properties or Assimp's importers.
#pragma once

#include "format/error.h"
#include "format/view.h"
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

/// A clip as it is played.
struct Animation {
    Clip clip;
    double ticksPerSecond; ///< above 0; a tick is a frame
    bool closed;           ///< ends with its first frame again, at the tick after the last
};

/// An image file that the scene has inside.
struct Texture {
    std::string path;                ///< as Skin::texture
    std::vector<std::uint8_t> bytes; ///< of a PNG or JPEG file, at least one
    const char* formatHint;          ///< Assimp's word for what it is: "png" or "jpg"
};

/// A skin as the scene shows it.
struct Skin {
    std::string name;    ///< of its material
    std::string texture; ///< the path of its image, with `/`, relative to the model's folder
    std::optional<std::size_t> embedded{}; ///< of Model::textures
};

/// The scene metadata (a string) with the folder that the model was read from, as the program wrote it: where
/// a skin that is only referenced lies when the scene is exported. Not there for models from memory.
inline constexpr const char* kModelFolderMetadataKey = "MD2_FOLDER";

/// What a scene is made of.
struct Model {
    View view;
    Geometry geometry;
    std::string fileName{}; ///< of the root node
    std::string name{};     ///< of the node that owns the mesh, of the mesh and of every morph channel
    std::vector<Animation> animations{};
    std::vector<Skin> skins{}; ///< a material each; without any there is one material without a texture
    std::vector<Texture> textures{};
    std::size_t chosenSkin = 0;               ///< whose material the mesh has
    std::optional<std::string> folder{};      ///< in which the model lies, as the program wrote it
    std::optional<std::size_t> staticFrame{}; ///< this frame alone, without animation meshes and animations
};

/// What buildScene will take from the heap, in bytes, with what an allocator adds to each piece.
std::uint64_t sceneBytes(const Model& model);

/// Fills the empty `scene`. What was allocated belongs to `scene` even when memory runs out on the way.
/// \param model is used up
/// \param sourceFormat names the format in the metadata
/// \param repairs receives the normals that had to be clamped
/// \param progress is called with (frames done, frames in all)
void buildScene(aiScene& scene, Model model, const char* sourceFormat, Repairs& repairs,
                const std::function<void(std::size_t, std::size_t)>& progress);

} // namespace assimp_md2
