// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a PAK and as a ZIP archive: names stay in the game, and every file can be read to its end or
// gives an error.
#include "fuzz/require.h"
#include "games/archive.h"
#include "games/game.h"
#include "importer/files/local_files.h"
#include "support/temporary_folder.h"

#include <algorithm>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using test::require;

void checkName(const std::string& name) {
    require(gameName(name) == name, "a name is one of the game");
    require(('/' + name + '/').find("/../") == std::string::npos, "a name does not go up");
    require(std::none_of(name.begin(), name.end(),
                         [](char character) { return static_cast<unsigned char>(character) < 0x20; }),
            "a name can be printed");
    require(matchesPattern("*", name) && matchesPattern(name.substr(0, 1) + "*", name) &&
                matchesPattern(std::string(name.size(), '?'), name),
            "a name matches its patterns");
}

void checkContent(const LocalFile& archive, const ArchiveFormat& format, const ArchivedFile& file) {
    constexpr std::uint64_t kMost = 100'000; // deflate makes 2 KB into 2 MB
    const std::uint64_t size = std::min(kMost, file.size);
    const Result<FileBytes> bytes = format.read(archive, file, static_cast<std::size_t>(size));
    require(bytes ? bytes->slice().size() == size : !bytes.error().text.empty(), "bytes, or words");
}

void checkArchive(const LocalFile& archive, const ArchiveFormat& format) {
    std::uint64_t left = kMaximumGameFiles;
    const Result<ArchiveDirectory> directory = format.readDirectory(archive, left);
    if (!directory) {
        require(!directory.error().text.empty(), "an error has words");
        return;
    }
    const std::uint64_t entries = directory->files.size() + directory->faults.count(fault::kInvalidName) +
                                  directory->faults.count(fault::kOutsideFile);
    require(entries <= kMaximumGameFiles - left, "no entry is counted twice");
    constexpr std::size_t kMostRead = 8;
    for (std::size_t i = 0; i < directory->files.size(); ++i) {
        const ArchivedFile& file = directory->files[i];
        checkName(file.name);
        if (file.unreadable.empty()) {
            require(file.size <= kMaximumArchivedSize, "a size is below the limit");
        }
        if (file.unreadable.empty() && i < kMostRead) {
            checkContent(archive, format, file);
        }
    }
    for (const std::string& line : directory->faults.lines("")) {
        require(line.size() <= kMostWarningBytes, "a message is short");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const test::TemporaryFolder folder;
    static const std::string path = folder / "archive";
    test::writeBytes(path, {data, data + size});
    const std::optional<LocalFile> archive = LocalFile::open(path);
    require(archive && archive->size() == size, "the archive is there");
    checkArchive(*archive, kPakFormat);
    checkArchive(*archive, kZipFormat);
    return 0;
}
