// SPDX-License-Identifier: BSD-3-Clause
// What a scene of this library's importer says about the files that it came from; knows no glTF.
#pragma once

#include "io/local_files.h"

#include <map>
#include <optional>
#include <string>

struct aiScene;

namespace assimp_md2 {

/// Whether this library's importer has made the scene, or any copy of this library in the process.
bool isImportedMd2(const aiScene& scene);

/// The folder of the model; none for a model from memory.
std::optional<std::string> modelFolder(const aiScene& scene);

/// For each texture path of a material, the image file that the import has found.
std::map<std::string, FileIdentity> importedFiles(const aiScene& scene);

} // namespace assimp_md2
