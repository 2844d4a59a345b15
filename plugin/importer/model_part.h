// SPDX-License-Identifier: BSD-3-Clause
// Reads what one MD2 file adds to a scene: a model with its meshes and its skins.
#pragma once

#include "importer/animations.h"
#include "importer/base/error.h"
#include "importer/base/file_bytes.h"
#include "importer/base/unique_names.h"
#include "importer/base/warnings.h"
#include "importer/md2/view.h"
#include "importer/scene/scene.h"
#include "importer/settings/settings.h"
#include "importer/skins/skin_search.h"

#include <cstddef>
#include <string>
#include <vector>

namespace assimp_md2 {

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
    UniqueNames& nodeNames; ///< of the scene
    bool hasSkeletons;      ///< the parts get skeletons after they have been read
    Assimp::IOSystem* io;   ///< the program's, or null
};

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

/// Adds a part to a scene.
void addPart(Scene& scene, ModelPart part);

} // namespace assimp_md2
