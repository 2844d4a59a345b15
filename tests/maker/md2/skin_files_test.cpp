// SPDX-License-Identifier: BSD-3-Clause
// Names of skins, and images that are there before an export.
#include "maker/md2/export_fixture.h"

#if !defined(_WIN32)
#include "support/child.h"
#endif

namespace assimp_md2::inner::test {
namespace {

class Md2SkinFiles : public Md2Export {
protected:
    /// Imports a model with its skins' images, which are as wide as 8, 16 … pixels.
    const aiScene* imported(const Strings& skins, const std::string& folder = "models/imp") {
        Md2Builder model = smallModel(1);
        model.skins.clear();
        unsigned int width = 0;
        for (const std::string& skin : skins) {
            model.skins.push_back("models/imp/" + skin + ".pcx");
            folder_.put(folder + "/" + skin + ".png", pngFile(rgbImage(width += 8, 8)));
        }
        folder_.put(folder + "/tris.md2", model.bytes());
        importer_ = makeImporter();
        return sceneOfFile(*importer_, folder_ / (folder + "/tris.md2"));
    }

    std::unique_ptr<Assimp::Importer> importer_;
};

#if !defined(_WIN32)
TEST_F(Md2SkinFiles, AFolderThatMayNotBeSearchedIsAnError) {
    const auto scene = movingSquare({});
    std::filesystem::permissions(folder_.path(), std::filesystem::perms::others_write);
    Assimp::DefaultIOSystem files;
    const std::string error = asOrdinaryUser(
        [&] { return exportMd2(folder_ / "square.md2", files, *scene, properties_).value_or(Error{}).text; });
    EXPECT_EQ(error, "the file " + folder_ / "square.png cannot be written: Permission denied");
    std::filesystem::permissions(folder_.path(), std::filesystem::perms::owner_all);
}
#endif

TEST_F(Md2SkinFiles, AnAtlasDoesNotReplaceATexture) {
    const auto scene = squaresWithTextures({"Knight.png", "sword.png"});
    folder_.put("players/knight/Knight.png", pngFile(rgbImage(16, 8)));
    folder_.put("players/knight/sword.png", pngFile(rgbImage(16, 9)));
    const Bytes before = file("players/knight/Knight.png");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/knight_skin.pcx"});
        EXPECT_EQ(file("players/knight/Knight.png"), before);
        EXPECT_EQ(filesBesideModel(), (Strings{"Knight.png", "knight_skin.png", "sword.png", "tris.md2"}));
    }
}

/// The game would show the skin of one model on both.
TEST_F(Md2SkinFiles, AnAtlasDoesNotGetTheNameOfAnImportedSkin) {
    Md2Builder model = smallModel(1);
    for (const char* const name : {"red", "mace"}) {
        model.skins = {std::string(name) + ".pcx"};
        folder_.put("models/imp/" + std::string(name) + ".md2", model.bytes());
        folder_.put("models/imp/" + std::string(name) + ".pcx", encodePcx(paletteImage(64, 32, 200)));
    }
    importer_ = makeImporter({{ASSIMP_MD2_CONFIG_WEAPON, "mace.md2"}});
    const aiScene* const scene = sceneOfFile(*importer_, folder_ / "models/imp/red.md2");
    ASSERT_EQ(exportScene(*scene, "players/knight/red.md2"), "");
    EXPECT_EQ(skinsOf(file("players/knight/red.md2")), Strings{"players/knight/red_skin.pcx"});
    EXPECT_EQ(filesBesideModel(), (Strings{"red.md2", "red_skin.png"}));
}

TEST_F(Md2SkinFiles, APaletteDoesNotReplaceATexture) {
    usePalette();
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "skin.pcx");
    const Bytes source = encodePcx(paletteImage(16, 8, 200));
    folder_.put("players/knight/skin.pcx", source);
    EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/skin_skin.pcx"});
    EXPECT_EQ(file("players/knight/skin.pcx"), source);
    EXPECT_TRUE(exists("players/knight/skin_skin.pcx"));
}

TEST_F(Md2SkinFiles, ATextureThatTheSkinDoesNotShowIsNotReplaced) {
    const Bytes normals = pngFile(rgbImage(32, 16));
    folder_.put("barrel.png", normals);
    auto scene = movingSquare({});
    const aiString path(std::string("barrel.png"));
    scene->mMaterials[0]->AddProperty(&path, AI_MATKEY_TEXTURE_NORMALS(0));
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(exportScene(*scene, "barrel.md2"), "");
        EXPECT_EQ(skinsOf(file("barrel.md2")), Strings{"barrel_skin.pcx"});
        EXPECT_EQ(file("barrel.png"), normals);
    }
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, true);
    EXPECT_EQ(exportScene(*scene, "barrel.md2"), "");
    EXPECT_EQ(file("barrel.png"), normals);
}

