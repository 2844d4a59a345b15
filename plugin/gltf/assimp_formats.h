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
// - FBX and Collada files get the root joint of a glTF skin (GltfSkin), and FBX the target names of a glTF.
#pragma once

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

/// Calls `assimpExport` (Assimp::Exporter::Export) with these arguments. A scene of this library's importer
/// is passed with the same content and without AI_SCENE_FLAGS_NON_VERBOSE_FORMAT, because MakeVerboseFormat
/// would crash on it. Scenes of other importers are exported with Assimp's own format entry. `scene` is never
/// changed: other threads may use it.
///
/// \return what `assimpExport` returns; aiReturn_OUTOFMEMORY when there is no memory to find the formats
int exportSafely(ExportFunction assimpExport, Assimp::Exporter& exporter, const aiScene* scene,
                 const char* formatId, const char* path, unsigned int preprocessing,
                 const Assimp::ExportProperties* properties);

/// Lets the formats `gltf2` and `glb2` of `exporter` write scenes of this library's importer. All other
/// scenes go to Assimp's own exporter, which runs the steps that its entry enforces. Lets the formats `fbx`,
/// `fbxa` and `collada` correct Assimp's copy of the scene before they export it. The list of formats stays
/// as it is. Entries that the program has registered stay, and a second call changes nothing.
///
/// A replaced entry itself enforces no steps. Assimp's entry enforces JoinIdenticalVertices, which ignores
/// anim meshes and would merge vertices that coincide only in frame 0
/// (https://github.com/assimp/assimp/issues/5353). It does not prevent the defect of MakeVerboseFormat, which
/// runs before the format's function: only the plugin can (exportSafely).
///
/// \param isHooked false: the formats are Assimp's own again. A replaced entry can run the enforced steps
/// only
///     after those that the caller asks for, while Assimp runs all of them in one order
///
/// \throws std::bad_alloc
void hookExporters(Assimp::Exporter& exporter, bool isHooked = true);

} // namespace assimp_md2::inner
