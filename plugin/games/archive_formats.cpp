// SPDX-License-Identifier: BSD-3-Clause
// The table of the archive formats.
#include "games/archive_formats.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>
#include <iterator>

namespace assimp_md2::inner {
namespace {

struct Row {
    std::string_view extension;
    ArchiveKind kind;
    const ArchiveFormat* format = nullptr; ///< of a game
};
constexpr Row kRows[] = {{".pak", ArchiveKind::Game, &kPakFormat},
                         {".pk3", ArchiveKind::Game, &kZipFormat},
                         {".pkz", ArchiveKind::Game, &kZipFormat},
                         {".zip", ArchiveKind::Download},
                         {".pk2", ArchiveKind::Download},
                         {".pk4", ArchiveKind::Unread},
                         {".kpf", ArchiveKind::Unread},
                         {".sin", ArchiveKind::Unread},
                         {".dat", ArchiveKind::Unread}};

Row rowOf(std::string_view fileName) {
    const auto row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& known) {
        return equalWithoutCase(known.extension, extensionOf(fileName));
    });
    return row != std::end(kRows) ? *row : Row{{}, ArchiveKind::None};
}

} // namespace

ArchiveKind archiveKindOf(std::string_view fileName) {
    return rowOf(fileName).kind;
}

const ArchiveFormat* archiveFormatOf(std::string_view fileName, const LocalFile& archive) {
    if (const ArchiveFormat* const format = rowOf(fileName).format) {
        return format;
    }
    const FileBytes beginning = archive.readBeginning(4);
    const std::string_view signature = nameInField(beginning.slice());
    return signature == "PACK" ? &kPakFormat : signature.rfind("PK", 0) == 0 ? &kZipFormat : nullptr;
}

Result<FileBytes> readStored(const LocalFile& archive, const ArchivedFile& file, std::size_t size) {
    FileBytes bytes(size);
    bytes.setSize(archive.readAt(file.offset, bytes.data(), size));
    if (bytes.slice().size() < size) {
        return archiveError("it ends early; the file has become shorter or cannot be read");
    }
    return bytes;
}

} // namespace assimp_md2::inner
