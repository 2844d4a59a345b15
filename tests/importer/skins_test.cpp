// SPDX-License-Identifier: BSD-3-Clause
// Skins as an import delivers them: materials, textures that are referenced or embedded, and what is said of
// those that are missing.
#include "assimp-md2/properties.h"
#include "image/png.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/pcx_builder.h"
#include "support/scene_checker.h"
#include "support/stb_decoder.h"

#include <assimp/material.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace assimp_md2::test {
namespace {

using Lines = std::vector<std::string>;

Bytes modelWithSkins(const std::vector<std::string>& skins) {
    Md2Builder model = smallModel(2);
    model.skinwidth = 8;
    model.skinheight = 4;
    model.skins = skins;
    return model.bytes();
}

const Image& picture() {
    static const Image kPicture = paletteImage(8, 4);
    return kPicture;
}

Bytes pcxFile() {
    return PcxBuilder().build(picture());
}

Bytes pngFile() {
    return std::get<Bytes>(encodePng(picture()));
}

/// Imports game/models/pear/tris.md2 out of files in memory.
class Skins : public testing::Test {
protected:
    const aiScene* import(const std::vector<std::string>& skins) {
        auto* const files = new MemoryFiles;
        files->files = files_;
        files->files["game/models/pear/tris.md2"] = modelWithSkins(skins);
        importer_->SetIOHandler(files);
        const aiScene* const scene = importer_->ReadFile("game/models/pear/tris.md2", 0);
        if (scene != nullptr) {
            EXPECT_EQ(problemsOf(*scene), Lines());
        }
        return scene;
    }

    std::unique_ptr<Assimp::Importer> importer_ = makeImporter();
    std::map<std::string, Bytes> files_;
};

std::string textureOf(const aiScene& scene, unsigned int material) {
    aiString path;
    return scene.mMaterials[material]->GetTexture(aiTextureType_DIFFUSE, 0, &path) == aiReturn_SUCCESS
               ? path.C_Str()
               : "";
}

std::string nameOf(const aiScene& scene, unsigned int material) {
    aiString name;
    scene.mMaterials[material]->Get(AI_MATKEY_NAME, name);
    return name.C_Str();
}

Bytes embeddedBytes(const aiTexture& texture) {
    Bytes bytes(texture.mWidth);
    std::memcpy(bytes.data(), texture.pcData, bytes.size());
    return bytes;
}

TEST_F(Skins, APcxIsEmbeddedAsAPngOfItsPixels) {
    files_["game/models/pear/skin.pcx"] = pcxFile();
    const aiScene* const scene = import({"models\\pear\\skin.pcx"});
    ASSERT_NE(scene, nullptr) << importer_->GetErrorString();
    ASSERT_EQ(scene->mNumTextures, 1u);
    const aiTexture& texture = *scene->mTextures[0];
    EXPECT_EQ(texture.mHeight, 0u);
    EXPECT_STREQ(texture.achFormatHint, "png");
    EXPECT_STREQ(texture.mFilename.C_Str(), "skin.pcx");
    EXPECT_EQ(textureOf(*scene, 0), "*0");
    EXPECT_EQ(scene->GetEmbeddedTexture("*0"), &texture);
    EXPECT_EQ(scene->GetEmbeddedTexture("skin.pcx"), &texture);
    const auto decoded = decodeWithStb(embeddedBytes(texture));
    ASSERT_TRUE(decoded);
    EXPECT_EQ(rgbaPixels(*decoded), rgbaPixels(picture()));
}

TEST_F(Skins, OtherImagesAreReferencedRelativeToTheModelsFolder) {
    files_["game/models/pear/a.png"] = pngFile();
    files_["game/textures/b.bmp"] = bmpFile(rgbImage(4, 4), 24);
    const aiScene* const scene = import({"models/pear/a.pcx", "textures/b.pcx"});
    ASSERT_NE(scene, nullptr) << importer_->GetErrorString();
    EXPECT_EQ(scene->mNumTextures, 0u);
    EXPECT_EQ(textureOf(*scene, 0), "a.png");
    EXPECT_EQ(textureOf(*scene, 1), "../../textures/b.bmp");
}

TEST_F(Skins, WhatOnlySaysThatItIsAPcxIsEmbeddedToo) {
    files_["game/models/pear/a.pcx"] = bmpFile(rgbImage(4, 4), 24);
    const aiScene* const scene = import({"a.pcx"});
    ASSERT_NE(scene, nullptr);
    ASSERT_EQ(scene->mNumTextures, 1u);
    EXPECT_EQ(rgbaPixels(*decodeWithStb(embeddedBytes(*scene->mTextures[0]))), rgbaPixels(rgbImage(4, 4)));
}

TEST_F(Skins, EachHasAMaterialAndADuplicateHasNone) {
    const aiScene* const scene = import({"players/a/Red.pcx", "players/a/blue.pcx", "players\\a\\Red.pcx"});
    ASSERT_NE(scene, nullptr);
    ASSERT_EQ(scene->mNumMaterials, 2u);
    EXPECT_EQ(nameOf(*scene, 0), "Red");
    EXPECT_EQ(nameOf(*scene, 1), "blue");
    EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, 0u);
}

