// SPDX-License-Identifier: BSD-3-Clause
// The skins of a model with their images, found and decoded.
#pragma once

#include "importer/base/warnings.h"
#include "importer/md2/view.h"
#include "importer/scene/scene.h"
#include "importer/settings/settings.h"
#include "importer/skins/skin_search.h"

#include <vector>

namespace assimp_md2 {

/// The skins of a model, and the warnings about them.
struct Skins {
    std::vector<Material> materials;
    std::vector<Texture> textures;     ///< embedded images, one for each file
    std::size_t chosen = 0;            ///< of `materials`
    std::vector<std::size_t> ofRecord; ///< for each skin of the file, its index in `materials`
    Warnings repairs;                  ///< of images
    Warnings warnings;
};

/// Finds the images of the skins that `view` names. If it names none, or none of them exists, images in the
/// model's folder take their place. A skin that is named twice is one material; a skin that is not found
/// keeps its name as texture path.
///
/// \param search for the files; null for a model from memory, for which nothing is searched
/// \param io the program's IOSystem, or null, for an image that Settings::skin names
/// \param meshes of the model, for Material::isMasked; Mesh::material is the skin of the file (Surface::skin)
/// \return the skins; an error if Settings::skin names none of them and no image
Result<Skins> readSkins(SkinSearch* search, Assimp::IOSystem* io, const View& view,
                        const std::vector<Mesh>& meshes, const Settings& settings);

} // namespace assimp_md2