TEST_F(Md2SkinFiles, ThePaletteIsNotReplaced) {
    const Bytes palette = encodePcx(paletteImage(16, 16, 256));
    folder_.put("players/knight/knight.pcx", palette);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "players/knight/knight.pcx");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(skinsOf(written(*movingSquare({}))), Strings{"players/knight/knight_skin.pcx"});
        EXPECT_EQ(file("players/knight/knight.pcx"), palette);
    }
}

TEST_F(Md2SkinFiles, TheModelIsNotItsOwnSkin) {
    EXPECT_EQ(exportScene(*movingSquare({}), "skin.png"), "");
    EXPECT_EQ(skinsOf(file("skin.png")), Strings{"skin_skin.pcx"});
    EXPECT_TRUE(exists("skin_skin.png"));
}

TEST_F(Md2SkinFiles, TheSkinPathOfAnImportedModelIsThatOfItsFiles) {
    const aiScene* const scene = imported({"grunt", "chief"});
    const struct {
        const char* path;
        Strings skins;
        Strings files;
    } cases[] = {
        {"players/knight/red.pcx",
         {"players/knight/red.pcx", "models/imp/chief.pcx"},
         {"chief.png", "red.png"}},
        {"players/imp", {"players/imp/grunt.pcx", "players/imp/chief.pcx"}, {"chief.png", "grunt.png"}},
        {"players/knight/r\u00e9.pcx",
         {"players/knight/r\xe9.pcx", "models/imp/chief.pcx"},
         {"chief.png", "r\u00e9.png"}},
        // Two skins never share a file.
        {"players/knight/chief.pcx", {"players/knight/chief.pcx", "models/imp/chief.pcx"}, {"chief.png"}},
    };
    for (auto [path, skins, files] : cases) {
        std::filesystem::remove_all(folder_.path() / "players");
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, path);
        EXPECT_EQ(skinsOf(written(*scene)), skins);
        files.emplace_back("tris.md2");
        EXPECT_EQ(filesBesideModel(), files);
    }
    EXPECT_EQ(imageSize(slice(file("players/knight/chief.png"))), (ImageSize{8, 8}));
}

TEST_F(Md2SkinFiles, TheSkinPathNamesTheSkinOfAnImportedModelWithoutSkinNames) {
    folder_.put("models/imp/tris.png", pngFile(rgbImage(8, 8)));
    const aiScene* const scene = imported({});
    const struct {
        const char* path;
        Strings skins;
        Strings files;
    } cases[] = {
        {"", {}, {"tris.md2", "tris.png"}},
        {"players/imp", {"players/imp/tris.pcx"}, {"tris.md2", "tris.png"}},
        {"players/knight/red.pcx", {"players/knight/red.pcx"}, {"red.png", "tris.md2"}},
    };
    for (const auto& [path, skins, files] : cases) {
        std::filesystem::remove_all(folder_.path() / "players");
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, path);
        EXPECT_EQ(skinsOf(written(*scene)), skins);
        EXPECT_EQ(filesBesideModel(), files);
    }
}

TEST_F(Md2SkinFiles, TheSkinPathNamesTheSkinOfAnImportedModelWithoutImages) {
    const aiScene* const scene = imported({});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, "players/knight/red.pcx");
    EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/red.pcx"});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, "players/imp");
    EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/imp/knight.pcx"});
    EXPECT_EQ(filesBesideModel(), Strings{"tris.md2"});
}

TEST_F(Md2SkinFiles, AnExportBesideItsSourceKeepsEveryImage) {
    const std::vector<std::pair<std::string, Bytes>> images = {
        {"grunt.pcx", encodePcx(paletteImage(16, 8, 200))},
        {"grunt.png", pngFile(rgbImage(64, 32))},
        {"grunt.tga", tgaFile(rgbImage(32, 16))},
        {"grunt.jpg", jpegHeader({32, 16})},
    };
    folder_.put("colormap.pcx", encodePcx(paletteImage(16, 16, 256)));
    Md2Builder model = smallModel(1);
    model.skins = {"players/knight/grunt.pcx"};
    // Each set of the images, with and without a palette.
    for (unsigned int choice = 0; choice < 32; ++choice) {
        SCOPED_TRACE(choice);
        std::filesystem::remove_all(folder_.path() / "players");
        folder_.put("players/knight/tris.md2", model.bytes());
        for (unsigned int i = 0; i < 4; ++i) {
            if ((choice >> i & 1) != 0) {
                folder_.put("players/knight/" + images[i].first, images[i].second);
            }
        }
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE,
                                      choice >= 16 ? folder_ / "colormap.pcx" : "");
        for (const char* const textures : {"auto", "reference", "embed"}) {
            properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, choice % 2 == 1);
            const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_TEXTURES, textures}});
            const aiScene* const scene = sceneOfFile(*importer, folder_ / "players/knight/tris.md2");
            EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/grunt.pcx"});
            for (unsigned int i = 0; i < 4; ++i) {
                if ((choice >> i & 1) != 0) {
                    EXPECT_EQ(file("players/knight/" + images[i].first), images[i].second)
                        << textures << ": " << images[i].first;
                }
            }
        }
    }
}

