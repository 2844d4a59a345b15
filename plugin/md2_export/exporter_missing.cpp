// SPDX-License-Identifier: BSD-3-Clause
// Implements exporter.h in a build without ASSIMP_MD2_MD2_EXPORT.
#include "base/missing_part.h"
#include "export/entry.h"
#include "md2_export/exporter.h"

namespace assimp_md2 {

void exportMd2(const char* /*path*/, Assimp::IOSystem* /*ioSystem*/, const aiScene* /*scene*/,
               const Assimp::ExportProperties* /*properties*/) {
    throwExportError("obj", "MD2: " + missingPart("the MD2 exporter", "ASSIMP_MD2_MD2_EXPORT"));
}

} // namespace assimp_md2
