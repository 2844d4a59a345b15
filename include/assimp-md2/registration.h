// SPDX-License-Identifier: BSD-3-Clause
// Registers the importer and the exporters in programs that link the library instead of loading the plugin.
#pragma once

#include "assimp-md2/version.h"
#include "assimp-md2/visibility.h"

namespace Assimp {
class Exporter;
class Importer;
} // namespace Assimp

namespace assimp_md2 {

/// Replaces Assimp's own MD2 importer in `importer` with this library's importer. An importer that the
/// program itself has registered for MD2 keeps its place and its precedence. If `importer` already has this
/// library's importer, the call changes nothing. Different threads may call this function at the same time
/// with different importers. The first call in a process reads the environment variables of the properties;
/// no other thread may change the environment during it.
///
/// \return true if `importer` has this library's importer. False, without any change, if the major or minor
///         version of the loaded Assimp differs from the version that this library was built with, because
///         the layout of its classes may differ.
/// \throws std::bad_alloc; `importer` then has Assimp's own MD2 importer, as before
ASSIMP_MD2_API bool registerImporter(Assimp::Importer& importer);

/// Changes the formats `gltf2` and `glb2` of `exporter` for scenes of this library's importer. They then
/// write
/// - morph targets with their normals and names, or bones;
/// - every clip;
/// - images, which a GLB embeds;
/// - the skins as material variants (KHR_materials_variants).
/// Scenes of other importers are written by Assimp's own exporters.
///
/// Adds the format `md2`, which writes any scene as an MD2, at the end of the list of formats. The rest of
/// the list stays as it is. A second call changes nothing.
///
/// An export reads the image files that the import has found, if they have not changed since.
/// ASSIMP_MD2_CONFIG_MAX_MEMORY_MB limits both exports; ASSIMP_MD2_CONFIG_MAX_IMAGE_MB limits those to glTF.
/// They are read from the Assimp::ExportProperties, or else from the environment.
///
/// Some scenes of this library's importer crash Assimp's exporters for `fbx`, `fbxa`, `gltf` and `glb`, or
/// make them fail or lose the axes. These formats get a corrected copy of such a scene. The cases are
/// - anim meshes with normals in a mesh without normals (after aiProcess_DropNormals);
/// - FBX: an animation with less than one tick per second (Assimp 5.2 and 5.3);
/// - FBX: the root node's transformation, which converts the model to y-up.
///
/// Exports as `gltf` and `glb` (glTF 1) contain no animations and no bones. A warning names the formats
/// `gltf2` and `glb2`.
///
/// One Assimp defect is avoided only by the plugin. If you call this function, do not combine
///
/// - aiProcess_JoinIdenticalVertices in the import, also as part of a preset such as
///   aiProcessPreset_TargetRealtime_Fast, and
/// - any post-processing in the export: that of the caller (`pPreprocessing`) or of the format (`x`, `pbrt`,
///   and in Assimp 5 `obj` and `objnomtl`).
///
/// Assimp then expands the meshes but not their anim meshes. An assertion ends the process; without
/// assertions Assimp reads out of bounds. Do not use JoinIdenticalVertices, because the mesh is already
/// indexed. If you use it, clear AI_SCENE_FLAGS_NON_VERBOSE_FORMAT in aiScene::mFlags before the export.
///
/// \return true if `exporter` has these exporters; false if the version of Assimp differs, as for
///         registerImporter
/// \throws std::bad_alloc; some formats may then already be changed
ASSIMP_MD2_API bool registerExporters(Assimp::Exporter& exporter);

/// The version of the library that runs, as one number. With a shared library, it may be newer than
/// ASSIMP_MD2_VERSION, the version of the headers that the program was compiled with.
ASSIMP_MD2_API int version();

} // namespace assimp_md2
