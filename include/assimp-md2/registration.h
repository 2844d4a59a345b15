// SPDX-License-Identifier: BSD-3-Clause
// Registration by hand: for programs that link the library instead of loading the plugin.
#pragma once

#include "assimp-md2/visibility.h"

namespace Assimp {
class Exporter;
class Importer;
} // namespace Assimp

namespace assimp_md2 {

/// Replaces Assimp's own MD2 importer in `importer` by this one. An importer that the program itself has
/// registered for MD2 stays, and stays first. A second call changes nothing, and neither does a call after
/// the plugin has registered. Different threads may do this with different importers at the same time. The
/// first call in a process reads the environment variables of the properties; no other thread may change the
/// environment during it.
///
/// \return whether `importer` has this library's importer now. False when the Assimp in use has another major
///         or minor version than the one that this library was built with, because the layout of its classes
///         may differ. Nothing is changed then.
/// \throws std::bad_alloc; `importer` then has Assimp's own MD2 importer, as before
ASSIMP_MD2_API bool registerImporter(Assimp::Importer& importer);

/// Makes the formats `gltf2` and `glb2` of `exporter` write scenes of this library's importer with morph
/// targets or bones, normals and names of targets, every clip, images inside a GLB, and the skins as material
/// variants (KHR_materials_variants). Scenes of other importers are written by Assimp's own exporters.
///
/// Adds the format `md2`, which writes any scene as an MD2, at the end of the list of formats. The rest of
/// the list stays as it is. A second call changes nothing.
///
/// An export reads the image files that the import has found, as long as they are the same files. It is
/// limited by ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, ASSIMP_MD2_CONFIG_MAX_IMAGE_SIDE and
/// ASSIMP_MD2_CONFIG_MAX_IMAGE_MB in the Assimp::ExportProperties, or else in the environment.
///
/// `fbx`, `fbxa`, `gltf` and `glb` get a scene of this library's importer in a form that Assimp's exporters
/// can write where they would crash or fail by themselves: anim meshes with normals in a mesh without
/// (aiProcess_DropNormals), less than one tick a second, a node and a material of one name.
///
/// This function cannot avoid one defect of Assimp, which the plugin avoids. Do not combine
///
/// - aiProcess_JoinIdenticalVertices in the import, also as part of a preset such as
///   aiProcessPreset_TargetRealtime_Fast, and
/// - any post-processing in the export: that of the caller (`pPreprocessing`) or of the format (`x`, `pbrt`,
///   and in Assimp 5 `obj` and `objnomtl`).
///
/// Assimp then expands the meshes but not their anim meshes, and an assertion ends the process. Leave the
/// step out, because the importer's mesh is indexed already, or clear AI_SCENE_FLAGS_NON_VERBOSE_FORMAT in
/// aiScene::mFlags before the export.
///
/// \return whether `exporter` does so now; false as for registerImporter
ASSIMP_MD2_API bool registerExporters(Assimp::Exporter& exporter);

} // namespace assimp_md2
