// SPDX-License-Identifier: BSD-3-Clause
// ZIP archives (PK3, PKZ, ZIP), but not those of ZIP64. Files are stored or compressed with deflate.
//
// Source of the layout: APPNOTE.TXT 6.3.10 of PKWARE, sections 4.3.7 (local header), 4.3.12 (record of the
// directory) and 4.3.14 to 4.3.16 (end of the directory).
#include "games/archive.h"
#include "importer/base/text.h"

#include <zlib.h>

#include <algorithm>
#include <new>

namespace assimp_md2::inner {
namespace {

constexpr std::uint32_t kHeader = 0x04034B50; // "PK\3\4", and so on
constexpr std::uint32_t kRecord = 0x02014B50;
constexpr std::uint32_t kEnd = 0x06054B50;
constexpr std::size_t kHeaderSize = 30;
constexpr std::size_t kRecordSize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kMaximumComment = UINT16_MAX;
constexpr std::uint64_t kMaximumDirectorySize = std::uint64_t{64} << 20; ///< chosen by this project

constexpr unsigned kStored = 0;
constexpr unsigned kDeflated = 8;

constexpr const char* kNoDirectory =
    "not a ZIP archive, or its directory, which is at the end, is missing or damaged";

/// Up to `size` bytes from `offset`; fewer at the end of the archive.
FileBytes bytesAt(const LocalFile& archive, std::uint64_t offset, std::uint64_t size) {
    FileBytes bytes(static_cast<std::size_t>(size));
    bytes.setSize(archive.readAt(offset, bytes.data(), bytes.capacity()));
    return bytes;
}

/// Where the directory is, and how many records it has.
struct Directory {
    std::uint64_t count;
    std::uint64_t size;
    std::uint64_t offset; ///< as the archive states it
    std::uint64_t end;    ///< the position of the record behind the directory
};

/// Finds the last record in the archive that may be the end of the directory. A comment follows it.
std::optional<Directory> findDirectory(const LocalFile& archive) {
    const std::uint64_t tailSize = std::min<std::uint64_t>(archive.size(), kEndSize + kMaximumComment);
    const std::uint64_t tailOffset = archive.size() - tailSize;
    const FileBytes read = bytesAt(archive, tailOffset, tailSize);
    const ByteSlice tail = read.slice();
    std::size_t at = tail.size();
    do {
        if (at == 0) {
            return std::nullopt;
        }
        --at;
    } while (!tail.contains(at, kEndSize) || tail.u32(at) != kEnd ||
             !tail.contains(at + kEndSize, tail.u16(at + 20)));
    return Directory{tail.u16(at + 10), tail.u32(at + 12), tail.u32(at + 16), tailOffset + at};
}

/// The name of an entry in UTF-8. Many programs write UTF-8 without the flag that says so. The bytes of other
/// names are Latin-1, as in an MD2 that names the file: games compare bytes.
std::string entryName(ByteSlice rawName) {
    const std::string bytes(rawName.data(), rawName.data() + rawName.size());
    return isUtf8(bytes) ? bytes : utf8FromLatin1(bytes);
}

/// Why a file cannot be read; empty when it can.
std::string unreadableReason(ByteSlice record) {
    constexpr unsigned kEncrypted = 1;
    constexpr std::uint64_t kMaximumRatio = 1032;
    const unsigned method = record.u16(10);
    const std::uint64_t packed = record.u32(20);
    const std::uint64_t size = record.u32(24);
    if ((record.u16(8) & kEncrypted) != 0) {
        return "it is encrypted";
    }
    if (method != kStored && method != kDeflated) {
        return "it is compressed by method " + std::to_string(method) +
               ", expected 0 (stored) or 8 (deflate)";
    }
    if (size > kMaximumArchivedSize || packed > kMaximumArchivedSize) {
        return "it has " + tooMany(size, "bytes", kMaximumArchivedSize);
    }
    const bool isPossible = method == kStored ? size == packed : size <= kMaximumRatio * packed;
    return isPossible ? std::string()
                      : "it states " + std::to_string(size) + " bytes, which its " + std::to_string(packed) +
                            " compressed bytes cannot have";
}

/// Adds the file of a record; folders are left out.
///
/// \param before bytes in front of the archive, for example a program that unpacks it
void addFile(ByteSlice record, ByteSlice rawName, std::uint64_t before, ArchiveDirectory& directory) {
    const std::string raw = entryName(rawName);
    if (!raw.empty() && (raw.back() == '/' || raw.back() == '\\')) {
        return;
    }
    ArchivedFile file;
    if (!checkEntryName(raw, file.name, directory.faults)) {
        return;
    }
    file.offset = before + record.u32(42);
    file.size = record.u32(24);
    file.packedSize = record.u32(20);
    file.crc = record.u32(16);
    file.unreadable = unreadableReason(record);
    if (!file.unreadable.empty()) {
        // The reason comes first, because the end of a long text is cut off.
        directory.faults.add(fault::kUnreadable, 1, file.unreadable + ": " + raw);
    }
    directory.files.push_back(std::move(file));
}

Result<ArchiveDirectory> readZipDirectory(const LocalFile& archive, std::uint64_t& left) {
    const std::optional<Directory> found = findDirectory(archive);
    if (!found || found->size > found->end || found->offset > found->end - found->size) {
        return archiveError(kNoDirectory);
    }
    if (found->size > kMaximumDirectorySize) {
        return archiveError("the directory of the ZIP archive has " +
                            tooMany(found->size, "bytes", kMaximumDirectorySize));
    }
    if (auto error = takeEntries(found->count, left)) {
        return tl::unexpected(std::move(*error));
    }
    const std::uint64_t start = found->end - found->size;
    const FileBytes read = bytesAt(archive, start, found->size);
    const ByteSlice bytes = read.slice();
    ArchiveDirectory directory;
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < found->count; ++i) {
        const bool isRecord = bytes.contains(at, kRecordSize) && bytes.u32(at) == kRecord;
        const std::size_t nameSize = isRecord ? bytes.u16(at + 28) : 0;
        const std::size_t size =
            kRecordSize + nameSize + (isRecord ? std::size_t{bytes.u16(at + 30)} + bytes.u16(at + 32) : 0);
        if (!isRecord || !bytes.contains(at, size)) {
            return archiveError("the directory of the ZIP archive is damaged at file " +
                                std::to_string(i + 1) + " of " + std::to_string(found->count));
        }
        addFile(bytes.part(at, kRecordSize), bytes.part(at + kRecordSize, nameSize), start - found->offset,
                directory);
        at += size;
    }
    return directory;
}

/// The first `size` bytes of a file.
///
/// \param file with the offset of its compressed bytes
Result<FileBytes> inflated(const LocalFile& archive, const ArchivedFile& file, std::size_t size) {
    static_assert(kMaximumArchivedSize <= UINT32_MAX, "zlib counts bytes in an unsigned int");
    z_stream stream{};
    // Negative: the bytes are deflate without the header of zlib.
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        throw std::bad_alloc();
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
    FileBytes bytes(size);
    bytes.setSize(size);
    stream.next_out = bytes.data();
    stream.avail_out = static_cast<unsigned>(size);
    std::array<std::uint8_t, 16384> packed{};
    std::uint64_t done = 0; // of the compressed bytes
    for (int code = Z_OK; stream.avail_out > 0 && code == Z_OK;) {
        if (stream.avail_in == 0) {
            const auto most = std::min<std::uint64_t>(packed.size(), file.packedSize - done);
            stream.next_in = packed.data();
            stream.avail_in = static_cast<unsigned>(
                archive.readAt(file.offset + done, packed.data(), static_cast<std::size_t>(most)));
            done += stream.avail_in;
        }
        // At the end of the packed bytes, inflate makes no progress and returns Z_BUF_ERROR.
        code = inflate(&stream, Z_NO_FLUSH);
    }
    if (stream.avail_out > 0) {
        return archiveError("its compressed bytes are damaged or end early");
    }
    return bytes;
}

Result<FileBytes> readZipped(const LocalFile& archive, const ArchivedFile& file, std::size_t size) {
    const FileBytes read = bytesAt(archive, file.offset, kHeaderSize);
    const ByteSlice header = read.slice();
    if (header.size() < kHeaderSize || header.u32(0) != kHeader ||
        (header.u16(8) != kStored && header.u16(8) != kDeflated)) {
        return archiveError("its header in the archive is missing");
    }
    ArchivedFile packed = file;
    packed.offset += kHeaderSize + header.u16(26) + header.u16(28);
    Result<FileBytes> bytes =
        header.u16(8) == kDeflated ? inflated(archive, packed, size) : readStored(archive, packed, size);
    if (bytes && size == file.size && crc32_z(0, bytes->slice().data(), size) != file.crc) {
        return archiveError("its CRC differs from the one in the archive");
    }
    return bytes;
}

} // namespace

const ArchiveFormat kZipFormat{readZipDirectory, readZipped};

} // namespace assimp_md2::inner