TEST_F(Md2SkinFiles, TheSkinOfARelativePathIsBelowTheGameRoot) {
    const auto scene = movingSquare({});
    std::filesystem::create_directories(folder_.path() / "baseq2/players/knight");
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path() / "baseq2/players/knight");
    Assimp::Exporter exporter;
    registerMd2Exporter(exporter);
    EXPECT_EQ(exporter.Export(scene.get(), "md2", "tris.md2"), aiReturn_SUCCESS);
    std::filesystem::current_path(before);
    EXPECT_EQ(decodeNaively(file("baseq2/players/knight/tris.md2"))->skins,
              Strings{"players/knight/knight.pcx"});
    EXPECT_TRUE(exists("baseq2/players/knight/knight.png"));
}

TEST_F(Md2SkinFiles, TheSkinPathIsAProperty) {
    const auto scene = movingSquare({});
    const auto skin = [&](const char* path) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, path);
        return skinsOf(written(*scene)).at(0);
    };
    EXPECT_EQ(skin("models/items"), "models/items/knight.pcx");
    EXPECT_EQ(skin("models\\items\\red.pcx"), "models/items/red.pcx");
    EXPECT_EQ(skin("../red.PCX"), "red.PCX");
    EXPECT_EQ(skin(std::string(80, 'x').c_str()), "knight.pcx");
    EXPECT_EQ(skin(("a" + std::string(80, 'x') + ".pcx").c_str()), "a" + std::string(58, 'x') + ".pcx");
}

TEST_F(Md2SkinFiles, ASkinPathThatIsNoneIsAnError) {
    for (const char* const path :
         {"players/x/skin.png", "C:\\quake2\\players", "/abs/path", "skin.TGA", "players/../../x",
          "players\\..\\x", "players/x/.pcx", ".PCX", "~/.yq2/baseq2", " players/x"}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, path);
        EXPECT_NE(exportScene(*movingSquare({})).find("expected a folder below the game root"),
                  std::string::npos)
            << path;
    }
}

TEST(SkinFolder, BeginsBelowTheGameRoot) {
    EXPECT_EQ(skinFolderOf("/games/quake2/baseq2/players/knight/tris.md2"), "players/knight");
    EXPECT_EQ(skinFolderOf("baseq2/models/a/models/b/tris.md2"), "models/a/models/b");
    EXPECT_EQ(skinFolderOf("/home/me/models/baseq2/tris.md2"), "");
    EXPECT_EQ(skinFolderOf("/home/me/players/knight/tris.md2"), "players/knight");
    EXPECT_EQ(skinFolderOf("/games/quake2/rogue/players/knight/tris.md2"), "players/knight");
    EXPECT_EQ(skinFolderOf("/games/quake2/baseq2/players/rogue/tris.md2"), "players/rogue");
    EXPECT_EQ(skinFolderOf("models/ctf/flag.md2"), "models/ctf");
    EXPECT_EQ(skinFolderOf("/home/me/knight.md2"), "");
    EXPECT_EQ(skinFolderOf("knight.md2"), "");
}

/// What the output folder contains before an export, and what the export does.
struct ExistingImage {
    const char* claim;
    Bytes bytes;
    bool overwrites;
    bool isKept;
    const char* summary;
};

TEST_F(Md2SkinFiles, AnImageThatDiffersIsKeptUnlessItMayBeReplaced) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "art");
    const auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "sub/red.png");
    const Bytes skin = pngFile(rgbImage(16, 8));
    folder_.put("art/sub/red.png", skin);
    Bytes painted = skin;
    painted[painted.size() - 20] ^= 1;
    const ExistingImage cases[] = {
        {"equal bytes", skin, false, true, "skins red.png\n"},
        {"equal bytes may be replaced", skin, true, true, "skins red.png\n"},
        {"a painted image", painted, false, true, "skins red.png (old image)\n"},
        {"an image of another size", pngFile(rgbImage(4, 4)), false, true, "skins red.png (old image)\n"},
        {"no image", {'t', 'e', 'x', 't'}, false, true, "skins red.png (old image)\n"},
        {"a painted image may be replaced", painted, true, false, "skins red.png\n"},
    };
    for (const ExistingImage& existing : cases) {
        SCOPED_TRACE(existing.claim);
        folder_.put("players/knight/red.png", existing.bytes);
        properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, existing.overwrites);
        const std::string summary =
            summaryOf([&] { EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/red.pcx"}); });
        EXPECT_EQ(file("players/knight/red.png"), existing.isKept ? existing.bytes : skin);
        EXPECT_NE(summary.find(existing.summary), std::string::npos) << summary;
        EXPECT_EQ(filesBesideModel(), (Strings{"red.png", "tris.md2"}));
    }
}

