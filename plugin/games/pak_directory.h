// SPDX-License-Identifier: BSD-3-Clause
// Parses the header and the directory of a PAK (Quake, Quake II) in memory. archive_formats.h reads PAKs.
#pragma once

#include "base/bytes.h"
#include "base/error.h"
#include "games/archive.h"

#include <cstddef>
#include <cstdint>

namespace assimp_md2 {

/// A PAK starts with this header, little-endian: "PACK", int32 dirofs, int32 dirlen. The directory is
/// `dirlen` bytes at `dirofs`: entries of 64 bytes with char name[56], int32 filepos, int32 filelen.
/// Source: dpackheader_t and dpackfile_t in qcommon/qfiles.h of Quake II 3.21.
inline constexpr std::size_t kPakHeaderSize = 12;
inline constexpr std::size_t kPakEntrySize = 64;
inline constexpr std::size_t kPakNameSize = 56;

/// Where the directory of a PAK is.
struct PakHeader {
    std::uint64_t directoryOffset = 0;
    /// Bytes; a multiple of kPakEntrySize.
    std::uint64_t directorySize = 0;
};

/// \param beginning the first kPakHeaderSize bytes of the archive, or all of them when there are fewer
/// \param archiveSize in bytes
/// \return a header whose directory lies in the archive, or BadArchive
Result<PakHeader> parsePakHeader(ByteSlice beginning, std::uint64_t archiveSize);

/// \param directory the bytes that the header names
/// \param archiveSize in bytes
/// \return the files with valid names whose bytes are inside the archive. Names in a PAK are Latin-1; the
///         result has UTF-8
ArchiveDirectory parsePakDirectory(ByteSlice directory, std::uint64_t archiveSize);

} // namespace assimp_md2
