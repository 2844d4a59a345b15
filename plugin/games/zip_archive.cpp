// SPDX-License-Identifier: BSD-3-Clause
// ZIP archives (PK3, PKZ), read by minizip from a file that is open already.
#include "base/text.h"
#include "games/archive_formats.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// pkg-config names either the folder minizip or, since minizip 1.3.2, the folder above it.
#if __has_include(<minizip/unzip.h>)
#include <minizip/unzip.h>
#else
#include <unzip.h>
#endif

namespace assimp_md2 {
namespace {

/// The file that minizip reads, with a position of its own. Minizip asks for the directory byte by byte, so
/// reads are buffered.
struct Input {
    LocalFile file;
    std::uint64_t fileEnd; ///< the end of what minizip sees
    std::uint64_t position = 0;
    std::uint64_t bufferOffset = 0;
    std::size_t bufferSize = 0;
    bool hasEndedEarly = false; ///< a read went beyond the end; minizip reads 0 there and reports no error
    std::array<std::uint8_t, 16384> buffer{};

    explicit Input(LocalFile archive) : file(std::move(archive)), fileEnd(file.size()) {}

    std::size_t read(std::uint8_t* destination, std::size_t size) {
        std::size_t done = 0;
        while (done < size) {
            if (position < bufferOffset || position >= bufferOffset + bufferSize) {
                fill(size - done);
                if (position >= bufferOffset + bufferSize) {
                    hasEndedEarly = true;
                    break;
                }
            }
            const auto start = static_cast<std::size_t>(position - bufferOffset);
            const std::size_t count = std::min(size - done, bufferSize - start);
            std::memcpy(destination + done, buffer.data() + start, count);
            done += count;
            position += count;
        }
        return done;
    }

