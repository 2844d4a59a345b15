// SPDX-License-Identifier: BSD-3-Clause
// Implements pak_directory.h.
#include "games/pak_directory.h"

#include "base/text.h"
#include "games/archive_formats.h"

#include <string>

namespace assimp_md2 {
namespace {

constexpr std::uint32_t kIdentPak = 'P' | 'A' << 8 | 'C' << 16 | 'K' << 24;
static_assert(kPakNameSize + 2 * sizeof(std::int32_t) == kPakEntrySize, "name, filepos, filelen");

bool isInside(std::uint64_t offset, std::uint64_t size, std::uint64_t archiveSize) {
    return offset <= archiveSize && size <= archiveSize - offset;
}

Result<ArchiveDirectory> readPakDirectory(const LocalFile& archive, std::uint64_t& left) {
    const FileBytes beginning = archive.readBeginning(kPakHeaderSize);
    const Result<PakHeader> header = parsePakHeader(beginning.slice(), archive.size());
    if (!header) {
        return tl::unexpected(header.error());
    }
    if (auto error = takeEntries(header->directorySize / kPakEntrySize, left)) {
        return tl::unexpected(std::move(*error));
    }
    FileBytes directory(static_cast<std::size_t>(header->directorySize));
    directory.setSize(archive.readAt(header->directoryOffset, directory.data(), directory.capacity()));
    if (directory.slice().size() < directory.capacity()) {
        return archiveError("the directory of the PAK cannot be read; the archive has become shorter");
    }
    return parsePakDirectory(directory.slice(), archive.size());
}

Result<ArchivedBytes> openPakFile(const LocalFile& archive, const ArchivedFile& file) {
    return StoredBytes{archive, file.offset};
}

} // namespace

const ArchiveFormat kPakFormat{readPakDirectory, openPakFile};

Result<PakHeader> parsePakHeader(ByteSlice beginning, std::uint64_t archiveSize) {
    if (!beginning.contains(0, kPakHeaderSize) || beginning.u32(0) != kIdentPak) {
        return archiveError("not a PAK, which starts with \"PACK\" and has " +
                            std::to_string(kPakHeaderSize) + " bytes or more");
    }
    const PakHeader header{beginning.u32(4), beginning.u32(8)};
    if (!isInside(header.directoryOffset, header.directorySize, archiveSize)) {
        return archiveError("the directory of the PAK is outside the archive, which may be incomplete: " +
                            std::to_string(header.directorySize) + " bytes at offset " +
                            std::to_string(header.directoryOffset) + ", the archive has " +
                            std::to_string(archiveSize) + " bytes");
    }
    if (header.directorySize % kPakEntrySize != 0) {
        return archiveError("the directory of the PAK has " + std::to_string(header.directorySize) +
                            " bytes, expected a multiple of " + std::to_string(kPakEntrySize));
    }
    return header;
}

ArchiveDirectory parsePakDirectory(ByteSlice directory, std::uint64_t archiveSize) {
    ArchiveDirectory parsed;
    parsed.files.reserve(directory.size() / kPakEntrySize);
    for (std::size_t at = 0; directory.contains(at, kPakEntrySize); at += kPakEntrySize) {
        const std::string raw = utf8FromLatin1(nameInField(directory.part(at, kPakNameSize)));
        ArchivedFile file;
        if (!checkEntryName(raw, file.name, parsed.faults)) {
            continue;
        }
        file.offset = directory.u32(at + kPakNameSize);
        file.size = directory.u32(at + kPakNameSize + 4);
        if (file.size > kMaximumArchivedSize || !isInside(file.offset, file.size, archiveSize)) {
            parsed.faults.add(fault::kOutsideFile, 1, raw);
            continue;
        }
        parsed.files.push_back(std::move(file));
    }
    return parsed;
}

} // namespace assimp_md2
