// SPDX-License-Identifier: BSD-3-Clause
// Registration of the importer with defaults of its own, and with bones.
#pragma once

#include "assimp-md2/importer.h"
#include "importer/model_part.h"

namespace assimp_md2::inner {

/// Like registerImporter of assimp-md2/importer.h.
///
/// \param defaults the values of properties that the program does not set
/// \param makeSkeletons null: bones are an error
bool registerImporter(Assimp::Importer& importer, const PropertyTexts& defaults, SkeletonMaker makeSkeletons);

} // namespace assimp_md2::inner
