// SPDX-License-Identifier: BSD-3-Clause
// Reads what one MD2 file adds to a scene: a model with its meshes and its skins.
#pragma once

#include "importer/base/unique_names.h"
#include "importer/files/model_source.h"
#include "importer/import_memory.h"
#include "importer/select_animations.h"
#include "importer/skins/skin_search.h"

#include <functional>

namespace assimp_md2::inner {

/// An MD2 file in memory, and its checked view.
struct ModelFile {
    FileBytes bytes;
    View view; ///< borrows `bytes`
};

/// What one MD2 file adds to a Scene. All indices refer to the vectors of the part.
struct ModelPart {
    Model model;
    std::vector<Mesh> meshes{};
    std::vector<Material> materials{}; ///< at least one
    std::vector<Texture> textures{};
    Warnings repairs{};
    Warnings warnings{};
};

/// The values that all parts of a scene share.
struct PartContext {
    const Animations& animations;
    const Settings& settings; ///< of the model; those of its weapon name no skin
    const ImportMemory& memory;
    UniqueNames& nodeNames; ///< of the scene
    Assimp::IOSystem* io;   ///< the program's, or null
};

/// The hook through which the product `skeleton` gives models bones; the importer alone has none. Gives a
/// model and its weapon skeletons, which together have at most Settings::maxBones bones, but at least one
/// each. `addSkeletons` (skeleton/model_skeleton.h) is one.
///
/// \param parts the model, then its weapon if there is one; without skeletons
/// \param progress is called with the share that is done, 0 to 1
///
/// \return an error if the skeletons need more memory than the import may take
using SkeletonMaker = std::optional<Error> (*)(std::vector<ModelPart>& parts, const PartContext& context,
                                               const std::function<void(double)>& progress);

/// Reads a part, without its skeleton.
///
/// \param file outlives the part
/// \param name the preferred name of the model's node; a number is appended if the name is taken
/// \param frames indices of frames in the file; they become Model::frames
/// \param search for the skins; null for a model from memory
///
/// \return the part, or an error of readSurfaces or readSkins
Result<ModelPart> readPart(const ModelFile& file, const std::string& name, std::vector<std::size_t> frames,
                           SkinSearch* search, const Settings& settings, const PartContext& context);

/// Finds the images of the skins that the model names, and adds their materials and textures to a part. If it
/// names none, or none of them exists, images in the model's folder take their place. A skin that is named
/// twice is one material; a skin that is not found keeps its name as texture path.
///
/// \param search for the files; null for a model from memory, for which nothing is searched
/// \param io the program's IOSystem, or null, for an image that Settings::skin names
/// \param part has a model and meshes. Mesh::material is the skin of the file (Surface::skin) and becomes an
///        index of ModelPart::materials
/// \return an error if Settings::skin names none of the skins and no image
std::optional<Error> readSkins(SkinSearch* search, Assimp::IOSystem* io, const Settings& settings,
                               ModelPart& part);

/// Adds a part to a scene.
void addPart(Scene& scene, ModelPart part);

} // namespace assimp_md2::inner
