// SPDX-License-Identifier: BSD-3-Clause
// Registers the importer with bones: IMPORT_MD2_ANIMATION=skeleton.
#pragma once

#include "assimp-md2/visibility.h"

namespace Assimp {
class Importer;
}

namespace assimp_md2 {

/// Like registerImporter (assimp-md2/importer.h), and models can be imported with bones. The functions are
/// the same in everything else. An importer that is already registered is not replaced, so do not call
/// registerImporter for the same object before.
///
/// \return as registerImporter
/// \throws std::bad_alloc; `importer` then has Assimp's own MD2 importer, as before
ASSIMP_MD2_API bool registerImporterWithSkeletons(Assimp::Importer& importer);

} // namespace assimp_md2