TEST_F(Md2SkinFiles, AnImageThatIsKeptIsAWarningThatNamesItAndTheProperty) {
    const auto scene = movingSquare({});
    written(*scene);
    const WarningLog log;
    written(*scene);
    EXPECT_EQ(log.lines(), Strings{});
    folder_.put("players/knight/knight.png", pngFile(rgbImage(64, 32)));
    const Bytes model = written(*scene);
    EXPECT_EQ(log.lines(), Strings{"MD2: skins: existing images that differ are kept "
                                   "(EXPORT_MD2_OVERWRITE=true replaces them) (1): knight.png"});
}

TEST_F(Md2SkinFiles, TheNameOfASkinBeginsWithThatOfItsModel) {
    auto scene = movingSquare({});
    folder_.put("red.png", pngFile(rgbImage(12, 6)));
    folder_.put("knight_red.png", pngFile(rgbImage(12, 6)));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "");
    for (const auto& [texture, model, skin] :
         {std::array{"red.png", "out/knight.md2", "knight_red.pcx"},
          std::array{"Knight_red.png", "out/knight.md2", "knight_red.pcx"},
          std::array{"knight_red.png", "out/k.md2", "k_knight_red.pcx"},
          std::array{"red.png", "out/My Knight.md2", "my_knight_red.pcx"},
          std::array{"red.png", "out/tris.md2", "red.pcx"}}) {
        folder_.put(texture, pngFile(rgbImage(12, 6)));
        addTexture(*scene->mMaterials[0], texture);
        EXPECT_EQ(exportScene(*scene, model), "");
        EXPECT_EQ(skinsOf(file(model)), Strings{skin}) << model;
    }
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, "a/b.pcx");
    EXPECT_EQ(exportScene(*scene, "out/knight.md2"), "");
    EXPECT_EQ(skinsOf(file("out/knight.md2")), Strings{"a/b.pcx"});
}

TEST_F(Md2SkinFiles, ModelsOfOneRunNeverShareANameWithDifferentImages) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "art");
    const auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "red.png");
    Assimp::DefaultIOSystem files;
    for (const bool overwrites : {false, true}) {
        properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, overwrites);
        for (const auto& [model, side] : {std::pair("a", 8U), {"b", 16U}}) {
            folder_.put("art/red.png", pngFile(rgbImage(side, 8)));
            const std::string path = folder_ / model + ".md2";
            const ExportSettings settings = *readExportSettings(properties_);
            Warnings warnings;
            const auto made = makeMd2({*scene, path, files, settings, model, warnings});
            ASSERT_TRUE(made);
            // GCC 16 takes a list within the expression for dangling.
            const std::vector<MadeFile> models{{path, made->model}};
            ASSERT_FALSE(writeFiles(files, newSkins(folder_.path().string(), made->skins)));
            ASSERT_FALSE(writeFiles(files, models));
        }
        EXPECT_EQ(skinsOf(file("a.md2")), Strings{"a_red.pcx"});
        EXPECT_EQ(skinsOf(file("b.md2")), Strings{"b_red.pcx"});
        EXPECT_EQ(imageSize(slice(file("a_red.png"))), (ImageSize{8, 8}));
        EXPECT_EQ(imageSize(slice(file("b_red.png"))), (ImageSize{16, 8}));
    }
}

#if !defined(_WIN32)
TEST_F(Md2SkinFiles, ASkinWithTheNameOfAPipeFolderOrDeadLinkGetsAnotherName) {
    const std::filesystem::path taken = folder_ / "players/knight/knight.png";
    std::filesystem::create_directories(taken);
    std::filesystem::create_symlink("nowhere", folder_ / "players/knight/knight_skin.png");
    for (const bool overwrites : {false, true}) {
        properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, overwrites);
        const WarningLog log;
        EXPECT_EQ(skinsOf(written(*movingSquare({}))), Strings{"players/knight/knight_skin2.pcx"});
        EXPECT_TRUE(exists("players/knight/knight_skin2.png"));
        EXPECT_TRUE(hasOneLineWith(log, "other files have the names of skins"));
    }
    std::filesystem::remove(taken);
    ASSERT_EQ(mkfifo(taken.c_str(), 0600), 0);
    EXPECT_EQ(skinsOf(written(*movingSquare({}))), Strings{"players/knight/knight_skin2.pcx"});
    EXPECT_TRUE(std::filesystem::is_fifo(taken));
}
#endif

} // namespace
} // namespace assimp_md2::inner::test
