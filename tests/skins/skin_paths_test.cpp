// SPDX-License-Identifier: BSD-3-Clause
// Where skins may be, by name alone.
#include "skins/skin_paths.h"

#include "base/paths.h"

#include <gtest/gtest.h>

namespace assimp_md2 {
namespace {

using Names = std::vector<std::string>;

/// The places as paths, in order.
Names pathsOf(std::string_view name, std::string_view folder) {
    Names paths;
    for (const SkinPlace& place : skinPlaces(name, foldersIn(folder))) {
        paths.push_back(joined(folderAbove(folder, place.foldersAbove), place.path));
    }
    return paths;
}

TEST(SkinName, HasSlashesAndIsUtf8) {
    EXPECT_EQ(normalisedSkinName("players\\male\\Gr\xFCn .pcx"), "players/male/Gr\xC3\xBCn .pcx");
}

TEST(ImageNames, BeginWithTheExactName) {
    EXPECT_EQ(imageNames("a/Skin.PCX"),
              (Names{"a/Skin.PCX", "a/Skin.png", "a/Skin.tga", "a/Skin.jpg", "a/Skin.jpeg", "a/Skin.bmp"}));
}

TEST(ImageNames, OfANameWithoutExtensionHaveOne) {
    EXPECT_EQ(imageNames("a.b/skin"), (Names{"a.b/skin.png", "a.b/skin.tga", "a.b/skin.jpg", "a.b/skin.jpeg",
                                             "a.b/skin.bmp", "a.b/skin.pcx"}));
    EXPECT_EQ(imageNames(""), Names());
}

TEST(ImageNames, AreImageFilesForAnyName) {
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

TEST(ImageNames, RecogniseImagesAndIcons) {
    EXPECT_TRUE(hasImageExtension("skin.JPEG"));
    EXPECT_FALSE(hasImageExtension("skin.gif"));
    EXPECT_FALSE(hasImageExtension("png"));
    EXPECT_FALSE(hasImageExtension(".png"));
    EXPECT_TRUE(isIcon("players/male/grunt_i.pcx"));
    EXPECT_TRUE(isIcon("GRUNT_I.PCX"));
    EXPECT_FALSE(isIcon("wifi.pcx"));
    EXPECT_FALSE(isIcon("i.pcx"));
}

TEST(ImageNames, OfAModelHaveItsStem) {
    EXPECT_EQ(namesAfterModel("models\\tris.md2"),
              (Names{"tris.png", "tris.tga", "tris.jpg", "tris.jpeg", "tris.bmp", "tris.pcx"}));
    EXPECT_EQ(namesAfterModel("w_mr.smith.md2").front(), "w_mr.smith.png");
}

TEST(SkinPlaces, BeginBelowTheGamesRoot) {
    EXPECT_EQ(
        pathsOf("players/male/grunt.pcx", "/quake2/baseq2/players/male"),
        (Names{"/quake2/baseq2/players/male/grunt.pcx", "/quake2/baseq2/players/male/players/male/grunt.pcx",
               "/quake2/baseq2/players/male/grunt.pcx"}));
    EXPECT_EQ(pathsOf("PLAYERS/Male/grunt.pcx", "baseq2/players/male").front(),
              "baseq2/PLAYERS/Male/grunt.pcx");
    EXPECT_EQ(pathsOf("players/other/x.pcx", "baseq2/players/male").front(), "baseq2/players/other/x.pcx");
    EXPECT_EQ(pathsOf("players/male/skins/x.pcx", "baseq2/players/male").front(),
              "baseq2/players/male/skins/x.pcx");
    EXPECT_EQ(pathsOf("models/x.pcx", "baseq2/models").front(), "baseq2/models/x.pcx");
    EXPECT_EQ(pathsOf("a/b/x.pcx", "http://host/a/b").front(), "http://host/a/b/x.pcx");
}

TEST(SkinPlaces, UseTheLongestAgreement) {
    EXPECT_EQ(pathsOf("a/a/b/x.pcx", "r/a/a/b").front(), "r/a/a/b/x.pcx");
    EXPECT_EQ(pathsOf("a/b/x.pcx", "a/b/a/b").front(), "a/b/a/b/x.pcx");
}

TEST(SkinPlaces, WithoutAgreementAreInTheModelsFolder) {
    EXPECT_EQ(pathsOf("textures/x.pcx", "baseq2/models/thing"),
              (Names{"baseq2/models/thing/textures/x.pcx", "baseq2/models/thing/x.pcx"}));
    EXPECT_EQ(pathsOf("models/x.pcx", "baseq2/models/thing"),
              (Names{"baseq2/models/thing/models/x.pcx", "baseq2/models/thing/x.pcx"}))
        << "the model is in a deeper folder than the name has";
    EXPECT_EQ(pathsOf("grunt.pcx", "a/b"), Names{"a/b/grunt.pcx"});
    EXPECT_EQ(pathsOf("x.pcx", ""), Names{"x.pcx"});
}

TEST(SkinPlaces, OfAnAbsoluteNameAreBelowNoRoot) {
    EXPECT_EQ(pathsOf("/home/me/private.png", "/home/me/models"),
              (Names{"/home/me/models/home/me/private.png", "/home/me/models/private.png"}));
    EXPECT_EQ(pathsOf("C:/quake2/skin.pcx", "C:/quake2"),
              (Names{"C:/quake2/quake2/skin.pcx", "C:/quake2/skin.pcx"}));
}

TEST(SkinPlaces, DoNotExistWithoutAName) {
    EXPECT_TRUE(pathsOf("", "a").empty());
    EXPECT_TRUE(pathsOf("../..", "a").empty());
    EXPECT_TRUE(pathsOf("C:\\", "a").empty());
}

} // namespace
} // namespace assimp_md2
