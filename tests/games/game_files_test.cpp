// SPDX-License-Identifier: BSD-3-Clause
// Imports from the archives of a game: models, skins, weapons, errors and limits.
#include "assimp-md2/game_files.h"

#include "assimp-md2/properties.h"
#include "games/game_files.h"
#include "importer/image/png.h"
#include "support/archives.h"
#include "support/expect.h"
#include "support/images.h"
#include "support/import.h"
#include "support/pcx_builder.h"
#include "support/sample.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/IOStream.hpp>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <functional>

namespace assimp_md2::inner::test {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* kModel = "players/imp/tris.md2";

/// The sample as the game has it: a model, its skins, and its weapon with a skin.
std::vector<PackedFile> sampleGame() {
    std::vector<PackedFile> files{{kModel, sampleModel().bytes()}};
    for (const SampleFile& file : filesBesideSampleModel()) {
        files.push_back({"players/imp/" + file.name, file.bytes});
    }
    return files;
}

Bytes png() {
    return encodePng(rgbImage(8, 4)).value();
}

Bytes pcx() {
    return PcxBuilder().build(paletteImage(8, 4));
}

/// A hash of what in a scene depends on the files: positions, images, names.
std::size_t summaryOf(const aiScene& scene) {
    std::string summary;
    const auto add = [&](const void* bytes, std::size_t size) {
        summary.append(static_cast<const char*>(bytes), size);
    };
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        summary += mesh.mName.C_Str();
        add(mesh.mVertices, mesh.mNumVertices * sizeof(aiVector3D));
        for (unsigned int k = 0; k < mesh.mNumAnimMeshes; ++k) {
            add(mesh.mAnimMeshes[k]->mVertices, mesh.mNumVertices * sizeof(aiVector3D));
        }
    }
    for (unsigned int i = 0; i < scene.mNumTextures; ++i) {
        add(scene.mTextures[i]->pcData, scene.mTextures[i]->mWidth);
    }
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        summary += textureOf(scene, i) + "\n";
    }
    return std::hash<std::string>()(summary);
}

class GameImport : public testing::Test {
protected:
    void putPak(const std::string& name, const std::vector<PackedFile>& files) {
        folder_.put("game/" + name, pakArchive(files));
    }
    void putZip(const std::string& name, const std::vector<PackedFile>& files) {
        folder_.put("game/" + name, zipArchive(files));
    }
    void putLoose(const std::vector<PackedFile>& files) {
        for (const PackedFile& file : files) {
            folder_.put("game/" + file.name, file.bytes);
        }
    }
    const aiScene* import(const std::string& path = kModel) {
        importer_->SetIOHandler(new GameFiles({folder_ / "game"}));
        return soundSceneOfFile(*importer_, path);
    }
    std::string error() const { return importer_->GetErrorString(); }

    TemporaryFolder folder_;
    std::unique_ptr<Assimp::Importer> importer_ = makeImporter();
};

TEST_F(GameImport, GivesTheSameSceneFromPakZipAndLooseFilesAndOutsideAGame) {
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
    putLoose(sampleGame());
    const aiScene* const scene = sceneOfFile(*importer_, folder_ / "game/" + kModel);
    EXPECT_EQ(scene->mNumMeshes, 2u);
    EXPECT_EQ(scene->mNumTextures, 3u);
    EXPECT_EQ(scene->mNumAnimations, 8u);
    const std::size_t outside = summaryOf(*scene);
    EXPECT_EQ(summaryOf(*import()), outside);
    for (const bool isPak : {true, false}) {
        // A new importer closes the archive, which Windows otherwise keeps.
        importer_ = makeImporter({{ASSIMP_MD2_CONFIG_WEAPON, "auto"}});
        std::filesystem::remove_all(folder_.path() / "game");
        if (isPak) {
            putPak("pak0.pak", sampleGame());
        } else {
            putZip("pak0.pk3", sampleGame());
        }
        EXPECT_EQ(summaryOf(*import("Players\\imp/tris.md2")), outside);
    }
}

TEST_F(GameImport, TakesSkinsOfTheSourceThatWins) {
    putPak("pak0.pak",
           {{"models/a/tris.md2", modelWithSkins({"models/a/skin.pcx"})}, {"models/a/skin.pcx", {}}});
    putZip("pak1.pkz", {{"MODELS/A/Skin.pcx", pcx()}});
    putLoose({{"models/a/skin.pcx", {}}});
    const aiScene* const scene = import("models/a/tris.md2");
    EXPECT_EQ(scene->mNumTextures, 1u);
}

