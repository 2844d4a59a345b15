// SPDX-License-Identifier: BSD-3-Clause
// Where skins may be, by name alone.
#include "importer/skins/skin_paths.h"

#include "importer/base/paths.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

using Names = std::vector<std::string>;

/// The places as paths, in order.
Names pathsOf(std::string_view name, std::string_view folder) {
    Names paths;
    for (const SkinLocation& place : skinLocations(name, foldersIn(folder))) {
        paths.push_back(joined(folderAbove(folder, place.foldersAbove), place.path));
    }
    return paths;
}

std::string textOf(const Names& paths) {
    std::string text;
    for (const std::string& path : paths) {
        text += (text.empty() ? "" : " ") + path;
    }
    return text;
}

TEST(SkinName, HasSlashesAndIsUtf8) {
    EXPECT_EQ(normalisedSkinName("players\\male\\Gr\xFCn .pcx"), "players/male/Gr\xC3\xBCn .pcx");
}

TEST(ImageNames, BeginWithTheExactNameOrTheReplacementsOfAPcx) {
    EXPECT_EQ(imageNames("a/Skin.TGA"),
              (Names{"a/Skin.TGA", "a/Skin.png", "a/Skin.jpg", "a/Skin.jpeg", "a/Skin.bmp", "a/Skin.pcx"}));
    EXPECT_EQ(imageNames("a/Skin.PCX"),
              (Names{"a/Skin.png", "a/Skin.jpg", "a/Skin.tga", "a/Skin.PCX", "a/Skin.jpeg", "a/Skin.bmp"}));
}

TEST(ImageNames, OfANameWithoutExtensionHaveOne) {
    EXPECT_EQ(imageNames("a.b/skin"), (Names{"a.b/skin.png", "a.b/skin.jpg", "a.b/skin.tga", "a.b/skin.jpeg",
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
    for (const char* name : {"a_i.pcx", "a_norm.png", "a_NM.png", "a_gloss.jpg", "a_luma.tga", "a_glow.png",
                             "a_spec.png", "masks.jpg", "Icon0.png"}) {
        EXPECT_TRUE(isCompanion(name)) << name;
    }
    for (const char* name : {"norm.png", "mask.png", "specs.png", "icons.png", "icon.png"}) {
        EXPECT_FALSE(isCompanion(name)) << name;
    }
}

TEST(SkinPlaces, AreBelowTheNearestPlayersOrModels) {
    const struct {
        const char* name;
        const char* folder;
        const char* paths; ///< between spaces
    } cases[] = {
        {"players/male/grunt.pcx", "/quake2/baseq2/players/male",
         "/quake2/baseq2/players/male/grunt.pcx /quake2/baseq2/players/male/players/male/grunt.pcx "
         "/quake2/baseq2/players/male/grunt.pcx"},
        {"players/other/x.pcx", "baseq2/players/male",
         "baseq2/players/other/x.pcx baseq2/players/male/players/other/x.pcx baseq2/players/male/x.pcx"},
        {"PLAYERS/Male/x.pcx", "baseq2/players/male",
         "baseq2/players/Male/x.pcx baseq2/players/male/PLAYERS/Male/x.pcx baseq2/players/male/x.pcx"},
        {"models/x.pcx", "baseq2/players/male",
         "baseq2/models/x.pcx baseq2/players/male/models/x.pcx baseq2/players/male/x.pcx"},
        {"players/x.pcx", "baseq2/models/a",
         "baseq2/players/x.pcx baseq2/models/a/players/x.pcx baseq2/models/a/x.pcx"},
        {"models/objects/grenade/skin.pcx", "q/models/items/ammo/grenades/launch",
         "q/models/objects/grenade/skin.pcx "
         "q/models/items/ammo/grenades/launch/models/objects/grenade/skin.pcx "
         "q/models/items/ammo/grenades/launch/skin.pcx"},
        {"models/monsters/tank/../ctank/skin.pcx", "models/monsters/tank",
         "models/monsters/ctank/skin.pcx models/monsters/tank/models/monsters/ctank/skin.pcx "
         "models/monsters/tank/skin.pcx"},
        {"models/x.pcx", "q/models/players/a",
         "q/models/models/x.pcx q/models/players/a/models/x.pcx q/models/players/a/x.pcx"},
        {"players/x.pcx", "http://host/models",
         "http://host/players/x.pcx http://host/models/players/x.pcx http://host/models/x.pcx"},
    };
    for (const auto& [name, folder, paths] : cases) {
        EXPECT_EQ(textOf(pathsOf(name, folder)), paths) << name << " in " << folder;
    }
}

TEST(SkinPlaces, OfOtherNamesAreInTheModelsFolder) {
    const struct {
        const char* name;
        const char* folder;
        const char* paths; ///< between spaces
    } cases[] = {
        {"alice/Pictures/2026/private.png", "/home/alice/Downloads/x",
         "/home/alice/Downloads/x/alice/Pictures/2026/private.png /home/alice/Downloads/x/private.png"},
        {"textures/x.pcx", "baseq2/models/thing",
         "baseq2/models/thing/textures/x.pcx baseq2/models/thing/x.pcx"},
        {"models/x.pcx", "baseq2/thing", "baseq2/thing/models/x.pcx baseq2/thing/x.pcx"},
        {"a/b/x.pcx", "r/a/b", "r/a/b/a/b/x.pcx r/a/b/x.pcx"},
        {"models", "baseq2/models", "baseq2/models/models"},
        {"grunt.pcx", "a/b", "a/b/grunt.pcx"},
        {"x.pcx", "", "x.pcx"},
        {".rocket", "a/models/b", "a/models/b/rocket"},
        {".../x.png", "a/models/b", "a/models/b/x.png"},
        {"...", "a/models/b", ""},
    };
    for (const auto& [name, folder, paths] : cases) {
        EXPECT_EQ(textOf(pathsOf(name, folder)), paths) << name << " in " << folder;
    }
}

TEST(SkinPlaces, OfAnAbsoluteNameAreBelowNoRoot) {
    EXPECT_EQ(pathsOf("/models/private.png", "/home/models"),
              (Names{"/home/models/models/private.png", "/home/models/private.png"}));
    EXPECT_EQ(pathsOf("C:/quake2/skin.pcx", "C:/quake2"),
              (Names{"C:/quake2/quake2/skin.pcx", "C:/quake2/skin.pcx"}));
}

TEST(SkinPlaces, DoNotExistWithoutAName) {
    EXPECT_TRUE(pathsOf("", "a").empty());
    EXPECT_TRUE(pathsOf("../..", "a").empty());
    EXPECT_TRUE(pathsOf("C:\\", "a").empty());
}

} // namespace
} // namespace assimp_md2::inner
