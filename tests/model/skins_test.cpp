// SPDX-License-Identifier: BSD-3-Clause
// Where skins may lie, by name alone.
#include "model/skins.h"

#include <gtest/gtest.h>

namespace assimp_md2 {
namespace {

using Names = std::vector<std::string>;

/// The places as paths, in order.
Names pathsOf(std::string_view name, std::string_view folder, bool goAboveStart) {
    Names paths;
    for (const SkinPlace& place : skinPlaces(name, folder, goAboveStart)) {
        paths.push_back(joined(place.folder, place.name));
    }
    return paths;
}

TEST(SkinName, HasSlashesAndIsUtf8) {
    EXPECT_EQ(normalisedSkinName("players\\male\\Gr\xFCn .pcx"), "players/male/Gr\xC3\xBCn .pcx");
}

TEST(SkinStem, IsTheFileNameWithoutItsExtension) {
    EXPECT_EQ(skinStem("players/male/Grunt.pcx"), "Grunt");
    EXPECT_EQ(skinStem("a.b/skin"), "skin");
    EXPECT_EQ(skinStem("skin.two.pcx"), "skin.two");
    EXPECT_EQ(skinStem("a\\b.pcx"), "b");
    EXPECT_EQ(skinStem(".pcx"), ".pcx");
    EXPECT_EQ(skinStem(""), "");
}

TEST(PathBelow, NeverLeadsOut) {
    EXPECT_EQ(pathBelow("players/male/grunt.pcx"), "players/male/grunt.pcx");
    EXPECT_EQ(pathBelow("C:\\quake2\\baseq2\\skin.pcx"), "quake2/baseq2/skin.pcx");
    EXPECT_EQ(pathBelow("d:skin.pcx"), "skin.pcx");
    EXPECT_EQ(pathBelow("//server/share/skin.pcx"), "server/share/skin.pcx");
    EXPECT_EQ(pathBelow("../../../etc/skin.pcx"), "etc/skin.pcx");
    EXPECT_EQ(pathBelow("a/../../skin.pcx"), "skin.pcx");
    EXPECT_EQ(pathBelow("a/b/../skin.pcx"), "a/skin.pcx");
    EXPECT_EQ(pathBelow("./a//./skin.pcx"), "a/skin.pcx");
    EXPECT_EQ(pathBelow("a\\..\\..\\skin.pcx"), "skin.pcx");
    EXPECT_EQ(pathBelow(".../skin.pcx"), ".../skin.pcx");
    EXPECT_EQ(pathBelow(""), "");
    EXPECT_EQ(pathBelow(".."), "");
    EXPECT_EQ(pathBelow("C:/"), "");
}

TEST(PathFromModel, GoesUpOnlyWhereItMust) {
    EXPECT_EQ(pathFromModel(0, "a.png", "game/models/pear"), "a.png");
    EXPECT_EQ(pathFromModel(2, "models/pear/a.png", "game/models/pear"), "a.png");
    EXPECT_EQ(pathFromModel(2, "models/plum/a.png", "game/models/pear"), "../plum/a.png");
    EXPECT_EQ(pathFromModel(2, "skins/a.png", "/game/models/pear"), "../../skins/a.png");
    EXPECT_EQ(pathFromModel(3, "game/models/pear/a.png", "/game/models/pear"), "a.png");
    EXPECT_EQ(pathFromModel(2, "models/a.png", "pear"), "../../models/a.png");
    EXPECT_EQ(pathFromModel(1, "pearl/a.png", "pear"), "../pearl/a.png");
}

TEST(ImageNames, BeginWithTheExactOne) {
    EXPECT_EQ(imageNames("a/Skin.PCX"),
              (Names{"a/Skin.PCX", "a/Skin.png", "a/Skin.tga", "a/Skin.jpg", "a/Skin.jpeg", "a/Skin.bmp"}));
}

TEST(ImageNames, OfANameWithoutExtensionHaveOne) {
    EXPECT_EQ(imageNames("a.b/skin"), (Names{"a.b/skin.png", "a.b/skin.tga", "a.b/skin.jpg", "a.b/skin.jpeg",
                                             "a.b/skin.bmp", "a.b/skin.pcx"}));
    EXPECT_EQ(imageNames(""), Names());
}

TEST(ImageNames, OfAnyNameAreImages) {
    for (const char* name :
         {"skin.md2", "mr.smith", "/etc/passwd", "skin.pc", "a/.pcx", "skin.", "a.png/b"}) {
        for (const std::string& image : imageNames(name)) {
            EXPECT_TRUE(hasImageExtension(image)) << image;
        }
    }
    const Names names = imageNames("mr.smith");
    EXPECT_EQ(names.front(), "mr.png");
    EXPECT_EQ(names.back(), "mr.smith.pcx");
}

TEST(ImageNames, KnowImagesAndIcons) {
    EXPECT_TRUE(hasImageExtension("skin.JPEG"));
    EXPECT_FALSE(hasImageExtension("skin.gif"));
    EXPECT_FALSE(hasImageExtension("png"));
    EXPECT_FALSE(hasImageExtension(".png"));
    EXPECT_TRUE(isIcon("players/male/grunt_i.pcx"));
    EXPECT_TRUE(isIcon("GRUNT_I.PCX"));
    EXPECT_FALSE(isIcon("wifi.pcx"));
    EXPECT_FALSE(isIcon("i.pcx"));
}

TEST(ImageNames, AfterAModelAreItsOwn) {
    EXPECT_EQ(namesAfterModel("models\\tris.md2"),
              (Names{"tris.png", "tris.tga", "tris.jpg", "tris.jpeg", "tris.bmp", "tris.pcx"}));
    EXPECT_EQ(namesAfterModel("w_mr.smith.md2").front(), "w_mr.smith.png");
}

TEST(Folder, OfAPath) {
    EXPECT_EQ(folderOf("models/a/tris.md2"), "models/a");
    EXPECT_EQ(folderOf("C:\\models\\tris.md2"), "C:\\models");
    EXPECT_EQ(folderOf("a//tris.md2"), "a");
    EXPECT_EQ(folderOf("/tris.md2"), "/");
    EXPECT_EQ(folderOf("tris.md2"), "");
}

TEST(Folder, AboveEndsAtTheRoot) {
    EXPECT_EQ(folderAbove("/a/b", true), "/a");
    EXPECT_EQ(folderAbove("/a", true), "/");
    EXPECT_EQ(folderAbove("/", true), std::nullopt);
    EXPECT_EQ(folderAbove("C:\\a", true), "C:\\");
    EXPECT_EQ(folderAbove("C:\\", true), std::nullopt);
    EXPECT_EQ(folderAbove("C:", true), std::nullopt);
}

TEST(Folder, AboveTheStartIsOnlyInFileSystems) {
    EXPECT_EQ(folderAbove("a", true), "");
    EXPECT_EQ(folderAbove("", true), "..");
    EXPECT_EQ(folderAbove("..", true), "../..");
    EXPECT_EQ(folderAbove("./a", true), ".");
    EXPECT_EQ(folderAbove(".", true), "..");
    EXPECT_EQ(folderAbove("a", false), "");
    EXPECT_EQ(folderAbove("", false), std::nullopt);
    EXPECT_EQ(folderAbove("..", false), std::nullopt);
}

TEST(SkinPlaces, AreTheFolderThoseAboveAndTheNameAlone) {
    EXPECT_EQ(pathsOf("players/male/grunt.pcx", "/quake2/players/male", true),
              (Names{"/quake2/players/male/players/male/grunt.pcx", "/quake2/players/players/male/grunt.pcx",
                     "/quake2/players/male/grunt.pcx", "/players/male/grunt.pcx",
                     "/quake2/players/male/grunt.pcx"}));
}

TEST(SkinPlaces, OfABareNameAreNotDoubled) {
    EXPECT_EQ(pathsOf("grunt.pcx", "a/b", false), (Names{"a/b/grunt.pcx", "a/grunt.pcx", "grunt.pcx"}));
}

TEST(SkinPlaces, GoUpAtMostEightFolders) {
    EXPECT_EQ(pathsOf("x.pcx", "a/b/c/d/e/f/g/h/i/j/k", false).size(), 9U);
    EXPECT_EQ(pathsOf("x.pcx", "", true).back(), "../../../../../../../../x.pcx");
}

TEST(SkinPlaces, OfNoNameAreNone) {
    EXPECT_TRUE(skinPlaces("", "a", true).empty());
    EXPECT_TRUE(skinPlaces("../..", "a", true).empty());
    EXPECT_TRUE(skinPlaces("C:\\", "a", true).empty());
}

} // namespace
} // namespace assimp_md2