TEST_F(GameImport, LooksForEverySkinBelowTheGameRoot) {
    putPak("pak0.pak", {{"models/a/b/c/tris.md2", modelWithSkins({"other/folder/skin.pcx", "x/one.pcx"})},
                        {"other/folder/skin.png", png()},
                        {"models/a/b/c/one.tga", pcx()}});
    const aiScene* const scene = import("models/a/b/c/tris.md2");
    ASSERT_EQ(scene->mNumTextures, 2u);
    EXPECT_EQ(scene->mTextures[0]->mFilename, aiString("../../../../other/folder/skin.png"));
    EXPECT_EQ(scene->mTextures[1]->mFilename, aiString("one.tga"));
}

TEST_F(GameImport, ReferencesImagesOnlyWhenItIsAskedFor) {
    putPak("pak0.pak",
           {{"models/a/tris.md2", modelWithSkins({"models/a/skin.png"})}, {"models/a/skin.png", png()}});
    const aiScene* scene = import("models/a/tris.md2");
    EXPECT_EQ(scene->mNumTextures, 1u) << "no other program can open a file in an archive";
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "reference");
    scene = import("models/a/tris.md2");
    EXPECT_EQ(scene->mNumTextures, 0u);
    EXPECT_EQ(textureOf(*scene), "skin.png");
}

TEST_F(GameImport, FindsManySkinsWithoutALimitOfCalls) {
    Lines names;
    std::vector<PackedFile> files;
    for (int i = 0; i < 200; ++i) {
        names.push_back("models/a/" + std::to_string(i) + ".pcx");
        files.push_back({"models/a/" + std::to_string(i) + ".BMP", i == 199 ? png() : pcx()});
    }
    files.push_back({"models/a/tris.md2", modelWithSkins(names)});
    putPak("pak0.pak", files);
    const WarningLog log;
    const aiScene* const scene = import("models/a/tris.md2");
    EXPECT_EQ(scene->mNumTextures, 200u);
    EXPECT_EQ(log.lines(), Lines());
}

TEST_F(GameImport, OfADamagedFileSaysWhatIsWrong) {
    PackedFile wrongCrc{"wrong.md2", smallModel().bytes()};
    wrongCrc.crc = 1;
    putZip("a.pkz", {wrongCrc, {"empty.md2", {}}});
    for (const auto& [model, reason] :
         {std::pair("wrong.md2", "a.pkz: its CRC differs from the one in the archive"),
          {"empty.md2", "the file has 0"},
          {"missing.md2", "Unable to open file \"missing.md2\""}}) {
        EXPECT_THROW(import(model), std::runtime_error);
        EXPECT_TRUE(contains(error(), reason));
    }
}

TEST_F(GameImport, OfASkinThatCannotBeReadWarns) {
    PackedFile encrypted{"a/skin.pcx", pcx()};
    encrypted.flags = 1;
    putZip("a.pkz", {{"a/tris.md2", modelWithSkins({"a/skin.pcx"})}, encrypted});
    const WarningLog log;
    EXPECT_EQ(textureOf(*import("a/tris.md2")), "skin.pcx");
    EXPECT_TRUE(contains(log.text(), "not embedded"));
    EXPECT_TRUE(contains(log.text(), "it is encrypted"));
    putLoose({{"a/skin.png", png()}});
    const aiScene* const scene = import("a/tris.md2");
    EXPECT_EQ(scene->mNumTextures, 1u) << "an image that can be read comes first";
}

TEST_F(GameImport, OfAWeaponThatCannotBeReadSaysWhy) {
    PackedFile encrypted{"a/weapon.md2", smallModel().bytes()};
    encrypted.flags = 1;
    putZip("a.pkz", {{"a/tris.md2", smallModel().bytes()}, encrypted});
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
    const WarningLog log;
    import("a/tris.md2");
    EXPECT_TRUE(contains(log.text(), "a.pkz: it is encrypted"));
    EXPECT_TRUE(contains(log.text(), "weapon.md2 is left out"));
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "weapon.md2");
    EXPECT_THROW(import("a/tris.md2"), std::runtime_error);
    EXPECT_TRUE(contains(error(), "a.pkz: it is encrypted"));
}

TEST_F(GameImport, ReadsNothingOutsideTheGame) {
    folder_.put("outside.md2", smallModel().bytes());
    folder_.put("outside.pcx", pcx());
    putPak("pak0.pak", {{"tris.md2", modelWithSkins({"../outside.pcx", folder_ / "outside.pcx"})}});
    for (const std::string& path :
         {std::string("../outside.md2"), folder_ / "outside.md2", std::string("a/../../outside.md2")}) {
        EXPECT_THROW(import(path), std::runtime_error) << path;
    }
    const aiScene* const scene = import("tris.md2");
    EXPECT_EQ(scene->mNumTextures, 0u);
}

TEST_F(GameImport, LogsProblems) {
    folder_.put("game/pak0.pak", {1, 2, 3});
    const WarningLog log;
    const GameFiles files({folder_ / "game"});
    ASSERT_EQ(files.problems().size(), 1u);
    EXPECT_TRUE(hasOneLineWith(log, "MD2: " + files.problems()[0]));
}

