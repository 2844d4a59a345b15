// SPDX-License-Identifier: BSD-3-Clause
// Registers the importer in programs that link the library instead of loading the plugin.
//
// Until version 2.0, these functions keep their signatures and what their comments promise.
#pragma once

#include "assimp-md2/version.h"
#include "assimp-md2/visibility.h"

namespace Assimp {
class Importer;
}

namespace assimp_md2 {

/// Replaces Assimp's own MD2 importer in `importer` with this library's importer. An importer that the
/// program itself has registered for MD2 keeps its place and its precedence. If `importer` already has this
/// library's importer, also with bones (assimp-md2/skeleton.h), the call changes nothing. Different threads
/// may call this function at the same time with different importers.
///
/// \return true if `importer` has this library's importer. False, without any change, if the major or minor
///         version of the loaded Assimp differs from the version that this library was built with, because
///         the layout of its classes may differ. An error in Assimp's log has both versions
/// \throws std::bad_alloc; `importer` then has Assimp's own MD2 importer, as before
ASSIMP_MD2_API bool registerImporter(Assimp::Importer& importer);

/// The version of the library that runs, as one number. With a shared library, it may be newer than
/// ASSIMP_MD2_VERSION, the version of the headers that the program was compiled with.
ASSIMP_MD2_API int version();

} // namespace assimp_md2
