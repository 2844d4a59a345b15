// SPDX-License-Identifier: BSD-3-Clause
// Reads a model and its weapon into the values of a scene, within the memory limit.
#pragma once

#include "importer/model_part.h"

namespace assimp_md2::inner {

/// A scene that was read.
struct SceneRead {
    /// The files of the models; Model::view points into them.
    std::vector<std::unique_ptr<const ModelFile>> files{};
    Scene scene{};
    ImportLog log{};
    std::set<std::string> opened{}; ///< ModelFiles::opened, and what properties name
};

/// Reads the model at `path`, and the weapon of Settings::weapon.
///
/// \param path as the program wrote it
/// \param io the IOSystem that the program has set; null: it has set none
/// \param makeSkeletons null: bones are an error
/// \param progress is called while skeletons are fitted, with the completed share, 0 to 1
///
/// \return the scene, or an error about the model, a property or the memory limit, or an error if the weapon
///         cannot be read. The scene and the aiScene that buildScene makes of it fit into the memory limit
///         together.
Result<SceneRead> readScene(const std::string& path, Assimp::IOSystem* io, const Settings& settings,
                            SkeletonMaker makeSkeletons, const std::function<void(double)>& progress);

} // namespace assimp_md2::inner