TEST_F(GameImport, FilesAreReadOnly) {
    putPak("pak0.pak", {{"a", {1, 2, 3}}});
    GameFiles files({folder_ / "game"});
    for (const char* const mode : {"wb", "ab", "r+", "w"}) {
        EXPECT_EQ(files.Open("a", mode), nullptr) << mode;
    }
    EXPECT_FALSE(files.DeleteFile("a"));
    EXPECT_FALSE(files.CreateDirectory(folder_ / "new"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
    EXPECT_TRUE(files.ComparePaths("./A", "a"));
    EXPECT_FALSE(files.ComparePaths("/a", "/a"));
    EXPECT_FALSE(files.ComparePaths(nullptr, "a"));
    EXPECT_FALSE(files.ComparePaths("a", nullptr));
    EXPECT_EQ(files.list("?"), Lines{"a"});
    EXPECT_EQ(files.list(), Lines{"a"});
}

TEST_F(GameImport, StreamsCanSeek) {
    putPak("pak0.pak", {{"pak", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}});
    putZip("pak0.pkz", {{"zip", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}});
    GameFiles files({folder_ / "game"});
    for (const char* const name : {"pak", "zip"}) {
        Assimp::IOStream* const stream = files.Open(name);
        ASSERT_NE(stream, nullptr) << name;
        std::uint8_t bytes[20] = {};
        EXPECT_EQ(stream->FileSize(), 10u);
        EXPECT_EQ(stream->Read(bytes, 3, 2), 2u);
        EXPECT_EQ(stream->Tell(), 6u);
        EXPECT_EQ(stream->Read(bytes, 3, 2), 1u) << "only whole items count";
        EXPECT_EQ(stream->Tell(), 9u);
        EXPECT_EQ(bytes[0], 6);
        EXPECT_EQ(stream->Seek(static_cast<std::size_t>(-4), aiOrigin_CUR), aiReturn_SUCCESS);
        EXPECT_EQ(stream->Tell(), 5u);
        EXPECT_EQ(stream->Seek(static_cast<std::size_t>(-1), aiOrigin_END), aiReturn_SUCCESS);
        EXPECT_EQ(stream->Read(bytes, 1, 20), 1u);
        EXPECT_EQ(bytes[0], 9);
        EXPECT_EQ(stream->Seek(11, aiOrigin_SET), aiReturn_FAILURE);
        EXPECT_EQ(stream->Seek(static_cast<std::size_t>(-11), aiOrigin_CUR), aiReturn_FAILURE);
        EXPECT_EQ(stream->Seek(2, aiOrigin_SET), aiReturn_SUCCESS);
        EXPECT_EQ(stream->Read(bytes, SIZE_MAX, 2), 0u);
        EXPECT_EQ(stream->Read(bytes, 0, 2), 0u);
        EXPECT_EQ(stream->Write(bytes, 1, 1), 0u);
        EXPECT_EQ(stream->Read(bytes, 1, 1), 1u);
        EXPECT_EQ(bytes[0], 2);
        files.Close(stream);
    }
}

TEST_F(GameImport, KeepsTheDirectoriesThatAssimpPushes) {
    GameFiles game({folder_ / "game"});
    game.PushDirectory("models/thing");
    EXPECT_EQ(game.CurrentDirectory(), "models/thing");
    game.PopDirectory();
    EXPECT_NE(gameOf(game), nullptr);
}

TEST_F(GameImport, ThenTheFileSystemServesOtherFiles) {
    putPak("pak0.pak", sampleGame());
    folder_.put("loose/tris.md2", modelWithSkins({"skin.pcx", "blue.png"}));
    folder_.put("loose/Skin.pcx", pcx());
    folder_.put("loose/blue.png", png());
    importer_->SetIOHandler(new GameThenFileSystem(GameFiles({folder_ / "game"})));
    const aiScene* scene = sceneOfFile(*importer_, kModel);
    EXPECT_EQ(scene->mNumTextures, 2u);
    scene = sceneOfFile(*importer_, folder_ / "loose/tris.md2");
    EXPECT_EQ(scene->mNumTextures, 1u) << "skins of loose files are found as without a game";
    EXPECT_EQ(textureOf(*scene, 1), "blue.png");
}

TEST_F(GameImport, ThenTheFileSystemIsWrittenTo) {
    putPak("pak0.pak", {{"a", {1}}});
    GameThenFileSystem files(GameFiles({folder_ / "game"}));
    Assimp::IOStream* const stream = files.Open((folder_ / "new").c_str(), "wb");
    ASSERT_NE(stream, nullptr);
    EXPECT_EQ(stream->Write("x", 1, 1), 1u);
    files.Close(stream);
    EXPECT_TRUE(files.Exists((folder_ / "new").c_str()));
    EXPECT_TRUE(files.Exists("A"));
    EXPECT_FALSE(files.Exists("b"));
}

} // namespace
} // namespace assimp_md2::inner::test
