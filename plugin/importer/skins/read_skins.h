// SPDX-License-Identifier: BSD-3-Clause
// Makes the materials of the skins of a model, and embeds or references their images.
#pragma once

#include "importer/files/import_files.h"
#include "importer/scene/scene.h"
#include "importer/settings/settings.h"
#include "importer/skins/skin_search.h"

namespace assimp_md2::inner {

struct Skins {
    std::vector<Material> materials{}; ///< at least one
    std::vector<Texture> textures{};
};

/// Finds the images of the skins that a model names. If it names none, or none of them exists, images in the
/// model's folder take their place. A skin that is named twice is one material; a skin that is not found
/// keeps its name as texture path.
///
/// \param search for the files; null for a model from memory, for which nothing is searched
/// \param files for an image that Settings::skin names
/// \param meshes Mesh::material is the skin of the file (Surface::skin) and becomes an index of the materials
/// \return an error if Settings::skin names none of the skins and no image
Result<Skins> readSkins(const View& view, SkinSearch* search, const ImportFiles& files,
                        const Settings& settings, std::vector<Mesh>& meshes, ImportLog& log);

} // namespace assimp_md2::inner
