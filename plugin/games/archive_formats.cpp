// SPDX-License-Identifier: BSD-3-Clause
// The table of the archive formats.
#include "games/archive_formats.h"

#include "base/paths.h"
#include "base/text.h"

namespace assimp_md2 {
namespace {

struct Row {
    const char* extension;
    const ArchiveFormat& format;
};
constexpr Row kRows[] = {{".pak", kPakFormat}, {".pk3", kZipFormat}, {".pkz", kZipFormat}};

} // namespace

const ArchiveFormat* archiveFormatOf(std::string_view fileName) {
    const std::string extension = lowerCase(extensionOf(fileName));
    for (const Row& row : kRows) {
        if (extension == row.extension) {
            return &row.format;
        }
    }
    return nullptr;
}

} // namespace assimp_md2