TEST_F(Skins, ThoseOfOneFileShareItsTexture) {
    // Cut off, so that there is something to say of it.
    const Bytes whole = pcxFile();
    files_["game/models/pear/skin.pcx"] = Bytes(whole.begin(), whole.begin() + 150);
    WarningLog log;
    const aiScene* const scene = import({"models/a/skin.pcx", "models/b/skin.pcx"});
    ASSERT_NE(scene, nullptr);
    ASSERT_EQ(scene->mNumMaterials, 2u);
    EXPECT_EQ(scene->mNumTextures, 1u);
    EXPECT_EQ(textureOf(*scene, 0), "*0");
    EXPECT_EQ(textureOf(*scene, 1), "*0");
    EXPECT_EQ(log.lines().size(), 1u);
}

TEST_F(Skins, MaterialsAreRoughAndNotMetallic) {
    const aiScene* const scene = import({"a.pcx"});
    ASSERT_NE(scene, nullptr);
    const aiMaterial& material = *scene->mMaterials[0];
    float metallic = -1;
    float roughness = -1;
    int shading = -1;
    aiColor3D diffuse;
    aiColor3D specular;
    material.Get(AI_MATKEY_METALLIC_FACTOR, metallic);
    material.Get(AI_MATKEY_ROUGHNESS_FACTOR, roughness);
    material.Get(AI_MATKEY_SHADING_MODEL, shading);
    material.Get(AI_MATKEY_COLOR_DIFFUSE, diffuse);
    EXPECT_EQ(metallic, 0);
    EXPECT_EQ(roughness, 1);
    EXPECT_EQ(shading, aiShadingMode_Gouraud);
    EXPECT_EQ(diffuse, aiColor3D(1, 1, 1));
    EXPECT_NE(material.Get(AI_MATKEY_COLOR_SPECULAR, specular), aiReturn_SUCCESS);
}

TEST_F(Skins, OneThatIsMissingKeepsItsName) {
    files_["game/models/pear/a.png"] = pngFile();
    WarningLog log;
    const aiScene* const scene = import({"a.pcx", "players\\b\\C.PCX", "D.pcx"});
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(textureOf(*scene, 1), "players/b/C.PCX");
    EXPECT_EQ(log.lines(), Lines{"MD2: skins: 2 of 3 not found: players/b/C.PCX, D.pcx"});
}

/// Assimp's log leaves out a line of more than 1024 characters.
TEST_F(Skins, ManyThatAreMissingAreNotAllNamed) {
    std::vector<std::string> skins;
    for (int i = 10; i < 42; ++i) {
        skins.push_back(std::string(50, 'x') + std::to_string(i) + ".pcx");
    }
    WarningLog log;
    ASSERT_NE(import(skins), nullptr);
    ASSERT_EQ(log.lines().size(), 1u);
    const std::string line = log.lines()[0];
    EXPECT_EQ(line.rfind("MD2: skins: 32 of 32 not found: " + skins[0] + ", " + skins[1], 0), 0u) << line;
    EXPECT_NE(line.find(" and "), std::string::npos) << line;
    EXPECT_LE(line.size(), 1000u);
}

TEST_F(Skins, WithoutOneThereIsNoTexture) {
    WarningLog log;
    const aiScene* const scene = import({});
    ASSERT_NE(scene, nullptr);
    ASSERT_EQ(scene->mNumMaterials, 1u);
    EXPECT_EQ(nameOf(*scene, 0), AI_DEFAULT_MATERIAL_NAME);
    EXPECT_EQ(textureOf(*scene, 0), "");
    EXPECT_EQ(log.lines(), Lines());
}

TEST_F(Skins, AnEmptyNameIsNoTexture) {
    const aiScene* const scene = import({""});
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(textureOf(*scene, 0), "");
}

TEST_F(Skins, ANameIsNeverTakenForAnEmbeddedTexture) {
    for (const char* const textures : {"auto", "names"}) {
        importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, textures);
        const aiScene* const scene = import({"*7.pcx"});
        ASSERT_NE(scene, nullptr);
        EXPECT_EQ(textureOf(*scene, 0), "./*7.pcx");
    }
}

