// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the weapon of a model.
#pragma once

#include "importer/model_part.h"

namespace assimp_md2::inner {

/// The file of a weapon.
struct WeaponFile {
    std::string path;               ///< as for ImportFiles
    std::string folder;             ///< relative to the model's folder, or absolute
    std::optional<SkinFile> file{}; ///< in the model's folder or below it
};

/// Looks for the weapon of Settings::weapon in the model's folder. A path that the user gives may lead
/// anywhere: it is relative to this folder or, in a game, to the game root.
///
/// \param modelPath as the program wrote it
std::optional<WeaponFile> findWeapon(const std::string& modelPath, SkinSearch& search,
                                     const PartContext& context);

/// Reads the weapon, if Settings::weapon is not empty. With IMPORT_MD2_WEAPON=auto, a missing weapon is not
/// an error, and a weapon that cannot be read is left out with a warning.
///
/// \param search that has found it
Result<std::optional<ModelPart>> readWeapon(const std::optional<WeaponFile>& found, SkinSearch* search,
                                            const PartContext& context, Warnings& warnings);

} // namespace assimp_md2::inner
