// SPDX-License-Identifier: BSD-3-Clause
// Writes a scene of this library's importer as glTF 2, without Assimp's glTF exporter.
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

/// Writes a scene. docs/exporting.md describes how a scene that the program has changed is written.
///
/// \param isBinary a GLB, instead of a .gltf with a .bin beside it
/// \param properties contains the limits of the export; limits that are not set are taken from the
///     environment
///
/// \return an error of a property or of the output
/// \throws OverBudget, std::bad_alloc
std::optional<Error> writeGltf(bool isBinary, const std::string& path, Assimp::IOSystem& files,
                               const aiScene& scene, const Assimp::ExportProperties& properties);

/// The path of the file with the buffer of a .gltf file: `models/knight.bin` for `models/knight.gltf`. Like
/// Assimp, writes `.bin` after a file name without `.gltf`, also after `knight.GLTF`.
std::string binaryPathOf(const std::string& path);

} // namespace assimp_md2
