// SPDX-License-Identifier: BSD-3-Clause
// Exports of scenes of this library's importer that Assimp's exporters crash on or refuse. Programs may have
// changed these scenes, by post-processing for instance. Scenes of other importers are not touched.
//
// - MakeVerboseFormat, which an export runs on a scene with AI_SCENE_FLAGS_NON_VERBOSE_FORMAT (imported with
//   JoinIdenticalVertices), expands meshes but not their anim meshes. What reads those next fails an
//   assertion or, in a build without assertions, reads outside of them. Assimp 5.2 to 6.0.
// - The FBX exporter subtracts the mesh's normals from those of the anim meshes without asking whether the
//   mesh has any; DropNormals and FindInvalidData remove those of the mesh alone. Assimp 5.2 to 6.0.
// - The FBX exporter divides by the whole part of mTicksPerSecond, which is 0 below 1. Assimp 5.2 and 5.3.
// - The glTF 1 exporter gives ids to materials and textures before nodes. A node whose name is taken by then
//   gets another id; the export fails when it looks for an animated node by its name. Assimp 5.2 to 6.0.
#pragma once

#include "registration/export_function.h"

namespace Assimp {
class Exporter;
class ExportProperties;
} // namespace Assimp
struct aiScene;

namespace assimp_md2 {

/// Calls `assimpExport`, Assimp::Exporter::Export, with these arguments. A scene of this library's importer
/// that Assimp would crash on is replaced by a corrected copy for the time of the call. A scene of another
/// importer is exported by Assimp's own entry. `scene` is never changed: other threads may use it.
///
/// \return what `assimpExport` returns; aiReturn_OUTOFMEMORY when there is no memory for the copy
int exportSafely(ExportFunction assimpExport, Assimp::Exporter& exporter, const aiScene* scene,
                 const char* formatId, const char* path, unsigned int preprocessing,
                 const Assimp::ExportProperties* properties);

/// Lets the formats `fbx`, `fbxa`, `gltf` and `glb` of `exporter` take every scene of this library's
/// importer, without exportSafely: they correct the copy that Assimp makes of it. MakeVerboseFormat runs
/// before an exporter is called and cannot be avoided in this way. A second call changes nothing.
void hookFailingExporters(Assimp::Exporter& exporter);

} // namespace assimp_md2
