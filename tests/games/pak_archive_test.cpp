// SPDX-License-Identifier: BSD-3-Clause
// The directory of a PAK, valid and not.
#include "games/archive.h"

#include "support/archives.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

using Bytes = std::vector<std::uint8_t>;
using test::PackedFile;

/// The directory of an archive with these bytes.
Result<ArchiveDirectory> read(const Bytes& bytes) {
    const test::TemporaryFolder folder;
    folder.put("a.pak", bytes);
    std::uint64_t left = 1'000;
    return kPakFormat.readDirectory(LocalFile::open(folder / "a.pak").value(), left);
}

Bytes header(std::int32_t offset, std::int32_t size) {
    test::ArchiveBytes bytes;
    bytes.add("PACK");
    bytes.add(static_cast<std::uint32_t>(offset), 4);
    bytes.add(static_cast<std::uint32_t>(size), 4);
    return bytes.bytes;
}

/// The files of a PAK with one entry.
ArchiveDirectory directoryOf(const PackedFile& file) {
    return read(test::pakArchive({file})).value();
}

TEST(PakDirectory, OfInvalidPaksIsAnError) {
    const struct {
        const char* what;
        Bytes bytes;
        std::size_t archiveSize;
        const char* error;
    } cases[] = {{"empty", {}, 0, "has 12 bytes or more"},
                 {"short", {'P', 'A', 'C', 'K', 12, 0, 0, 0, 0, 0, 0}, 11, "has 12 bytes or more"},
                 {"a WAD", {'W', 'A', 'D', '2', 12, 0, 0, 0, 0, 0, 0, 0}, 12, "starts with \"PACK\""},
                 {"negative offset", header(-1, 64), 1000, "outside the archive"},
                 {"negative size", header(12, -64), 1000, "outside the archive"},
                 {"offset outside", header(1001, 0), 1000, "outside the archive"},
                 {"ends one byte outside", header(12, 128), 139, "outside the archive"},
                 {"the largest numbers", header(INT32_MAX, INT32_MAX - 63), 1000, "outside the archive"}};
    for (const auto& invalid : cases) {
        Bytes archive = invalid.bytes;
        archive.resize(invalid.archiveSize);
        const auto parsed = read(archive);
        ASSERT_FALSE(parsed.has_value()) << invalid.what;
        EXPECT_NE(parsed.error().text.find(invalid.error), std::string::npos)
            << invalid.what << ": " << parsed.error().text;
    }
}

TEST(PakDirectory, HasNamesOffsetsAndSizes) {
    const ArchiveDirectory directory = directoryOf({"Models\\A.md2", {1, 2, 3}});
    ASSERT_EQ(directory.files.size(), 1u);
    EXPECT_EQ(directory.files[0].name, "Models/A.md2");
    EXPECT_EQ(directory.files[0].offset, 12u);
    EXPECT_EQ(directory.files[0].size, 3u);
    EXPECT_EQ(directory.faults.lines(""), std::vector<std::string>());
}

/// Names are those of gameName(), in Latin-1, also after slashes at their start.
TEST(PakDirectory, HasNamesOfTheGame) {
    const std::string longest(56, 'a');
    for (const auto& [stored, name] :
         {std::pair<std::string, std::string>{"/models/a.md2", "models/a.md2"},
          {"\\models\\a.md2", "models/a.md2"},
          {"///models//a.md2", "models/a.md2"},
          {"models/monsters/tank/../ctank/skin.pcx", "models/monsters/ctank/skin.pcx"},
          {"caf\xE9.md2", "caf\xC3\xA9.md2"},
          {longest, longest}}) {
        const ArchiveDirectory directory = directoryOf({stored, {}});
        EXPECT_EQ(directory.files.at(0).name, name);
        EXPECT_TRUE(directory.faults.empty()) << stored;
    }
}

TEST(PakDirectory, LeavesInvalidEntriesOut) {
    const struct {
        PackedFile file;
        const char* fault;
    } cases[] = {
        {{"", {}}, fault::kInvalidName},           {{"../a", {}}, fault::kInvalidName},
        {{"/", {}}, fault::kInvalidName},          {{"/../a", {}}, fault::kInvalidName},
        {{"/c:a", {}}, fault::kInvalidName},       {{"a\nb", {}}, fault::kInvalidName},
        {{"a\x7F", {}}, fault::kInvalidName},      {{"a", {1}, -1}, fault::kOutsideFile},
        {{"a", {1}, {}, -1}, fault::kOutsideFile}, {{"a", {1}, 12, 66}, fault::kOutsideFile},
        {{"a", {1}, 78, 0}, fault::kOutsideFile},  {{"a", {1}, INT32_MAX, INT32_MAX}, fault::kOutsideFile}};
    for (const auto& invalid : cases) {
        const ArchiveDirectory directory = directoryOf(invalid.file);
        EXPECT_TRUE(directory.files.empty()) << invalid.file.name;
        EXPECT_EQ(directory.faults.count(invalid.fault), 1u) << invalid.file.name;
    }
}

TEST(PakDirectory, OfHalfAnEntryMoreHasTheWholeEntries) {
    Bytes archive = header(12, 96);
    archive.resize(1000, 'a');
    EXPECT_EQ(read(archive).value().faults.count(fault::kOutsideFile), 1u);
}

TEST(PakDirectory, MayHaveAFileAtTheEndOfTheArchive) {
    EXPECT_EQ(directoryOf({"a", {1}, 12, 65}).files.size(), 1u);
    EXPECT_EQ(directoryOf({"a", {1}, 77, 0}).files.size(), 1u);
}

} // namespace
} // namespace assimp_md2::inner
