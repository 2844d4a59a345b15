// SPDX-License-Identifier: BSD-3-Clause
// Paths as text.
#include "gltf/files/file_names.h"
#include "importer/base/paths.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Stem, IsTheFileNameWithoutItsExtension) {
    EXPECT_EQ(stemOf("players/male/Grunt.pcx"), "Grunt");
    EXPECT_EQ(stemOf("a.b/skin"), "skin");
    EXPECT_EQ(stemOf("skin.two.pcx"), "skin.two");
    EXPECT_EQ(stemOf("a\\b.pcx"), "b");
    EXPECT_EQ(stemOf(".pcx"), ".pcx");
    EXPECT_EQ(stemOf(""), "");
}

TEST(RelativePath, NeverLeavesItsFolder) {
    EXPECT_EQ(relativePath("players/male/grunt.pcx"), "players/male/grunt.pcx");
    EXPECT_EQ(relativePath("C:\\quake2\\baseq2\\skin.pcx"), "quake2/baseq2/skin.pcx");
    EXPECT_EQ(relativePath("d:skin.pcx"), "skin.pcx");
    EXPECT_EQ(relativePath("./d:skin.pcx"), "skin.pcx");
    EXPECT_EQ(relativePath("c:d:../skin.pcx"), "skin.pcx");
    EXPECT_EQ(relativePath("a/../d:.."), "");
    EXPECT_EQ(relativePath("//server/share/skin.pcx"), "server/share/skin.pcx");
    EXPECT_EQ(relativePath("../../../etc/skin.pcx"), "etc/skin.pcx");
    EXPECT_EQ(relativePath("a/../../skin.pcx"), "skin.pcx");
    EXPECT_EQ(relativePath("a/b/../skin.pcx"), "a/skin.pcx");
    EXPECT_EQ(relativePath("./a//./skin.pcx"), "a/skin.pcx");
    EXPECT_EQ(relativePath("a\\..\\..\\skin.pcx"), "skin.pcx");
    EXPECT_EQ(relativePath(".../skin.pcx"), ".../skin.pcx");
    EXPECT_EQ(relativePath(""), "");
    EXPECT_EQ(relativePath(".."), "");
    EXPECT_EQ(relativePath("C:/"), "");
}

TEST(FolderOf, KeepsTheRootOfAPath) {
    EXPECT_EQ(folderOf("models/a/tris.md2"), "models/a");
    EXPECT_EQ(folderOf("C:\\models\\tris.md2"), "C:\\models");
    EXPECT_EQ(folderOf("a//tris.md2"), "a");
    EXPECT_EQ(folderOf("/tris.md2"), "/");
    EXPECT_EQ(folderOf("tris.md2"), "");
}

TEST(FoldersIn, AreTheNamesOfTheFoldersInAPath) {
    EXPECT_EQ(foldersIn("/a/b"), (Parts{"a", "b"}));
    EXPECT_EQ(foldersIn("a//b/./c"), (Parts{"a", "b", "c"}));
    EXPECT_EQ(foldersIn("C:\\a\\b"), (Parts{"a", "b"}));
    EXPECT_EQ(foldersIn("http://host:80/a/b"), (Parts{"a", "b"}));
    EXPECT_EQ(foldersIn("http://host"), Parts());
    EXPECT_EQ(foldersIn("file:///a/b"), (Parts{"a", "b"}));
    EXPECT_EQ(foldersIn("../../a"), Parts{"a"});
    EXPECT_EQ(foldersIn("a/../b"), Parts{"b"});
    EXPECT_EQ(foldersIn(""), Parts());
    EXPECT_EQ(foldersIn("/"), Parts());
}

TEST(FolderAbove, RemovesFoldersAtTheEnd) {
    EXPECT_EQ(folderAbove("/a/b", 0), "/a/b");
    EXPECT_EQ(folderAbove("/a/b", 1), "/a/");
    EXPECT_EQ(folderAbove("/a/b", 2), "/");
    EXPECT_EQ(folderAbove("a/b", 2), "");
    EXPECT_EQ(folderAbove("C:\\a\\b", 2), "C:\\");
    EXPECT_EQ(folderAbove("http://host/a/b", 2), "http://host/");
}

TEST(PathFrom, GoesUpNoFurtherThanNeeded) {
    EXPECT_EQ(pathFrom("game/models/pear", 0, "a.png"), "a.png");
    EXPECT_EQ(pathFrom("game/models/pear", 2, "models/pear/a.png"), "a.png");
    EXPECT_EQ(pathFrom("game/models/pear", 2, "models/plum/a.png"), "../plum/a.png");
    EXPECT_EQ(pathFrom("/game/models/pear", 2, "skins/a.png"), "../../skins/a.png");
    EXPECT_EQ(pathFrom("/game/models/pear", 3, "game/models/pear/a.png"), "a.png");
    EXPECT_EQ(pathFrom("pear", 1, "pearl/a.png"), "../pearl/a.png");
    EXPECT_EQ(pathFrom("pear", 1, std::string_view("pear/a.png").substr(0, 4)), "../pear");
}

TEST(IsAbsolute, WithARootOrADrive) {
    for (const char* const path : {"/a", "\\a", "C:\\a", "c:a", "A:a", "Z:a", "a:a", "z:a"}) {
        EXPECT_TRUE(isAbsolute(path)) << path;
    }
    for (const char* const path : {"", "a/b", "./a", "ab:c", "1:a", "@:a", "[:a", "`:a", "{:a"}) {
        EXPECT_FALSE(isAbsolute(path)) << path;
    }
}

TEST(UriOfPath, IsPercentEncodedWithSlashes) {
    EXPECT_EQ(uriOfPath("../skins\\my skin 100%.png"), "../skins/my%20skin%20100%25.png");
    EXPECT_EQ(uriOfPath("caf\xc3\xa9#1?.png"), "caf%C3%A9%231%3F.png");
    EXPECT_EQ(uriOfPath("a-._~!$&'()*+,;=@Z9"), "a-._~!$&'()*+,;=@Z9");
}

TEST(SplitFolders, AreSeparatedByColons) {
    using Names = std::vector<std::string>;
    const std::string separator(1, kListSeparator);
    EXPECT_EQ(splitFolders("/mod" + separator + "/baseq2"), (Names{"/mod", "/baseq2"}));
    EXPECT_EQ(splitFolders(separator + separator + "a" + separator), Names{"a"});
    EXPECT_EQ(splitFolders(""), Names());
}

TEST(Paths, NamesThatWindowsCannotHaveAreChanged) {
    for (const auto& [name, possible] : std::vector<std::pair<std::string, std::string>>{
             {"players/male/tris.md2", "players/male/tris.md2"},
             {"con.md2", "_con.md2"},
             {"a/NUL", "a/_NUL"},
             {"Com1.x.md2", "_Com1.x.md2"},
             {"aux .md2", "_aux .md2"},
             {"com.md2", "com.md2"},
             {"console.md2", "console.md2"},
             {"a./b /c.md2", "a_/b_/c.md2"},
             {"a:b?c\x1f*.md2", "a_b_c__.md2"},
             {"abcdef~1.md2", "abcdef_1.md2"},
             {"a\x7F\xC2\x80\xC2\x9F\xC2\xA0.md2", "a___\xC2\xA0.md2"},
             {"\xC2"
              "A.md2",
              "\xC2"
              "A.md2"},
             {"a~b.md2", "a~b.md2"},
         }) {
        EXPECT_EQ(windowsName(name), possible);
    }
}

} // namespace
} // namespace assimp_md2::inner