TEST_F(Skins, WithNoneNamedOrFoundTheImageCalledLikeTheModelServes) {
    files_["game/models/pear/tris.png"] = pngFile();
    for (const auto& names : {std::vector<std::string>{}, std::vector<std::string>{"gone.pcx"}}) {
        WarningLog log;
        const aiScene* const scene = import(names);
        ASSERT_NE(scene, nullptr);
        ASSERT_EQ(scene->mNumMaterials, 1u);
        EXPECT_EQ(textureOf(*scene, 0), "tris.png");
        EXPECT_EQ(nameOf(*scene, 0), "tris");
        EXPECT_EQ(log.lines(), Lines());
    }
}

TEST_F(Skins, AllNamesAreInTheMetadataAsTheyStandInTheFile) {
    const aiScene* const scene = import({"a\\B.pcx", "a\\B.pcx", "caf\xE9.pcx"});
    ASSERT_NE(scene, nullptr);
    const aiMetadata* const metadata = scene->mRootNode->mChildren[0]->mMetaData;
    ASSERT_NE(metadata, nullptr);
    aiString name;
    ASSERT_TRUE(metadata->Get("skin1", name));
    EXPECT_STREQ(name.C_Str(), "a\\B.pcx");
    ASSERT_TRUE(metadata->Get("skin2", name));
    EXPECT_STREQ(name.C_Str(), "caf\xC3\xA9.pcx");
    EXPECT_EQ(metadata->mNumProperties, 3u);
}

TEST_F(Skins, TheMeshHasTheOneThatIsChosen) {
    const std::vector<std::string> names = {"a/red.pcx", "a/red.pcx", "a/blue.pcx"};
    importer_->SetPropertyInteger(ASSIMP_MD2_CONFIG_SKIN, 2);
    const aiScene* scene = import(names);
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, 1u);

    for (const auto& [choice, material] : {std::pair("1", 0u), std::pair("BLUE", 1u), std::pair("red", 0u)}) {
        importer_ = makeImporter();
        importer_->SetPropertyString(ASSIMP_MD2_CONFIG_SKIN, choice);
        scene = import(names);
        ASSERT_NE(scene, nullptr) << choice;
        EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, material) << choice;
    }
}

TEST_F(Skins, AChoiceThatIsNotThereIsAnError) {
    for (const char* const choice : {"3", "-1", "green", "blue.pcx"}) {
        importer_ = makeImporter();
        importer_->SetPropertyString(ASSIMP_MD2_CONFIG_SKIN, choice);
        EXPECT_EQ(import({"a/red.pcx", "a/red.pcx", "a/blue.pcx"}), nullptr);
        EXPECT_EQ(importer_->GetErrorString(),
                  std::string("MD2: IMPORT_MD2_SKIN is \"") + choice + "\", allowed is 0 to 2, red, blue");
    }
}

TEST_F(Skins, EmbedEmbedsEveryImageFound) {
    const Bytes jpeg = jpegHeader({8, 4});
    files_["game/models/pear/a.png"] = pngFile();
    files_["game/models/pear/b.jpg"] = jpeg;
    files_["game/models/pear/c.tga"] = tgaFile(rgbaImage(4, 4));
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "embed");
    const aiScene* const scene = import({"a.pcx", "gone.pcx", "b.pcx", "c.tga"});
    ASSERT_NE(scene, nullptr);
    ASSERT_EQ(scene->mNumTextures, 3u);
    EXPECT_EQ(embeddedBytes(*scene->mTextures[0]), pngFile());
    EXPECT_EQ(embeddedBytes(*scene->mTextures[1]), jpeg);
    EXPECT_STREQ(scene->mTextures[1]->achFormatHint, "jpg");
    EXPECT_EQ(rgbaPixels(*decodeWithStb(embeddedBytes(*scene->mTextures[2]))), rgbaPixels(rgbaImage(4, 4)));
    EXPECT_EQ(textureOf(*scene, 0), "*0");
    EXPECT_EQ(textureOf(*scene, 1), "gone.pcx");
    EXPECT_EQ(textureOf(*scene, 2), "*1");
    EXPECT_EQ(textureOf(*scene, 3), "*2");
}

TEST_F(Skins, ReferenceReferencesEveryImageFound) {
    files_["game/models/pear/a.pcx"] = pcxFile();
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "reference");
    const aiScene* const scene = import({"models\\pear\\A.pcx"});
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(scene->mNumTextures, 0u);
    EXPECT_EQ(textureOf(*scene, 0), "a.pcx");
}

