// SPDX-License-Identifier: BSD-3-Clause
// Registers the exporters of glTF with morph animation in programs that link the library. Experimental: this
// interface may change in a minor version.
#pragma once

#include "assimp-md2/visibility.h"

namespace Assimp {
class Exporter;
}

namespace assimp_md2 {

/// Changes the formats `gltf2` and `glb2` of `exporter` for scenes of this library's importer. They then
/// write
/// - morph targets with their normals and names, or bones;
/// - every clip;
/// - images, which a GLB embeds;
/// - the skins as material variants (KHR_materials_variants).
/// Scenes of other importers are written by Assimp's own exporters.
///
/// The list of formats stays as it is. A second call changes nothing.
///
/// An export reads the image files that the import has found, if they have not changed since.
/// ASSIMP_MD2_CONFIG_MAX_MEMORY_MB and ASSIMP_MD2_CONFIG_MAX_IMAGE_MB in the Assimp::ExportProperties limit
/// the export.
///
/// Some scenes of this library's importer crash Assimp's exporters for `fbx` and `fbxa`. These formats and
/// `collada` get a corrected copy of such a scene. The cases are
/// - anim meshes with normals in a mesh without normals (after aiProcess_DropNormals);
/// - an animation with less than one tick per second (Assimp 5.2 and 5.3).
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

} // namespace assimp_md2
