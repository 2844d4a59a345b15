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
/// registered on from different threads at once.
///
/// \return whether `importer` has this library's importer now. False when the Assimp that runs is of another
///         major or minor version than the one this library was built with, whose classes may be laid out
///         differently: nothing is changed then.
/// \throws std::bad_alloc
ASSIMP_MD2_API bool registerImporter(Assimp::Importer& importer);

/// Lets the formats `gltf2` and `glb2` of `exporter` keep morph animation, whichever importer the scene came
/// from: the weights of every clip, normals and names of the targets, and images inside a GLB. The list of
/// formats stays as it is, and a scene without morph animation is written as Assimp writes it. Calling it
/// again changes nothing.
///
/// \return whether `exporter` does so now; false as for registerImporter
ASSIMP_MD2_API bool registerExporters(Assimp::Exporter& exporter);

} // namespace assimp_md2
