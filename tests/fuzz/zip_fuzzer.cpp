// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a ZIP archive: names stay in the game, and every file can be read to its end or gives an
// error.
#include "files/local_files.h"
#include "fuzz/require.h"
#include "games/game.h"
#include "games/game_names.h"
#include "support/temporary_folder.h"

#include <algorithm>

namespace {

using namespace assimp_md2;
using test::require;

/// Reads the file in small steps, as a program may do.
void checkContent(const LocalFile& archive, const ArchivedFile& file) {
    constexpr std::uint64_t kMost = 100'000; // deflate makes 2 KB into 2 MB
    const Result<ArchivedBytes> zipped = kZipFormat.open(archive, file);
    if (!zipped) {
        require(!zipped.error().text.empty(), "an error has words");
        return;
    }
    require(file.unreadable.empty(), "a file that cannot be read is not opened");
    std::vector<std::uint8_t> bytes(1000);
    std::uint64_t done = 0;
    while (done < kMost) {
        const Result<std::size_t> count =
            std::get<std::unique_ptr<Decompressor>>(*zipped)->read(bytes.data(), bytes.size());
        if (!count) {
            require(!count.error().text.empty(), "an error has words");
            return;
        }
        done += *count;
        if (*count < bytes.size()) {
            require(done == file.size, "a file has the size of the directory");
            return;
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const test::TemporaryFolder folder;
    static const std::string path = folder / "a.pk3";
    test::writeBytes(path, {data, data + size});
    const std::optional<LocalFile> archive = LocalFile::open(path);
    require(archive && archive->size() == size, "the archive is there");
    std::uint64_t left = kMaximumGameFiles;
    const Result<ArchiveDirectory> directory = kZipFormat.readDirectory(*archive, left);
    if (!directory) {
        require(!directory.error().text.empty(), "an error has words");
        return 0;
    }
    for (const ArchivedFile& file : directory->files) {
        require(gameName(file.name) == file.name, "a name is one of the game");
        require(('/' + file.name + '/').find("/../") == std::string::npos, "a name does not go up");
        require(!file.unreadable.empty() || file.size <= kMaximumArchivedSize, "a size is below the limit");
    }
    constexpr std::size_t kMostRead = 8;
    for (std::size_t i = 0; i < std::min(directory->files.size(), kMostRead); ++i) {
        checkContent(*archive, directory->files[i]);
    }
    for (const std::string& line : directory->faults.lines("")) {
        require(line.size() <= kMostWarningBytes, "a message is short");
    }
    return 0;
}
