// SPDX-License-Identifier: BSD-3-Clause
// Writes any scene as an MD2 of version 8.
#pragma once

struct aiScene;
namespace Assimp {
class ExportProperties;
class IOSystem;
} // namespace Assimp

namespace assimp_md2 {

/// The export function of the format "md2", as Assimp calls it.
///
/// \throws DeadlyExportError with the reason; also in a build without the MD2 export
void exportMd2(const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
               const Assimp::ExportProperties* properties);

} // namespace assimp_md2
