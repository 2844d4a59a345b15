// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a PAK: what is accepted lies in the archive, and its names stay in the game.
#include "files/local_files.h"
#include "games/game.h"
#include "games/game_names.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace assimp_md2;

void require(bool holds, const char* claim) {
    if (!holds) {
        std::fprintf(stderr, "%s\n", claim);
        std::abort();
    }
}

void checkFile(const ArchivedFile& file, std::size_t archiveSize) {
    require(file.offset <= archiveSize && file.size <= archiveSize - file.offset, "a file is in the archive");
    require(file.unreadable.empty(), "a file of a PAK is readable");
    require(gameName(file.name) == file.name, "a name is one of the game");
    require(('/' + file.name + '/').find("/../") == std::string::npos, "a name does not go up");
    require(file.name.find('\\') == std::string::npos, "a name has slashes");
    require(std::none_of(file.name.begin(), file.name.end(),
                         [](char character) { return static_cast<unsigned char>(character) < 0x20; }),
            "a name can be printed");
    require(matchesPattern("*", file.name) && matchesPattern(file.name.substr(0, 1) + "*", file.name) &&
                matchesPattern(std::string(file.name.size(), '?'), file.name),
            "a name matches its patterns");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const test::TemporaryFolder folder;
    static const std::string path = folder / "a.pak";
    test::writeBytes(path, {data, data + size});
    const std::optional<LocalFile> archive = LocalFile::open(path);
    require(archive && archive->size() == size, "the archive is there");
    std::uint64_t left = kMaximumGameFiles;
    const Result<ArchiveDirectory> directory = kPakFormat.readDirectory(*archive, left);
    if (!directory) {
        require(!directory.error().text.empty(), "an error has words");
        return 0;
    }
    const std::uint64_t entries = directory->files.size() + directory->faults.count(fault::kInvalidName) +
                                  directory->faults.count(fault::kOutsideFile);
    require(entries <= kMaximumGameFiles - left, "no entry is counted twice");
    for (const ArchivedFile& file : directory->files) {
        checkFile(file, size);
    }
    for (const std::string& line : directory->faults.lines("")) {
        require(line.size() <= kMostWarningBytes, "a message is short");
    }
    return 0;
}
