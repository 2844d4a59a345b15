// SPDX-License-Identifier: BSD-3-Clause
// Reads a model and its weapon into the values of a scene, within one memory budget.
#pragma once

#include "format/error.h"
#include "importer/model_part.h"
#include "scene/scene.h"
#include "settings/settings.h"

#include <memory>
#include <string>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// A scene that was read.
struct SceneRead {
    std::vector<std::unique_ptr<ModelFile>> files{}; ///< whose views the models of the scene use
    Scene scene{};
    Repairs repairs{};
    std::vector<std::string> warnings{};
};

/// Reads the model at `path`, and the weapon of Settings::weapon.
///
/// \param path as the program wrote it
/// \param modelIo opens the model: Assimp's filter around the program's IOSystem
/// \param io the program's IOSystem, for the files that the model names; null: there is none
///
/// \return the scene, which fits into the memory limit of the settings together with the aiScene that
///         buildScene makes; the errors of readFile, parseModel, animationsOf and readPart; BadProperty for a
///         weapon that cannot be read
Result<SceneRead> readScene(const std::string& path, Assimp::IOSystem& modelIo, Assimp::IOSystem* io,
                            const Settings& settings);

} // namespace assimp_md2
