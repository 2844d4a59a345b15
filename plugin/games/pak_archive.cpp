// SPDX-License-Identifier: BSD-3-Clause
// PAK archives (Quake, Quake II). A PAK starts with a header, little-endian: "PACK", int32 dirofs, int32
// dirlen. The directory is `dirlen` bytes at `dirofs`: entries with char name[56], int32 filepos, int32
// filelen.
//
// Source: dpackheader_t and dpackfile_t in qcommon/qfiles.h of Quake II 3.21.
#include "games/archive.h"
#include "importer/base/text.h"

namespace assimp_md2::inner {
namespace {

constexpr std::uint32_t kIdentPak = 'P' | 'A' << 8 | 'C' << 16 | 'K' << 24;
constexpr std::size_t kPakHeaderSize = 12;
constexpr std::size_t kPakNameSize = 56;
constexpr std::size_t kPakEntrySize = kPakNameSize + 2 * sizeof(std::int32_t);

bool isInside(std::uint64_t offset, std::uint64_t size, std::uint64_t archiveSize) {
    return offset <= archiveSize && size <= archiveSize - offset;
}

/// Adds the file of an entry, whose name is Latin-1.
void addPakFile(ByteSlice entry, std::uint64_t archiveSize, ArchiveDirectory& directory) {
    const std::string raw = utf8FromLatin1(nameInField(entry.part(0, kPakNameSize)));
    ArchivedFile file;
    if (!checkEntryName(raw, file.name, directory.faults)) {
        return;
    }
    file.offset = entry.u32(kPakNameSize);
    file.size = entry.u32(kPakNameSize + 4);
    if (file.size > kMaximumArchivedSize || !isInside(file.offset, file.size, archiveSize)) {
        directory.faults.add(fault::kOutsideFile, 1, raw);
        return;
    }
    directory.files.push_back(std::move(file));
}

Result<ArchiveDirectory> readPakDirectory(const LocalFile& archive, std::uint64_t& left) {
    const FileBytes beginning = archive.readBeginning(kPakHeaderSize);
    const ByteSlice header = beginning.slice();
    if (header.size() < kPakHeaderSize || header.u32(0) != kIdentPak) {
        return archiveError("not a PAK, which starts with \"PACK\" and has " +
                            std::to_string(kPakHeaderSize) + " bytes or more");
    }
    // Negative numbers are outside the archive as well.
    const std::uint64_t offset = header.u32(4);
    const std::size_t size = header.u32(8);
    if (!isInside(offset, size, archive.size())) {
        return archiveError("the directory of the PAK is outside the archive, which may be incomplete: " +
                            std::to_string(size) + " bytes at offset " + std::to_string(offset) +
                            ", the archive has " + std::to_string(archive.size()) + " bytes");
    }
    if (auto error = takeEntries(size / kPakEntrySize, left)) {
        return tl::unexpected(std::move(*error));
    }
    FileBytes entries(size);
    entries.setSize(archive.readAt(offset, entries.data(), size));
    if (entries.slice().size() < size) {
        return archiveError("the directory of the PAK cannot be read; the archive has become shorter");
    }
    ArchiveDirectory directory;
    directory.files.reserve(size / kPakEntrySize);
    // As in Quake II, what follows the last whole entry is no entry.
    for (std::size_t at = 0; at + kPakEntrySize <= size; at += kPakEntrySize) {
        addPakFile(entries.slice().part(at, kPakEntrySize), archive.size(), directory);
    }
    return directory;
}

} // namespace

// Clang for WebAssembly takes the address of readStored with another signature, which cannot be called, as
// long as the class that it returns has not been instantiated.
static_assert(std::is_move_constructible_v<Result<FileBytes>>);

const ArchiveFormat kPakFormat{readPakDirectory, readStored};

} // namespace assimp_md2::inner
