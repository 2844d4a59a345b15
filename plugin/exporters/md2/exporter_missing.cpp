// SPDX-License-Identifier: BSD-3-Clause
// Implements exporter.h in a build without ASSIMP_MD2_MD2_EXPORT.
#include "exporters/md2/exporter.h"
#include "importer/base/missing_part.h"

namespace assimp_md2 {

Result<std::string> exportMd2(const std::string& /*path*/, Assimp::IOSystem& /*ioSystem*/,
                              const aiScene& /*scene*/, const Assimp::ExportProperties& /*properties*/,
                              bool /*isOneOfSeveral*/) {
    return tl::unexpected(Error{ErrorCode::Other, missingPart("the MD2 exporter", "ASSIMP_MD2_MD2_EXPORT")});
}

} // namespace assimp_md2