    /// Ends the file in front of a comment that has more than 65,513 bytes. The record at the end of the
    /// directory has 22 bytes and the size of the comment that follows it. Minizip looks for it in the last
    /// 65,535 bytes.
    ///
    /// \return false if there is no such comment
    bool skipLongComment() {
        constexpr std::size_t kRecord = 22;
        constexpr std::size_t kMostComment = 65'535;
        constexpr std::array<std::uint8_t, 4> kSignature{'P', 'K', 5, 6};
        for (std::size_t comment = kMostComment; comment > kMostComment - kRecord; --comment) {
            std::array<std::uint8_t, kRecord> record{};
            const std::uint64_t after = file.size() - std::min<std::uint64_t>(file.size(), comment);
            if (after >= kRecord && file.readAt(after - kRecord, record.data(), kRecord) == kRecord &&
                std::equal(kSignature.begin(), kSignature.end(), record.begin()) &&
                record[20] + 256U * record[21] == comment) {
                fileEnd = after;
                return true;
            }
        }
        return false;
    }

private:
    /// Reads a buffer that contains the byte at the position. Minizip searches the last 64 KiB backwards for
    /// the end of the directory. If the position is shortly before the old buffer, the new buffer therefore
    /// ends after the `wanted` bytes; otherwise it starts at the position.
    void fill(std::size_t wanted) {
        const bool isBackwards = position < bufferOffset && bufferOffset - position <= buffer.size();
        const std::uint64_t end = position + std::min(wanted, buffer.size());
        bufferOffset = !isBackwards ? position : end > buffer.size() ? end - buffer.size() : 0;
        bufferSize = file.readAt(bufferOffset, buffer.data(), buffer.size());
    }
};

/// What minizip calls to read: `opaque` and `stream` are the Input.
zlib_filefunc64_def functionsFor(Input& opened) {
    zlib_filefunc64_def functions{};
    functions.opaque = &opened;
    functions.zopen64_file = [](voidpf opaque, const void*, int) -> voidpf { return opaque; };
    functions.zread_file = [](voidpf opaque, voidpf, void* destination, uLong size) -> uLong {
        return static_cast<uLong>(
            static_cast<Input*>(opaque)->read(static_cast<std::uint8_t*>(destination), size));
    };
    functions.zwrite_file = [](voidpf, voidpf, const void*, uLong) -> uLong { return 0; };
    functions.ztell64_file = [](voidpf opaque, voidpf) -> ZPOS64_T {
        return static_cast<Input*>(opaque)->position;
    };
    functions.zseek64_file = [](voidpf opaque, voidpf, ZPOS64_T offset, int origin) -> long {
        Input& input = *static_cast<Input*>(opaque);
        const std::uint64_t base = origin == ZLIB_FILEFUNC_SEEK_CUR   ? input.position
                                   : origin == ZLIB_FILEFUNC_SEEK_END ? input.fileEnd
                                                                      : 0;
        // Offsets come from the archive: minizip seeks without a check of its own.
        if (offset > input.fileEnd || base > input.fileEnd - offset) {
            return -1;
        }
        input.position = base + offset;
        return 0;
    };
    functions.zclose_file = [](voidpf, voidpf) -> int { return 0; };
    functions.zerror_file = [](voidpf, voidpf) -> int { return 0; };
    return functions;
}

struct CloseZip {
    void operator()(void* zip) const { unzClose(zip); }
};
using Zip = std::unique_ptr<void, CloseZip>;

Zip openZip(Input& input) {
    // Minizip copies the functions.
    zlib_filefunc64_def functions = functionsFor(input);
    Zip zip(unzOpen2_64("", &functions));
    if (!zip && input.skipLongComment()) {
        input.hasEndedEarly = false;
        zip.reset(unzOpen2_64("", &functions));
    }
    return zip;
}

/// Whether the archive consists only of the end of a directory. Minizip does not open such an archive.
bool isEmptyZip(const LocalFile& archive) {
    constexpr std::array<std::uint8_t, 22> kEmptyZip{'P', 'K', 5, 6};
    const FileBytes bytes = archive.readBeginning(kEmptyZip.size() + 1);
    const ByteSlice slice = bytes.slice();
    return std::equal(slice.data(), slice.data() + slice.size(), kEmptyZip.begin(), kEmptyZip.end());
}

constexpr const char* kNoDirectory =
    "not a ZIP archive, or its directory, which is at the end, is missing or damaged";
constexpr const char* kChanged = "the directory of the ZIP archive has changed since it was read";

tl::unexpected<Error> damaged(const std::string& what, int code) {
    return archiveError(what + " (minizip error " + std::to_string(code) + ")");
}

/// Converts the name of an entry to UTF-8. A name that is valid UTF-8 does not change. The code page of other
/// names is not known, so they are read as Latin-1, like the names in an MD2.
std::string entryName(const std::string& bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t size = utf8CharacterSize(std::string_view(bytes).substr(at));
        if (size == 0) {
            return utf8FromLatin1(bytes);
        }
        at += size;
    }
    return bytes;
}

/// Why a file cannot be read; empty when it can.
std::string unreadableReason(const unz_file_info64& info) {
    constexpr uLong kEncrypted = 1;
    constexpr uLong kStored = 0;
    constexpr std::uint64_t kMaximumRatio = 1032;
    if ((info.flag & kEncrypted) != 0) {
        return "it is encrypted";
    }
    if (info.compression_method != kStored && info.compression_method != Z_DEFLATED) {
        return "it is compressed by method " + std::to_string(info.compression_method) +
               ", expected 0 (stored) or 8 (deflate)";
    }
    const std::uint64_t packed = info.compressed_size;
    const std::uint64_t size = info.uncompressed_size;
    // If long has 64 bits, minizip up to the version of Debian 12 does not replace these placeholders by the
    // ZIP64 sizes.
    if (size == UINT32_MAX || packed == UINT32_MAX) {
        return "its size is in the form of ZIP64, which this minizip does not read";
    }
    if (size > kMaximumArchivedSize || packed > kMaximumArchivedSize) {
        return "it has " + std::to_string(size) + " bytes, expected at most " +
               std::to_string(kMaximumArchivedSize);
    }
    const bool isPossible =
        info.compression_method == kStored ? size == packed : size <= kMaximumRatio * packed;
    return isPossible ? std::string()
                      : "it states " + std::to_string(size) + " bytes, which its " + std::to_string(packed) +
                            " compressed bytes cannot have";
}

/// Adds the current file of the directory.
int addCurrentFile(unzFile zip, ArchiveDirectory& directory) {
    unz_file_info64 info{};
    // One byte more than the limit, so that a longer name is still too long after minizip has cut it.
    std::string raw(kMaximumGameName + 1, '\0');
    int code = unzGetCurrentFileInfo64(zip, &info, raw.data(), static_cast<uLong>(raw.size()), nullptr, 0,
                                       nullptr, 0);
    unz64_file_pos position{};
    if (code == UNZ_OK) {
        code = unzGetFilePos64(zip, &position);
    }
    if (code != UNZ_OK) {
        return code;
    }
    raw.resize(std::min<std::size_t>(info.size_filename, raw.size()));
    raw = entryName(raw);
    if (!raw.empty() && (raw.back() == '/' || raw.back() == '\\')) {
        return UNZ_OK; // a folder
    }
    ArchivedFile file;
    if (checkEntryName(raw, file.name, directory.faults)) {
        file.offset = position.pos_in_zip_directory;
        file.number = position.num_of_file;
        file.size = info.uncompressed_size;
        file.unreadable = unreadableReason(info);
        if (!file.unreadable.empty()) {
            // The reason comes first, because the end of a long text is cut off.
            directory.faults.add(fault::kUnreadable, 1, file.unreadable + ": " + raw);
        }
        directory.files.push_back(std::move(file));
    }
    return UNZ_OK;
}

Result<ArchiveDirectory> readZipDirectory(const LocalFile& archive, std::uint64_t& left) {
    if (isEmptyZip(archive)) {
        return ArchiveDirectory();
    }
    const auto input = std::make_unique<Input>(archive);
    const Zip zip = openZip(*input);
    if (!zip || input->hasEndedEarly) {
        return archiveError(kNoDirectory);
    }
    unz_global_info64 global{};
    unzGetGlobalInfo64(zip.get(), &global);
    if (global.number_entry > kMaximumArchiveFiles) {
        return archiveError("the ZIP archive has " + std::to_string(global.number_entry) +
                            " files, expected at most " + std::to_string(kMaximumArchiveFiles));
    }
    if (auto error = takeEntries(global.number_entry, left)) {
        return tl::unexpected(std::move(*error));
    }
    ArchiveDirectory directory;
    for (std::uint64_t i = 0; i < global.number_entry; ++i) {
        int code = i == 0 ? unzGoToFirstFile(zip.get()) : unzGoToNextFile(zip.get());
        if (code == UNZ_OK) {
            code = addCurrentFile(zip.get(), directory);
        }
        if (code != UNZ_OK || input->hasEndedEarly) {
            return damaged("the directory of the ZIP archive is damaged at file " + std::to_string(i + 1) +
                               " of " + std::to_string(global.number_entry),
                           code);
        }
    }
    return directory;
}

class ZippedFile final : public Decompressor {
public:
    Input input;
    Zip zip;

