// SPDX-License-Identifier: BSD-3-Clause
// Registers the importer with bones.
#include "assimp-md2/skeleton.h"

#include "importer/importer.h"
#include "skeleton/model_skeleton.h"

namespace assimp_md2 {

bool registerImporterWithSkeletons(Assimp::Importer& importer) {
    return inner::addMd2Importer(importer, inner::PropertyTexts(), inner::addSkeletons);
}

} // namespace assimp_md2
