// SPDX-License-Identifier: BSD-3-Clause
// The archive formats: for each extension, the functions that read such an archive.
#pragma once

#include "games/archive.h"
#include "importer/files/local_files.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assimp_md2::inner {

/// The functions of an archive format.
struct ArchiveFormat {
    /// Reads the directory of an archive. Folders in it are left out.
    ///
    /// \param left reduced by the entries, before they are read (takeEntries)
    /// \return the files, or BadArchive
    Result<ArchiveDirectory> (*readDirectory)(const LocalFile& archive, std::uint64_t& left);

    /// Reads the first `size` bytes of a file of the directory that is readable.
    ///
    /// \return the bytes. BadArchive if they are damaged or end early, or if they are the whole file and its
    ///         checksum is wrong
    Result<FileBytes> (*read)(const LocalFile& archive, const ArchivedFile& file, std::size_t size);
};

/// ArchiveFormat::read of files that are not compressed.
Result<FileBytes> readStored(const LocalFile& archive, const ArchivedFile& file, std::size_t size);

extern const ArchiveFormat kPakFormat; ///< pak_archive.cpp
extern const ArchiveFormat kZipFormat; ///< zip_archive.cpp

/// What a game does with an archive, which its extension says.
enum class ArchiveKind {
    None, ///< it is not an archive
    Game,
    Download, ///< is read last if it is a PAK or ZIP, so that a download left in the folder hides no file
    Unread    ///< of other games
};

ArchiveKind archiveKindOf(std::string_view fileName);

/// The format of an archive of a kind that is read; null if a download is neither a PAK nor a ZIP.
const ArchiveFormat* archiveFormatOf(std::string_view fileName, const LocalFile& archive);

} // namespace assimp_md2::inner
