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

void checkContent(const LocalFile& archive, const ArchivedFile& file) {
    constexpr std::uint64_t kMost = 100'000; // deflate makes 2 KB into 2 MB
    const std::uint64_t size = std::min(kMost, file.size);
    const Result<FileBytes> bytes = kZipFormat.read(archive, file, static_cast<std::size_t>(size));
    require(bytes ? bytes->slice().size() == size : !bytes.error().text.empty(), "bytes, or words");
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
        if (directory->files[i].unreadable.empty()) {
            checkContent(*archive, directory->files[i]);
        }
    }
    for (const std::string& line : directory->faults.lines("")) {
        require(line.size() <= kMostWarningBytes, "a message is short");
    }
    return 0;
}
