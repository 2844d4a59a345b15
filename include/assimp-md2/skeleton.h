// SPDX-License-Identifier: BSD-3-Clause
// Registers the importer with bones: IMPORT_MD2_ANIMATION=skeleton.
//
// Until version 2.0, this function keeps its signature and what its comment promises. The bones and weights
// of a model may change.
#pragma once

#include "assimp-md2/visibility.h"

namespace Assimp {
class Importer;
}

namespace assimp_md2 {

/// Like registerImporter (assimp-md2/importer.h), and models can be imported with bones. The functions are
/// the same in everything else. Both may be called for one object, in any order; it then imports bones.
///
/// \return as registerImporter
/// \throws std::bad_alloc; `importer` is then as before
ASSIMP_MD2_API bool registerImporterWithSkeletons(Assimp::Importer& importer);

} // namespace assimp_md2
