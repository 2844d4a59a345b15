// SPDX-License-Identifier: BSD-3-Clause
// Writes any scene as an MD2 of version 8.
#pragma once

#include "importer/base/error.h"

#include <string>

struct aiScene;
namespace Assimp {
class ExportProperties;
class IOSystem;
} // namespace Assimp

namespace assimp_md2 {

/// Writes a scene with its skins, and logs warnings.
///
/// \param imageStem as in Md2Task
///
/// \return one line about the model, or why the scene is not written
/// \throws std::bad_alloc
Result<std::string> exportMd2(const std::string& path, Assimp::IOSystem& ioSystem, const aiScene& scene,
                              const Assimp::ExportProperties& properties, const std::string& imageStem = {});

} // namespace assimp_md2
