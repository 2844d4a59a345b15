// SPDX-License-Identifier: BSD-3-Clause
// The files of a game: which file wins, and what is wrong with archives.
#include "games/game.h"

#include "games/archive.h"
#include "support/archives.h"
#include "support/expect.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#if !defined(_WIN32)
#include "support/child.h"

#include <sys/resource.h>
#endif

namespace assimp_md2::inner {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using Names = std::vector<std::string>;
using test::contains;
using test::PackedFile;
using test::pakArchive;
using test::zipArchive;

Bytes text(const std::string& content) {
    return {content.begin(), content.end()};
}

/// The content of a file as text, or the message why it cannot be read.
std::string contentOf(const Game& game, const std::string& path, std::uint64_t limit = UINT64_MAX) {
    const auto bytes = game.read(path, limit);
    if (!bytes) {
        return bytes.error().text;
    }
    const ByteSlice slice = bytes->slice();
    return {slice.data(), slice.data() + slice.size()};
}

/// What is wrong with a game; empty unless it is one thing.
std::string onlyProblem(const Game& game) {
    EXPECT_EQ(game.problems().size(), 1u);
    return game.problems().size() == 1 ? game.problems()[0] : "";
}

TEST(GameNames, AreRelativeAndHaveSlashes) {
    EXPECT_EQ(gameName("players/male/tris.md2"), "players/male/tris.md2");
    EXPECT_EQ(gameName(".\\players//male/./a\\..\\Tris.md2"), "players/male/Tris.md2");
    for (const char* const path :
         {"", ".", "a/..", "..", "../a", "a/../../b", "/a", "\\a", "C:/a", "c:a", "./c:a", "a/../C:/b"}) {
        EXPECT_EQ(gameName(path), std::nullopt) << path;
    }
}

TEST(GameNames, MatchPatternsWithoutRegardToCase) {
    EXPECT_TRUE(matchesPattern("*.md2", "players/male/Tris.MD2"));
    EXPECT_TRUE(matchesPattern("Players/*/w_*.md2", "players/male/w_rail.md2"));
    EXPECT_TRUE(matchesPattern("*", "a"));
    EXPECT_FALSE(matchesPattern("*.md2", "tris.md2x"));
    EXPECT_TRUE(matchesPattern("a**", "a"));
    EXPECT_TRUE(matchesPattern("players\\*.md2", "players/male/tris.md2"));
    EXPECT_TRUE(matchesPattern("./players/*", "players/male/tris.md2"));
    EXPECT_TRUE(matchesPattern(".\\*", "a"));
    EXPECT_FALSE(matchesPattern("./", "a"));
}

class GameFolder : public testing::Test {
protected:
    /// Puts a PAK or ZIP, by its extension, with one file `name`, whose content is the name of the archive.
    void putArchive(const std::string& archive, const std::string& name) {
        const std::vector<PackedFile> files{{name, text(archive)}};
        folder_.put(archive,
                    archive.find(".pak") != std::string::npos ? pakArchive(files) : zipArchive(files));
    }
    Game game() { return Game({folder_ / "mod", folder_ / "base"}); }

