// SPDX-License-Identifier: BSD-3-Clause
// Implements the archive formats in a build without ASSIMP_MD2_GAMES.
#include "games/archive_formats.h"
#include "importer/base/missing_part.h"

namespace assimp_md2 {
namespace {

tl::unexpected<Error> missing() {
    return archiveError(missingPart("the readers of archives (PAK, PK3, PKZ)", "ASSIMP_MD2_GAMES"));
}

Result<ArchiveDirectory> readNoDirectory(const LocalFile& /*archive*/, std::uint64_t& /*left*/) {
    return missing();
}

} // namespace

const ArchiveFormat kPakFormat{readNoDirectory, readStored};
const ArchiveFormat kZipFormat{readNoDirectory, readStored};

} // namespace assimp_md2
