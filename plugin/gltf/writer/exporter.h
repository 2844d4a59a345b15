// SPDX-License-Identifier: BSD-3-Clause
// Writes a scene of this library's importer as glTF 2, without Assimp's glTF exporter.
#pragma once

#include "importer/settings/settings.h"

#include <optional>
#include <string>

struct aiScene;

namespace Assimp {
class IOSystem;
}

namespace assimp_md2::inner {

/// Writes a scene of this library's importer. docs/exporting.md describes how a scene that the program has
/// changed is written.
///
/// \param isBinary a GLB, instead of a .gltf with a .bin beside it
///
/// \return an error of the scene (errorInScene, sharedSkin) or of the output, or that the output needs more
///     than the memory limit; std::nullopt on success
std::optional<Error> writeGltf(bool isBinary, const std::string& path, Assimp::IOSystem& files,
                               const aiScene& scene, const ResourceLimits& limits);

/// The path of the file with the buffer of a .gltf file: `models/knight.bin` for `models/knight.gltf`. Like
/// Assimp, writes `.bin` after a file name without `.gltf`, also after `knight.GLTF`.
std::string binaryPathOf(const std::string& path);

} // namespace assimp_md2::inner
