// SPDX-License-Identifier: BSD-3-Clause
// Exports of scenes that Assimp's exporters crash on, although they are valid: those with anim meshes or slow
// animations. Knows aiScene and where Assimp fails, nothing of MD2.
//
// - MakeVerboseFormat, which an export runs on a scene with AI_SCENE_FLAGS_NON_VERBOSE_FORMAT (imported with
//   JoinIdenticalVertices), expands meshes but not their anim meshes. What reads those next fails an
//   assertion or, in a build without assertions, reads outside of them. Assimp 5.2 to 6.0.
// - The FBX exporter subtracts the mesh's normals from those of the anim meshes without asking whether the
// mesh
//   has any; DropNormals and FindInvalidData remove those of the mesh alone. Assimp 5.2 to 6.0.
// - The FBX exporter divides by the whole part of mTicksPerSecond, which is 0 below 1. Assimp 5.2 and 5.3.
#pragma once

#include "autoload/registration_module.h"

namespace Assimp {
class Exporter;
class ExportProperties;
} // namespace Assimp
struct aiScene;

namespace assimp_md2 {

/// Calls `assimpExport`, Assimp::Exporter::Export, with these arguments. A scene that Assimp would crash on
/// is replaced by a corrected copy for the time of the call; every other scene is handed over as it is.
/// `scene` is never changed: other threads may use it.
///
/// \return what `assimpExport` returns; aiReturn_OUTOFMEMORY when there is no memory for the copy
int exportSafely(ExportFunction assimpExport, Assimp::Exporter& exporter, const aiScene* scene,
                 const char* formatId, const char* path, unsigned int preprocessing,
                 const Assimp::ExportProperties* properties);

/// Lets the formats `fbx` and `fbxa` of `exporter` bear every scene, without exportSafely: they correct the
/// copy that Assimp makes of it. MakeVerboseFormat runs before an exporter is called, so there is no such way
/// for it.
void hookFbxExporters(Assimp::Exporter& exporter);

} // namespace assimp_md2
