// SPDX-License-Identifier: BSD-3-Clause
// The skins of a model with their images, found and decoded; knows where files are and what images are,
// nothing of scenes in detail.
#pragma once

#include "format/view.h"
#include "importer/settings.h"
#include "scene/scene.h"

#include <string>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// The skins of a model, and what the person who has it should know about them.
struct Skins {
    std::vector<Skin> skins;
    std::vector<Texture> textures;     ///< those that are embedded, one for each file
    std::size_t chosen = 0;            ///< of `skins`
    std::vector<std::string> warnings; ///< one line for each kind
};

/// Finds the images of the skins that `view` names, or where it names none, or none of them is there, images
/// that lie beside the model as its skins would. Duplicates of a name are left out; a skin that is not found
/// keeps its name. \param path of the model; from memory nothing is searched for \return the skins, or the
/// message for a Settings::skin that is none of them
std::variant<Skins, std::string> readSkins(Assimp::IOSystem& io, const std::string& path, const View& view,
                                           const Settings& settings);

} // namespace assimp_md2