TEST_F(Skins, NamesAreThoseOfTheFileAndNothingIsOpened) {
    files_["game/models/pear/a.pcx"] = pcxFile();
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "names");
    WarningLog log;
    const aiScene* const scene = import({"models\\pear\\A.pcx"});
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(textureOf(*scene, 0), "models\\pear\\A.pcx");
    EXPECT_EQ(log.lines(), Lines());
    const auto* const files = dynamic_cast<const MemoryFiles*>(importer_->GetIOHandler());
    ASSERT_NE(files, nullptr);
    for (const std::string& opened : files->opened) {
        EXPECT_EQ(opened, "game/models/pear/tris.md2");
    }
}

TEST_F(Skins, AnImageThatCannotBeDecodedIsReferencedWithAWarning) {
    Bytes damaged = pcxFile();
    damaged.resize(100);
    files_["game/models/pear/a.pcx"] = damaged;
    WarningLog log;
    const aiScene* const scene = import({"a.pcx"});
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(textureOf(*scene, 0), "a.pcx");
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_EQ(log.lines()[0].substr(0, 17), "MD2: skin a.pcx: ");
}

TEST_F(Skins, ATruncatedPcxGivesTheLinesThatAreThereWithAWarning) {
    PcxBuilder builder;
    builder.encoded = false;
    builder.palette = PcxPalette::None;
    Bytes truncated = builder.build(paletteImage(8, 40));
    truncated.resize(128 + 8 * 20);
    files_["game/models/pear/a.pcx"] = truncated;
    WarningLog log;
    const aiScene* const scene = import({"a.pcx"});
    ASSERT_NE(scene, nullptr);
    ASSERT_EQ(scene->mNumTextures, 1u);
    EXPECT_EQ(decodeWithStb(embeddedBytes(*scene->mTextures[0]))->size, (ImageSize{8, 40}));
    EXPECT_EQ(log.lines().size(), 1u);
}

TEST_F(Skins, AnImageBeyondTheMemoryLimitIsReferencedWithAWarning) {
    files_["game/models/pear/a.png"] = std::get<Bytes>(encodePng(paletteImage(1024, 1024)));
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "embed");
    importer_->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 1);
    WarningLog log;
    const aiScene* const scene = import({"a.png"});
    ASSERT_NE(scene, nullptr) << importer_->GetErrorString();
    EXPECT_EQ(textureOf(*scene, 0), "a.png");
    EXPECT_EQ(
        log.lines(),
        Lines{"MD2: skin a.png: there is no room for the image in what IMPORT_MD2_MAX_MEMORY_MB allows"});
}

TEST_F(Skins, AnImageFileBeyondTheBoundSaysSoAndDoesNotBlameTheMemoryLimit) {
    const Bytes model = modelWithSkins({"a.pcx"});
    auto* const files = new MemoryFiles;
    files->files = {{"game/tris.md2", model}, {"game/a.pcx", pcxFile()}};
    files->behaviour.claimedSize = std::size_t{300} << 20;
    importer_->SetIOHandler(files); // owns it
    WarningLog log;
    const aiScene* const scene = importer_->ReadFile("game/tris.md2", 0);
    ASSERT_NE(scene, nullptr) << importer_->GetErrorString();
    EXPECT_EQ(textureOf(*scene, 0), "a.pcx");
    EXPECT_EQ(log.lines(), Lines{"MD2: skin a.pcx: the file has more than 256 MiB"});
}

TEST_F(Skins, FromMemoryNothingIsSearchedFor) {
    const aiScene* const scene = importBytes(*importer_, modelWithSkins({"models\\pear\\a.pcx"}));
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(textureOf(*scene, 0), "models/pear/a.pcx");
}

TEST(SkinsInFolders, AreFoundWithoutRegardToCase) {
    const std::filesystem::path root = std::filesystem::temp_directory_path() / "assimp-md2-skins-test";
    std::filesystem::remove_all(root);
    std::filesystem::create_directories(root / "Models" / "Pear");
    const auto write = [&](const std::filesystem::path& path, const Bytes& bytes) {
        std::ofstream file(root / path, std::ios::binary);
        for (const std::uint8_t byte : bytes) {
            file.put(static_cast<char>(byte));
        }
    };
    write("Models/Pear/tris.md2", modelWithSkins({"models\\pear\\SKIN.PCX"}));
    write("Models/Pear/Skin.pcx", pcxFile());
    const auto importer = makeImporter();
    const aiScene* const scene = importer->ReadFile((root / "Models/Pear/tris.md2").string(), 0);
    ASSERT_NE(scene, nullptr) << importer->GetErrorString();
    ASSERT_EQ(scene->mNumTextures, 1u);
    EXPECT_EQ(rgbaPixels(*decodeWithStb(embeddedBytes(*scene->mTextures[0]))), rgbaPixels(picture()));
    std::filesystem::remove_all(root);
}

} // namespace
} // namespace assimp_md2::test
