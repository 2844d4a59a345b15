// SPDX-License-Identifier: BSD-3-Clause
// Names of files in a game, the formats of archives, their directories and the defects in them.
#pragma once

#include "importer/base/error.h"
#include "importer/base/warnings.h"
#include "importer/files/files_beneath.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// Offsets in an MD2 are int32.
inline constexpr std::uint64_t kMaximumArchivedSize = INT32_MAX;

/// The longest path of a file in a game, in bytes of UTF-8; chosen by this project. For comparison, a PAK has
/// fields of 56 bytes. A kind of fault names it.
inline constexpr std::size_t kMaximumGameName = 255;

/// A file in an archive.
struct ArchivedFile {
    std::string name;         ///< as gameName returns it, UTF-8, in the case that the archive has
    std::uint64_t offset = 0; ///< in the archive: of the file's bytes, or of their header (ZIP)
    /// Uncompressed size in bytes; at most kMaximumArchivedSize if the file is readable.
    std::uint64_t size = 0;
    std::uint64_t packedSize = 0; ///< ZIP: compressed size in bytes
    std::uint32_t crc = 0;        ///< ZIP
    std::string unreadable{};     ///< why it cannot be read; empty when it can
};

/// What is wrong with an archive, an entry of it, or the name of a loose file, as kinds of Warnings.
namespace fault {
inline constexpr const char* kInvalidName = "files are left out, because their names lead out of the game, "
                                            "are empty, or have control characters or more "
                                            "than 255 bytes";
// Of a loose file: no path can name it.
inline constexpr const char* kBackslash = "files with \\ in their names are left out";
inline constexpr const char* kOutsideFile = "files whose bytes are not in the archive are left out";
// Of a folder.
inline constexpr const char* kUnreadArchive =
    "archives that are not read; .pak, .pk3, .pkz, and .zip and .pk2 that are PAK or ZIP archives are";
// Encrypted, with an unsupported compression or an impossible size; the file is listed, but reading it fails.
inline constexpr const char* kUnreadable = "files that cannot be read";
// A later entry has the same name (of loose files: an earlier one).
inline constexpr const char* kDuplicate =
    "files with the name of another one in the same archive or folder are left out";
} // namespace fault

/// What an archive contains.
struct ArchiveDirectory {
    std::vector<ArchivedFile> files; ///< in the order of the archive; two files may have one name
    Warnings faults;
};

/// Takes a path that a program or a model asks for, with `/` or `\`.
///
/// \return the name below the game root, with `/` and without `.`, `..` and empty parts; std::nullopt if the
///         path is empty, is absolute, has a drive letter, or leads above the root with `..`
std::optional<std::string> gameName(std::string_view path);

/// Whether a name matches a pattern as matchesWildcards (base/text.h) defines it. `*` also stands for `/`. In
/// the pattern `\` is the same as `/`, and `./` at its start is dropped.
///
/// \param name as gameName returns it
bool matchesPattern(std::string_view pattern, std::string_view name);

/// Call it before the entries of an archive are read, files and folders.
///
/// \param left how many entries of all archives of a game may still be read; reduced by `count`
/// \return BadArchive if `count` is more than `left`
std::optional<Error> takeEntries(std::uint64_t count, std::uint64_t& left);

/// Checks the name of an entry (UTF-8). If the name is not valid in a game, adds a fault and returns false.
/// Otherwise stores the name in `name`, in the form that gameName returns, which resolves `..`. Slashes at
/// its start are dropped. Hidden files (isHidden) are left out without a fault.
bool checkEntryName(std::string_view raw, std::string& name, Warnings& faults);

/// Makes a BadArchive error.
///
/// \param text what is wrong, where, and what was expected
tl::unexpected<Error> archiveError(std::string text);

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