    ZippedFile(LocalFile archive, std::uint64_t size) : input(std::move(archive)), left_(size) {}
    Result<std::size_t> read(std::uint8_t* destination, std::size_t size) override;

private:
    Result<std::size_t> readNext(std::uint8_t* destination, std::size_t size);

    std::uint64_t left_;          ///< bytes that are not read yet
    std::optional<Error> damage_; ///< of the last read; no later read succeeds
};

Result<ArchivedBytes> openZippedFile(const LocalFile& archive, const ArchivedFile& file) {
    if (!file.unreadable.empty()) {
        return archiveError(file.unreadable);
    }
    auto state = std::make_unique<ZippedFile>(archive, file.size);
    state->zip = openZip(state->input);
    if (!state->zip) {
        return archiveError(kChanged);
    }
    const unz64_file_pos position{file.offset, file.number};
    unz_file_info64 info{};
    int code = unzGoToFilePos64(state->zip.get(), &position);
    if (code == UNZ_OK) {
        code = unzGetCurrentFileInfo64(state->zip.get(), &info, nullptr, 0, nullptr, 0, nullptr, 0);
    }
    if (code == UNZ_OK && (info.uncompressed_size != file.size || !unreadableReason(info).empty())) {
        return archiveError(kChanged);
    }
    if (code == UNZ_OK) {
        code = unzOpenCurrentFile(state->zip.get());
    }
    if (code != UNZ_OK) {
        return damaged("its header in the archive is missing or differs from the directory", code);
    }
    return ArchivedBytes(std::move(state));
}

Result<std::size_t> ZippedFile::readNext(std::uint8_t* destination, std::size_t size) {
    constexpr std::size_t kMostPerCall = std::size_t{1} << 30;
    std::size_t done = 0;
    while (done < size && left_ > 0) {
        const auto wanted = static_cast<unsigned>(std::min({size - done, kMostPerCall}));
        const int count = unzReadCurrentFile(zip.get(), destination + done, wanted);
        if (count <= 0) {
            return damaged("its compressed bytes are damaged or end early", count);
        }
        done += static_cast<std::size_t>(count);
        left_ -= std::min<std::uint64_t>(left_, static_cast<std::uint64_t>(count));
        if (left_ == 0 && unzCloseCurrentFile(zip.get()) == UNZ_CRCERROR) {
            return archiveError("its CRC differs from the one in the archive");
        }
    }
    return done;
}

Result<std::size_t> ZippedFile::read(std::uint8_t* destination, std::size_t size) {
    if (damage_) {
        return tl::unexpected(*damage_);
    }
    Result<std::size_t> done = readNext(destination, size);
    if (!done) {
        damage_ = done.error();
    }
    return done;
}

} // namespace

const ArchiveFormat kZipFormat{readZipDirectory, openZippedFile};

} // namespace assimp_md2