    test::TemporaryFolder folder_;
};

TEST_F(GameFolder, FilesHideEachOtherInTheOrderOfTheGame) {
    // From the one that wins to the one that loses. Downloaded archives hide nothing.
    const Names order{"mod/zz.pkz",    "mod/models.pk3", "mod/b.pak",     "mod/a.pak",     "mod/PAK10.pak",
                      "mod/pak2.pak",  "mod/pak1b.pak",  "mod/pak01.pkz", "mod/pak1.pk3",  "mod/pak1.pak",
                      "mod/pak0.pkz",  "mod/pak0.pak",   "mod/a.txt",     "base/pak9.pak", "base/pak1.pak",
                      "base/pak0.pak", "base/a.txt",     "mod/b.zip",     "mod/a.PK2",     "base/c.zip"};
    for (const std::string& source : order) {
        if (source.find(".txt") != std::string::npos) {
            folder_.put(source, text(source));
        } else {
            putArchive(source, "a.txt");
        }
    }
    folder_.put("base/d.pk2", pakArchive({{"packed", text("a PAK")}}));
    EXPECT_EQ(contentOf(game(), "packed"), "a PAK");
    EXPECT_EQ(game().problems(), Names());
    for (const std::string& winner : order) {
        EXPECT_EQ(contentOf(game(), "a.txt"), winner);
        fs::remove(folder_ / winner);
    }
    EXPECT_FALSE(game().find("a.txt"));
}

TEST_F(GameFolder, NamesHaveNoCaseAndBothSlashes) {
    folder_.put("base/pak0.pak", pakArchive({{"Models\\One.md2", text("1")}}));
    folder_.put("base/a.pkz", zipArchive({{"Models/Two.md2", text("2")}}));
    folder_.put("base/Models/Three.md2", text("3"));
    folder_.put("mod/x", {});
    const Game files = game();
    EXPECT_EQ(contentOf(files, "models/one.MD2"), "1");
    EXPECT_EQ(contentOf(files, "MODELS\\two.md2"), "2");
    EXPECT_EQ(contentOf(files, "./models//THREE.md2"), "3");
    EXPECT_EQ(files.find("models/three.md2"), "Models/Three.md2");
    EXPECT_EQ(files.list("*.md2"), (Names{"Models/One.md2", "Models/Three.md2", "Models/Two.md2"}));
    EXPECT_EQ(files.filesIn("MODELS"), (Names{"Models/One.md2", "Models/Three.md2", "Models/Two.md2"}));
    EXPECT_EQ(files.filesIn(""), Names{"x"});
    EXPECT_EQ(files.problems(), Names());
}

TEST_F(GameFolder, ReadsStoredAndDeflatedFiles) {
    const Bytes large(300'000, 7);
    folder_.put(
        "base/a.pk3",
        zipArchive({{"large", large}, {"stored", large, {}, {}, false}, {"empty", {}}, {"folder/", {}}}));
    folder_.put("base/b.pak", pakArchive({{"empty2", {}}, {"large2", large}}));
    const Game files({folder_ / "base"});
    const std::string content(large.begin(), large.end());
    for (const char* const name : {"large", "stored", "large2"}) {
        EXPECT_EQ(contentOf(files, name), content) << name;
    }
    EXPECT_EQ(contentOf(files, "empty"), "");
    EXPECT_EQ(contentOf(files, "empty2"), "");
    EXPECT_EQ(files.list("*").size(), 5u);
}

TEST_F(GameFolder, BeginningsOfFilesCanBeRead) {
    Bytes content(100'000);
    for (std::size_t i = 0; i < content.size(); ++i) {
        content[i] = static_cast<std::uint8_t>(i * i / 251);
    }
    folder_.put("base/a.pkz", zipArchive({{"zipped", content}}));
    folder_.put("base/a.pak", pakArchive({{"before", {1}}, {"packed", content}, {"after", {2}}}));
    folder_.put("base/loose", content);
    const Game files({folder_ / "base"});
    for (const char* const name : {"zipped", "packed", "loose"}) {
        auto opened = files.open(name);
        ASSERT_TRUE(opened.has_value()) << name;
        EXPECT_EQ(opened->size(), content.size());
        EXPECT_EQ(files.read(name, 99'999).error().code, ErrorCode::FileTooLarge) << name;
        EXPECT_TRUE(files.read(name, 100'000).has_value()) << name;
        for (const std::size_t size : std::vector<std::size_t>{70'000, 10, 0, 100'000, 100'001}) {
            const auto bytes = opened->readBeginning(size);
            ASSERT_TRUE(bytes.has_value()) << name;
            const ByteSlice slice = bytes->slice();
            const std::size_t most = std::min(size, content.size());
            EXPECT_EQ(Bytes(slice.data(), slice.data() + slice.size()),
                      Bytes(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(most)))
                << name;
        }
    }
}

TEST_F(GameFolder, InvalidArchivesAreLeftOutWithAProblem) {
    const Bytes zip = zipArchive({{"a", text("a")}, {"b", text("b")}});
    Bytes endless = zip;
    endless[endless.size() - 14] = endless[endless.size() - 12] = 200; // files in the directory
    Bytes noRecord = zip;
    noRecord[noRecord.size() - 22 - 2 * 47] = 'x'; // "PK" of the first record
    const struct {
        const char* archive;
        Bytes bytes;
        const char* problem;
    } cases[] = {{"a.pak", text("PACK but not more"), "outside the archive, which may be incomplete"},
                 {"a.pak", zip, "starts with \"PACK\""},
                 {"a.pkz", {}, "not a ZIP archive"},
                 {"a.pkz", Bytes(22), "not a ZIP archive"},
                 {"a.pkz", pakArchive({{"a", {}}}), "not a ZIP archive"},
                 // An archive that is being written: its directory is not there yet.
                 {"a.pk3", Bytes(zip.begin(), zip.begin() + 40), "not a ZIP archive, or its directory"},
                 {"a.pk3", Bytes(zip.begin(), zip.end() - 1), "not a ZIP archive, or its directory"},
                 {"a.pk3", endless, "damaged at file 3 of 200"},
                 {"a.pk3", noRecord, "damaged at file 1 of 2"}};
    for (const auto& invalid : cases) {
        folder_.put("base/loose", text("loose"));
        folder_.put(std::string("base/") + invalid.archive, invalid.bytes);
        const Game files({folder_ / "base"});
        const std::string problem = onlyProblem(files);
        EXPECT_TRUE(contains(problem, invalid.problem));
        EXPECT_TRUE(contains(problem, std::string("base/") + invalid.archive + ": "));
        EXPECT_TRUE(contains(problem, "; the archive is left out"));
        EXPECT_EQ(files.list("*"), Names{"loose"});
        fs::remove(folder_ / (std::string("base/") + invalid.archive));
    }
}

TEST_F(GameFolder, FilesThatCannotBeReadAreProblemsAndErrors) {
    const std::string longName(250, 'a');
    PackedFile encrypted{longName, text("secret")};
    encrypted.flags = 1;
    PackedFile bzip{"a", text("content")};
    bzip.method = 12;
    PackedFile bomb{"a", Bytes(1'000'000)};
    bomb.zipSize = 1'100'000'000;
    PackedFile huge{"a", Bytes(1000)};
    huge.zipSize = 4'000'000'000;
    PackedFile padded{"a", text("content"), {}, {}, false};
    padded.zipSize = 8;
    const struct {
        const PackedFile& file;
        const char* problem;
    } cases[] = {{encrypted, "it is encrypted"},
                 {bzip, "it is compressed by method 12, expected 0 (stored) or 8 (deflate)"},
                 {bomb, "it states 1100000000 bytes, which its"},
                 {huge, "it has 4000000000 bytes, expected at most 2147483647"},
                 {padded, "it states 8 bytes, which its 7 compressed bytes cannot have"}};
    for (const auto& invalid : cases) {
        folder_.put("base/a.pkz", zipArchive({invalid.file}));
        const Game files({folder_ / "base"});
        EXPECT_TRUE(contains(onlyProblem(files), invalid.problem));
        const std::string error = contentOf(files, invalid.file.name);
        EXPECT_TRUE(contains(error, "a in "));
        EXPECT_TRUE(contains(error, invalid.problem));
    }
}

TEST_F(GameFolder, DamagedFilesAreErrorsWhenTheyAreRead) {
    PackedFile wrongCrc{"a", text("content")};
    wrongCrc.crc = 1;
    PackedFile damaged{"a", Bytes(100'000)};
    damaged.damaged = true;
    PackedFile other{"a", text("content")};
    other.directorySize = 6;
    PackedFile more{"a", text("content")};
    more.zipSize = 6; // than stated is in the compressed bytes
    PackedFile less{"a", text("content")};
    less.zipSize = 8;
    const struct {
        const PackedFile& file;
        const char* error;
    } cases[] = {{wrongCrc, "its CRC differs from the one in the archive"},
                 {damaged, "its compressed bytes are damaged or end early"},
                 {other, "its CRC differs"},
                 {more, "its CRC differs"},
                 {less, "its compressed bytes are damaged or end early"}};
    for (const auto& invalid : cases) {
        folder_.put("base/a.pkz", zipArchive({invalid.file}));
        const Game files({folder_ / "base"});
        EXPECT_EQ(files.problems(), Names());
        EXPECT_TRUE(contains(contentOf(files, "a"), invalid.error));
    }
}

TEST_F(GameFolder, NamesOfZipsAreCheckedAsThoseOfPaks) {
    folder_.put("base/a.pkz", zipArchive({{"../a", {}},
                                          {"a/../b", {}},
                                          {"//Slash", {}},
                                          {"C:\\c", {}},
                                          {"d\n", {}},
                                          {"", {}},
                                          {"caf\xC3\xA9", {}},
                                          {"caf\xE9s", {}},
                                          {"surrogate\xED\xA0\x80", {}},
                                          {std::string(255, 'x'), {}},
                                          {std::string(256, 'x'), {}},
                                          {std::string(60'000, 'x'), {}},
                                          {std::string(200, '\xE9'), {}}}));
    const Game files({folder_ / "base"});
    EXPECT_EQ(files.list("*"), (Names{"b", "caf\xC3\xA9", "caf\xC3\xA9s", "Slash",
                                      "surrogate\xC3\xAD\xC2\xA0\xC2\x80", std::string(255, 'x')}));
    EXPECT_TRUE(contains(onlyProblem(files), "or more than 255 bytes (7), first: ../a; C:\\c; d\\x0A"));
}

TEST_F(GameFolder, NamesOfZipsThatAreNotUtf8AreLatin1) {
    folder_.put("base/a.pk3", zipArchive({{"na\xC3\xAFve", text("UTF-8")}, {"caf\xE9", text("Latin-1")}}));
    const Game files({folder_ / "base"});
    EXPECT_EQ(contentOf(files, "na\u00EFve"), "UTF-8");
    EXPECT_EQ(contentOf(files, "caf\u00E9"), "Latin-1");
    EXPECT_EQ(files.problems(), Names());
}

TEST_F(GameFolder, HiddenFilesAreNotInIt) {
    const std::vector<PackedFile> packed = {
        {"__MACOSX/models/._a.md2", {}}, {"models/._a.md2", {}}, {".git/config", {}},
        {"models/.hidden/a.md2", {}},    {"models/a.md2", {}},   {"models/.a.md2", {}}};
    const auto expectVisibleFiles = [&](const std::string& what) {
        const Game files({folder_ / "base"});
        EXPECT_EQ(files.list("*"), (Names{"models/.a.md2", "models/a.md2"})) << what;
        EXPECT_EQ(files.problems(), Names()) << what;
    };
    folder_.put("base/a.pk3", zipArchive(packed));
    expectVisibleFiles("ZIP");
    fs::remove(folder_ / "base/a.pk3");
    folder_.put("base/a.pak", pakArchive(packed));
    expectVisibleFiles("PAK");
    fs::remove(folder_ / "base/a.pak");
    for (const PackedFile& file : packed) {
        folder_.put("base/" + file.name, {});
    }
    expectVisibleFiles("loose files");
}

TEST_F(GameFolder, ArchivesOfOtherGamesAreOneProblem) {
    for (const char* const name :
         {"base/pak000.pk4", "base/game.kpf", "base/pak0.sin", "mod/models.DAT", "mod/a.zip", "mod/a.pk2"}) {
        folder_.put(name, text("SPAK or others"));
    }
    folder_.put("base/models/a.dat", {});
    putArchive("mod/pak0.pak", "a.txt");
    const Game files = game();
    const std::string problem = onlyProblem(files);
    EXPECT_TRUE(contains(problem, "archives that are not read"));
    EXPECT_TRUE(contains(problem, "(6): "));
    for (const char* const name : {"pak000.pk4", "game.kpf", "pak0.sin", "models.DAT", "a.zip", "a.pk2"}) {
        EXPECT_TRUE(contains(problem, name));
    }
    EXPECT_EQ(contentOf(files, "a.txt"), "mod/pak0.pak");
}

TEST_F(GameFolder, MayHaveFoldersInTheOrderOfArchives) {
    folder_.put("base/pak2.pk3dir/models/a.md2", text("pak2.pk3dir"));
    folder_.put("base/pak2.pk3dir/sub/b.pk3dir/c", text("c"));
    folder_.put("base/Zz.PK3DIR/b.txt", text("zz"));
    folder_.put("base/models/a.md2", text("loose"));
    putArchive("base/pak1.pk3", "models/a.md2");
    EXPECT_EQ(contentOf(Game({folder_ / "base"}), "models/a.md2"), "pak2.pk3dir");
    putArchive("base/pak3.pk3", "models/a.md2");
    const Game files({folder_ / "base"});
    EXPECT_EQ(contentOf(files, "models/a.md2"), "base/pak3.pk3");
    EXPECT_EQ(contentOf(files, "b.txt"), "zz");
    EXPECT_EQ(files.list("*"), (Names{"b.txt", "models/a.md2", "sub/b.pk3dir/c"}));
    EXPECT_EQ(files.problems(), Names());
}

#if !defined(_WIN32)
TEST_F(GameFolder, MayHaveMoreFoldersThanAProcessMayOpen) {
    for (int i = 0; i < 100; ++i) {
        folder_.put("base/" + std::to_string(i) + ".pk3dir/" + std::to_string(i), text("x"));
    }
    EXPECT_EQ(test::inChild([&] {
                  const rlimit limit{32, 32};
                  setrlimit(RLIMIT_NOFILE, &limit);
                  const Game files({folder_ / "base"});
                  std::string read;
                  for (int i = 0; i < 100; ++i) {
                      read += contentOf(files, std::to_string(i));
                  }
                  return read + std::to_string(files.problems().size());
              }),
              std::string(100, 'x') + "0");
}

TEST_F(GameFolder, LooseFilesThatNoNameOpensAreProblems) {
    for (const char* const name : {"a\nplayers.md2", "\x1B[31m.md2", "players\\male\\tris.md2", "..\\a.md2",
                                   "c:x.md2", "good.md2", "a\n.pak", "z.md2"}) {
        folder_.put(std::string("base/") + name, text("content"));
    }
    const Game files({folder_ / "base"});
    EXPECT_EQ(files.list("*"), (Names{"good.md2", "z.md2"}));
    ASSERT_EQ(files.problems().size(), 3u);
    EXPECT_TRUE(contains(files.problems()[0], "a\\x0A.pak: not a PAK"));
    EXPECT_TRUE(contains(files.problems()[1], "their names lead out of the game"));
    EXPECT_TRUE(contains(files.problems()[1], "(4): "));
    EXPECT_TRUE(contains(files.problems()[2], "\\ in their names are left out (1)"));
    for (const std::string& line : files.problems()) {
        EXPECT_TRUE(std::none_of(line.begin(), line.end(), [](char c) { return c < 0x20 && c >= 0; }))
            << line;
    }
}
#endif

TEST_F(GameFolder, TheLastOfTwoFilesWithOneNameInAnArchiveCounts) {
    folder_.put("base/a.pak", pakArchive({{"a", text("1")}, {"/A", text("2")}}));
    folder_.put("base/b.pkz", zipArchive({{"b", text("1")}, {"\\B", text("2")}}));
    const Game files({folder_ / "base"});
    EXPECT_EQ(contentOf(files, "a"), "2");
    EXPECT_EQ(contentOf(files, "b"), "2");
    EXPECT_EQ(files.list("*"), (Names{"A", "B"}));
    ASSERT_EQ(files.problems().size(), 2u);
    EXPECT_TRUE(contains(files.problems()[1], "a.pak: files with the name of another one in the same archive "
                                              "or folder are left out (1): a"));
}

TEST_F(GameFolder, ZipsMayHaveACommentOfAnyLength) {
    const Bytes zip = zipArchive({{"a", text("content")}});
    for (const std::size_t size : std::vector<std::size_t>{1, 65'513, 65'514, 65'534, 65'535}) {
        Bytes commented = zip;
        commented[zip.size() - 2] = static_cast<std::uint8_t>(size);
        commented[zip.size() - 1] = static_cast<std::uint8_t>(size >> 8);
        commented.resize(zip.size() + size, ' ');
        folder_.put("base/a.pkz", commented);
        EXPECT_EQ(contentOf(Game({folder_ / "base"}), "a"), "content") << size;
        // The record is found if it is in the last 22 + 65,535 bytes.
        commented.push_back(' ');
        folder_.put("base/a.pkz", commented);
        EXPECT_EQ(Game({folder_ / "base"}).problems().size(), size < 65'535 ? 0u : 1u) << size;
    }
}

TEST_F(GameFolder, ZipsMayHaveBytesInFrontOfThem) {
    Bytes bytes = text("a program that unpacks the archive");
    const Bytes zip = zipArchive({{"a", text("content")}, {"b", text("b"), {}, {}, false}});
    bytes.insert(bytes.end(), zip.begin(), zip.end());
    folder_.put("base/a.pkz", bytes);
    const Game files({folder_ / "base"});
    EXPECT_EQ(files.problems(), Names());
    EXPECT_EQ(contentOf(files, "a"), "content");
    EXPECT_EQ(contentOf(files, "b"), "b");
}

TEST_F(GameFolder, AnArchiveThatChangesGivesAnError) {
    const auto put = [&](const Bytes& content) {
        folder_.put("base/a.pak", pakArchive({{"a", content}}));
        folder_.put("base/b.pkz", zipArchive({{"b", content, {}, {}, false}}));
    };
    for (const std::size_t size : std::vector<std::size_t>{500, 1000, 2000}) {
        put(Bytes(1000, 'x'));
        const Game files({folder_ / "base"});
        EXPECT_EQ(contentOf(files, "a"), std::string(1000, 'x'));
        EXPECT_EQ(contentOf(files, "b"), std::string(1000, 'x'));
        put(Bytes(size, 'y'));
        for (const char* const name : {"base/a.pak", "base/b.pkz"}) {
            // The clock of the file system may be too coarse to tell.
            const fs::path archive = folder_ / name;
            fs::last_write_time(archive, fs::last_write_time(archive) + std::chrono::seconds(1));
        }
        for (const char* const name : {"a", "b"}) {
            EXPECT_TRUE(contains(contentOf(files, name), ": the archive has changed since it was read"))
                << size;
        }
    }
}

TEST_F(GameFolder, AFileThatBecomesShorterGivesAnError) {
    folder_.put("base/a.pak", pakArchive({{"a", Bytes(1000)}}));
    folder_.put("base/c", Bytes(1000));
    const Game files({folder_ / "base"});
    std::vector<GameFile> opened;
    for (const char* const name : {"a", "c"}) {
        opened.push_back(files.open(name).value());
        EXPECT_EQ(opened.back().size(), 1000u);
    }
    for (const char* const name : {"base/a.pak", "base/c"}) {
        fs::resize_file(folder_ / name, 500);
    }
    for (const GameFile& file : opened) {
        const auto bytes = file.readBeginning(1000);
        ASSERT_FALSE(bytes.has_value());
        EXPECT_TRUE(contains(bytes.error().text, "it ends early"));
    }
    opened.clear(); // Windows removes a file only when nobody has it open.
    fs::remove(folder_ / "base/c");
    EXPECT_TRUE(contains(contentOf(files, "c"), "cannot be opened"));
}

TEST_F(GameFolder, WithArchivesOnlyInSubfoldersIsAProblem) {
    folder_.put("quake2/baseq2/pak0.pak", pakArchive({{"a", text("a")}}));
    folder_.put("quake2/readme.txt", {});
    const Game files({folder_ / "quake2"});
    EXPECT_TRUE(contains(onlyProblem(files), "quake2: has no archives, but its folder baseq2 has"));
    EXPECT_EQ(Game({folder_ / "quake2/baseq2"}).problems(), Names());
    folder_.put("quake2/b.pak", pakArchive({}));
    EXPECT_EQ(Game({folder_ / "quake2"}).problems(), Names());
}

TEST_F(GameFolder, ThatDoesNotExistIsAProblem) {
    folder_.put("base/a", text("a"));
    const Game files({folder_ / "missing", folder_ / "base/a", folder_ / "base"});
    ASSERT_EQ(files.problems().size(), 2u);
    EXPECT_TRUE(contains(files.problems()[0], "missing: there is no such folder"));
    EXPECT_TRUE(contains(files.problems()[1], "base/a: is a file, expected a folder; archives are found in "
                                              "their folder, " +
                                                  (folder_ / "base")));
    EXPECT_EQ(files.list("*"), Names{"a"});
}

#if !defined(_WIN32)
// Windows resolves `..` before links.
TEST_F(GameFolder, PathResolvesSymbolicLinks) {
    folder_.put("elsewhere/ctf/a", text("a"));
    folder_.put("elsewhere/sub/x", {});
    folder_.put("base/ctf/b", text("b"));
    test::makeLink("../elsewhere/sub", folder_.path() / "base" / "link");
    const Game files({folder_ / "base/link/../ctf"});
    EXPECT_EQ(files.list("*"), Names{"a"});
    EXPECT_EQ(contentOf(files, "a"), "a");
}
#endif

TEST_F(GameFolder, OwnFilesAreListedBeforeThoseOfItsSubfolders) {
    for (const char* const name : {"a/a", "b/c/d", "m", "z/a", "z/z"}) {
        folder_.put(std::string("base/") + name, {});
    }
    const auto folder = LocalFolder::open(folder_ / "base");
    ASSERT_TRUE(folder.has_value());
    const auto some = filesBeneath(*folder, 5).value();
    EXPECT_FALSE(some.isComplete);
    EXPECT_EQ(some.files.at(0), "m");
    const auto complete = filesBeneath(*folder, 9).value();
    EXPECT_TRUE(complete.isComplete);
    EXPECT_EQ(complete.folders, 4u);
    auto all = complete.files;
    ASSERT_EQ(all.size(), 5u);
    EXPECT_EQ(all[0], "m");
    EXPECT_EQ(all[4], "b/c/d") << "the deepest folder comes last";
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, (Names{"a/a", "b/c/d", "m", "z/a", "z/z"}));
}

TEST_F(GameFolder, LinksDoNotLeadOutOfIt) {
    folder_.put("outside/secret", text("secret"));
    folder_.put("outside/pak0.pak", pakArchive({{"packed", text("secret")}}));
    folder_.put("base/a", text("a"));
    if (!test::makeLink(folder_.path() / "outside" / "secret", folder_.path() / "base" / "link") ||
        !test::makeLink("../outside/pak0.pak", folder_.path() / "base" / "pak0.pak") ||
        !test::makeLink("../outside", folder_.path() / "base" / "folder") ||
        !test::makeLink(".", folder_.path() / "base" / "again")) {
        GTEST_SKIP() << "this user may not make links, as on Windows without its developer mode";
    }
    const Game files({folder_ / "base"});
    EXPECT_TRUE(contains(contentOf(files, "link"), "cannot be opened"));
    EXPECT_FALSE(files.find("packed"));
    EXPECT_EQ(files.list("*"), (Names{"a", "link"}));
    EXPECT_TRUE(
        contains(onlyProblem(files), "pak0.pak: cannot be opened: there is no permission, or it is a link"));
}

} // namespace
} // namespace assimp_md2::inner
