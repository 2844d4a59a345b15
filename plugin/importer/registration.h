// SPDX-License-Identifier: BSD-3-Clause
// Registration of the importer with an environment that the caller has read, and with bones.
#pragma once

#include "assimp-md2/importer.h"
#include "importer/model_part.h"

namespace assimp_md2::inner {

/// Like registerImporter of assimp-md2/importer.h, but reads environment variables with `variable`.
///
/// \param variable is used only by the first registration (importer or exporter) in a process, once for each
///     property
/// \param makeSkeletons null: bones are an error
bool registerImporter(Assimp::Importer& importer, VariableLookup variable, SkeletonMaker makeSkeletons);

} // namespace assimp_md2::inner
