// SPDX-License-Identifier: BSD-3-Clause
// Writes a scene of this library's importer as glTF 2, without Assimp's glTF exporter.
#pragma once

#include "importer/base/error.h"

#include <optional>
#include <string>

struct aiScene;

namespace Assimp {
class ExportProperties;
class IOSystem;
} // namespace Assimp

namespace assimp_md2 {

/// Whether writeGltf can write a scene of this library's importer: all faces have at most three corners, and
/// all meshes with bones can share a skin (sharedSkin).
bool canWriteGltf(const aiScene& scene);

/// Writes a scene. docs/exporting.md describes how a scene that the program has changed is written.
///
/// \param scene canWriteGltf is true
/// \param isBinary a GLB, instead of a .gltf with a .bin beside it
/// \param properties contains the limits of the export; limits that are not set are taken from the
///     environment
///
/// \return an error of a property or of the output, or that the output needs more than the memory limit
std::optional<Error> writeGltf(bool isBinary, const std::string& path, Assimp::IOSystem& files,
                               const aiScene& scene, const Assimp::ExportProperties& properties);

/// The path of the file with the buffer of a .gltf file: `models/knight.bin` for `models/knight.gltf`. Like
/// Assimp, writes `.bin` after a file name without `.gltf`, also after `knight.GLTF`.
std::string binaryPathOf(const std::string& path);

} // namespace assimp_md2
