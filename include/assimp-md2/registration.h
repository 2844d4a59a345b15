// SPDX-License-Identifier: BSD-3-Clause
// Registration by hand: for programs that link the library instead of loading the plugin.
#pragma once

#include "assimp-md2/export.h"

namespace Assimp {
class Exporter;
class Importer;
} // namespace Assimp

namespace assimp_md2 {

/// Takes Assimp's own MD2 importer out of `importer` and puts this one in. An importer that the program
/// itself has registered for MD2 stays, and stays first. Calling it again changes nothing, and so does
/// calling it where the plugin has been before. Works for any number of importers; different importers may be
/// registered on from different threads at once. The environment variables of the properties are read when
/// the first importer of the process is registered on; until then no thread may change the environment.
///
/// \return whether `importer` has this library's importer now. False when the Assimp that runs is of another
///         major or minor version than the one this library was built with, whose classes may be laid out
///         differently: nothing is changed then.
/// \throws std::bad_alloc; `importer` then has Assimp's own MD2 importer, as before
ASSIMP_MD2_API bool registerImporter(Assimp::Importer& importer);

/// Lets the formats `gltf2` and `glb2` of `exporter` keep morph animation, whichever importer the scene came
/// from: the weights of every clip, normals and names of the targets, and images inside a GLB. The list of
/// formats stays as it is, and a scene without morph animation is written as Assimp writes it. Calling it
/// again changes nothing.
///
/// `fbx`, `fbxa`, `gltf` and `glb` get a scene that Assimp's exporters can write where they would crash or
/// fail by themselves: anim meshes with normals in a mesh without (aiProcess_DropNormals), less than one tick
/// a second, a node and a material of one name.
///
/// One defect of Assimp is out of reach here; the plugin avoids it. Do not combine
/// - aiProcess_JoinIdenticalVertices in the import, also as a part of a preset such as
///   aiProcessPreset_TargetRealtime_Fast, and
/// - any post-processing in the export, be it the caller's (`pPreprocessing`) or the format's own: that of
/// `x`,
///   `pbrt`, and in Assimp 5 `obj` and `objnomtl`.
///
/// Assimp then expands the meshes and not their anim meshes, and an assertion ends the process. What helps is
/// to leave the step out, as the importer's mesh is indexed already, or to clear
/// AI_SCENE_FLAGS_NON_VERBOSE_FORMAT in aiScene::mFlags before the export.
///
/// \return whether `exporter` does so now; false as for registerImporter
ASSIMP_MD2_API bool registerExporters(Assimp::Exporter& exporter);

} // namespace assimp_md2
