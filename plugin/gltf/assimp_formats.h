// SPDX-License-Identifier: BSD-3-Clause
// Changes formats of Assimp for scenes of this library's importer: glTF 2 is written by this library, and
// scenes that make Assimp's exporters crash or fail, for example after post-processing, are corrected. Scenes
// of other importers do not change.
//
// - MakeVerboseFormat, which an export runs on a scene with AI_SCENE_FLAGS_NON_VERBOSE_FORMAT (imported with
//   JoinIdenticalVertices), expands meshes but not their anim meshes. The next code that reads the anim
//   meshes fails an assertion or, without assertions, reads out of bounds. Assimp 5.2 to 6.0.
// - The FBX exporter subtracts the normals of the mesh from the normals of the anim meshes without checking
//   that the mesh has normals. DropNormals and FindInvalidData remove only the normals of the mesh. Assimp
//   5.2 to 6.0.
// - The FBX exporter divides by mTicksPerSecond truncated to an integer, which is 0 for values below 1.
//   Assimp 5.2 and 5.3. https://github.com/assimp/assimp/issues/4698 reports wrong durations at this place.
// - The glTF 1 exporter gives ids to materials and textures before nodes. If the name of a node is already
//   used as an id, the node gets another id, and the export fails because it looks for animated nodes and
//   bones by name. The format is obsolete, so the export leaves out animations and bones.
//   Assimp 5.2 to 6.0.
// - FBX and Collada files get the root joint of a glTF skin (GltfSkin), and FBX the target names of a glTF.
#pragma once

#include <string_view>

namespace Assimp {
class Exporter;
class ExportProperties;
} // namespace Assimp
struct aiScene;

namespace assimp_md2::inner {

/// The signature of Assimp::Exporter::Export in the Itanium C++ ABI: the exporter is the first argument, and
/// the result is an aiReturn.
using ExportFunction = int (*)(void* exporter, const void* scene, const char* formatId, const char* path,
                               unsigned int preprocessing, const void* properties);

/// Calls `assimpExport` (Assimp::Exporter::Export) with these arguments. If MakeVerboseFormat would crash on
/// a scene of this library's importer, passes one with the same content and without the flag. Scenes of other
/// importers are exported with Assimp's own format entry. `scene` is never changed: other threads may use it.
/// The other defects are those of formats, which hookFailingExporters corrects.
///
/// \return what `assimpExport` returns; aiReturn_OUTOFMEMORY when there is no memory for an aiScene
int exportSafely(ExportFunction assimpExport, Assimp::Exporter& exporter, const aiScene* scene,
                 const char* formatId, const char* path, unsigned int preprocessing,
                 const Assimp::ExportProperties* properties);

/// Lets the formats `gltf2` and `glb2` of `exporter` write scenes of this library's importer. All other
/// scenes go to Assimp's own exporter, which runs the steps that its entry enforces. The list of formats
/// stays as it is. A second call changes nothing, whichever copy of this library made the first.
///
/// A replaced entry itself enforces no steps. Assimp's entry enforces JoinIdenticalVertices, which ignores
/// anim meshes and would merge vertices that coincide only in frame 0
/// (https://github.com/assimp/assimp/issues/5353).
void hookGltfExporters(Assimp::Exporter& exporter);

/// Corrects everything in a scene of this library's importer that makes Assimp's exporter for this format
/// crash or fail, and what programs refuse in its files.
///
/// \param formatId fbx, fbxa, collada, gltf or glb
/// \throws std::bad_alloc
void correct(aiScene& scene, std::string_view formatId);

/// Replaces the functions of the formats `fbx`, `fbxa`, `collada`, `gltf` and `glb` of `exporter`, so that
/// they correct Assimp's copy of the scene before they export it. It does not prevent the defect of
/// MakeVerboseFormat, which runs before the format's function: only the plugin can (exportSafely). A second
/// call changes nothing.
void hookFailingExporters(Assimp::Exporter& exporter);

} // namespace assimp_md2::inner
