// SPDX-License-Identifier: BSD-3-Clause
// The archive formats: for each extension, the functions that read such an archive.
#pragma once

#include "files/local_files.h"
#include "games/archive.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

namespace assimp_md2 {

/// An uncompressed file in an archive, or a loose file.
struct StoredBytes {
    LocalFile file;
    std::uint64_t offset;
};

/// Decompresses a file from its start to its end. Belongs to one thread; others may read from the same
/// LocalFile.
class Decompressor {
public:
    Decompressor() = default;
    Decompressor(const Decompressor&) = delete;
    Decompressor& operator=(const Decompressor&) = delete;
    virtual ~Decompressor() = default;

    /// Decompresses the next bytes.
    ///
    /// \return the number of bytes, which is less than `size` only at the end of the file. BadArchive if the
    ///         bytes are damaged. A wrong checksum is reported by the call that reads the last bytes. After
    ///         an error, every later call returns the same error
    virtual Result<std::size_t> read(std::uint8_t* destination, std::size_t size) = 0;
};

using ArchivedBytes = std::variant<StoredBytes, std::unique_ptr<Decompressor>>;

/// The functions of an archive format.
struct ArchiveFormat {
    /// Reads the directory of an archive. Folders in it are left out.
    ///
    /// \param left reduced by the entries, before they are read (takeEntries)
    /// \return the files, or BadArchive
    Result<ArchiveDirectory> (*readDirectory)(const LocalFile& archive, std::uint64_t& left);

    /// Opens a file of the directory.
    ///
    /// \return BadArchive when the file is unreadable
    Result<ArchivedBytes> (*open)(const LocalFile& archive, const ArchivedFile& file);
};

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

} // namespace assimp_md2
