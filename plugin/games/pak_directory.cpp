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

std::string numbers(std::int64_t size, std::int64_t offset, std::uint64_t archiveSize) {
    return std::to_string(size) + " bytes at offset " + std::to_string(offset) + ", the archive has " +
           std::to_string(archiveSize) + " bytes";
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
    if (!beginning.contains(0, kPakHeaderSize)) {
        return archiveError("a PAK needs " + std::to_string(kPakHeaderSize) + " bytes, the archive has " +
                            std::to_string(beginning.size()));
    }
    if (beginning.u32(0) != kIdentPak) {
        return archiveError("not a PAK, which starts with \"PACK\"");
    }
    const std::int64_t offset = beginning.i32(4);
    const std::int64_t size = beginning.i32(8);
    if (offset < 0 || size < 0) {
        return archiveError("the directory of the PAK has a negative offset or size: " +
                            numbers(size, offset, archiveSize));
    }
    const PakHeader header{static_cast<std::uint64_t>(offset), static_cast<std::uint64_t>(size)};
    if (header.directoryOffset > archiveSize || header.directorySize > archiveSize - header.directoryOffset) {
        return archiveError("the directory of the PAK is outside the archive, which may be incomplete: " +
                            numbers(size, offset, archiveSize));
    }
    if (header.directorySize % kPakEntrySize != 0) {
        return archiveError("the directory of the PAK has " + std::to_string(size) +
                            " bytes, expected a multiple of " + std::to_string(kPakEntrySize));
    }
    if (header.directorySize / kPakEntrySize > kMaximumArchiveFiles) {
        return archiveError("the PAK has " +
                            tooMany(header.directorySize / kPakEntrySize, "files", kMaximumArchiveFiles));
    }
    return header;
}

ArchiveDirectory parsePakDirectory(ByteSlice directory, std::uint64_t archiveSize) {
    ArchiveDirectory parsed;
    parsed.files.reserve(directory.size() / kPakEntrySize);
    for (std::size_t at = 0; directory.contains(at, kPakEntrySize); at += kPakEntrySize) {
        const std::string_view field = nameInField(directory.part(at, kPakNameSize));
        const std::string raw = utf8FromLatin1(field);
        ArchivedFile file;
        if (!checkEntryName(raw, file.name, parsed.faults)) {
            continue;
        }
        if (field.size() == kPakNameSize) {
            parsed.faults.add(fault::kNoNul, 1, raw);
        }
        const std::int64_t offset = directory.i32(at + kPakNameSize);
        const std::int64_t size = directory.i32(at + kPakNameSize + 4);
        file.offset = static_cast<std::uint64_t>(offset);
        file.size = static_cast<std::uint64_t>(size);
        if (offset < 0 || size < 0 || file.offset > archiveSize || file.size > archiveSize - file.offset) {
            parsed.faults.add(fault::kOutsideFile, 1, raw);
            continue;
        }
        parsed.files.push_back(std::move(file));
    }
    return parsed;
}

} // namespace assimp_md2
