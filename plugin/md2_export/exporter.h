// SPDX-License-Identifier: BSD-3-Clause
// Writes any scene as an MD2 of version 8.
#pragma once

#include "base/error.h"

#include <optional>
#include <string>

struct aiScene;
namespace Assimp {
class ExportProperties;
class IOSystem;
} // namespace Assimp

namespace assimp_md2 {

/// Writes a scene with its skins, and logs warnings.
///
/// \return why the scene is not written; in a build without the MD2 export always an error
/// \throws OverBudget, std::bad_alloc
std::optional<Error> exportMd2(const std::string& path, Assimp::IOSystem& ioSystem, const aiScene& scene,
                               const Assimp::ExportProperties& properties);

} // namespace assimp_md2
