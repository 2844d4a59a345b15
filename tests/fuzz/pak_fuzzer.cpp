// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a PAK: what is accepted lies in the archive, and its names stay in the game.
#include "base/text.h"
#include "fuzz/require.h"
#include "games/game_names.h"
#include "games/pak_directory.h"

#include <algorithm>

namespace {

using namespace assimp_md2;
using test::require;

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
    const ByteSlice bytes(data, size);
    const Result<PakHeader> parsed = parsePakHeader(bytes.part(0, std::min(size, kPakHeaderSize)), size);
    if (!parsed) {
        require(!parsed.error().text.empty(), "an error has words");
        return 0;
    }
    const PakHeader& header = *parsed;
    require(bytes.contains(header.directoryOffset, header.directorySize), "the directory is in the archive");
    require(header.directorySize % kPakEntrySize == 0, "the directory has whole entries");
    const ArchiveDirectory directory =
        parsePakDirectory(bytes.part(static_cast<std::size_t>(header.directoryOffset),
                                     static_cast<std::size_t>(header.directorySize)),
                          size);
    std::uint64_t entries = directory.files.size();
    entries += directory.faults.count(fault::kInvalidName) + directory.faults.count(fault::kOutsideFile);
    require(entries <= header.directorySize / kPakEntrySize, "no entry is counted twice");
    for (const ArchivedFile& file : directory.files) {
        checkFile(file, size);
    }
    for (const std::string& line : directory.faults.lines("")) {
        require(line.size() <= kMostWarningBytes, "a message is short");
    }
    return 0;
}
