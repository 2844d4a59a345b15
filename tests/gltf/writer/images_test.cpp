// SPDX-License-Identifier: BSD-3-Clause
// Which images an export embeds, references and leaves out, and how it names them.
#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "gltf/assimp_formats.h"
#include "gltf/writer/export_support.h"
#include "gltf/writer/test_scene.h"
#include "importer/image/png.h"
#include "importer/scene/image_keys.h"
#include "support/expect.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/png_decoder.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/material.h>

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

namespace assimp_md2::inner::test {
namespace {

using Json = nlohmann::json;

class GltfImages : public TestWithFolder {
protected:
    void SetUp() override {
        std::filesystem::create_directories(folder_ / "models/skins");
        std::filesystem::create_directories(folder_ / "output");
    }

    /// An MD2 from the folder `models`, with this texture, of which the import has found nothing.
    std::unique_ptr<aiScene> importedScene(const std::string& texture) const {
        Model model = wavingModel(4, 12);
        model.texture = texture;
        auto scene = makeScene(model);
        recordFolder(*scene, path("models"));
        return scene;
    }

    /// An MD2 from the folder `models`, whose texture the import has found.
    std::unique_ptr<aiScene> importedSceneWithFile(const std::string& texture) const {
        auto scene = importedScene(texture);
        recordFile(*scene->mMaterials[0], path("models/" + texture));
        return scene;
    }
};

TEST_F(GltfImages, AFileThatTheImportFoundIsPutIntoAGlb) {
    for (const char* const name : {"my skin.png", "my%20skin.tga", "skins/head.png", "../output/far.png"}) {
        writeFile(path("models/" + std::string(name)), kPng);
        const auto scene = importedSceneWithFile(name);
        for (const GltfFile& file : {exportGlb(*scene), exportGlb(*scene, path("output/tris.glb"))}) {
            const Json& image = file.json["images"].at(0);
            EXPECT_FALSE(image.contains("uri")) << name;
            EXPECT_EQ(image["mimeType"], "image/png");
            EXPECT_EQ(file.bytes(image["bufferView"]), kPng);
        }
    }
}

TEST_F(GltfImages, AFileThatTheImportDidNotFindIsNotRead) {
    writeFile(path("models/private.png"), kPng);
    writeFile(path("output/private.png"), kPng);
    for (const std::string& name : {path("models/private.png"), std::string("private.png"),
                                    std::string("../models/private.png"), std::string("%70rivate.png")}) {
        const GltfFile file = exportGlb(*importedScene(name), path("output/tris.glb"));
        EXPECT_FALSE(file.json.contains("images")) << name;
        EXPECT_FALSE(exportGltf(*importedScene(name), path("output/tris.gltf")).contains("images")) << name;
    }
}

TEST_F(GltfImages, AnotherFileInThePlaceOfTheOneThatWasFoundIsNotRead) {
    writeFile(path("models/skin.png"), kPng);
    writeFile(path("private.png"), kPng + "private");
    const auto scene = importedSceneWithFile("skin.png");
    std::filesystem::rename(path("models/skin.png"), path("models/kept.png"));
    writeFile(path("models/skin.png"), kPng);
    EXPECT_FALSE(exportGlb(*scene).json.contains("images"));
    std::filesystem::remove(path("models/skin.png"));
    // Where there are no links, there is no such file.
    static_cast<void>(makeLink(path("private.png"), path("models/skin.png")));
    EXPECT_FALSE(exportGlb(*scene).json.contains("images"));
}

TEST_F(GltfImages, NothingIsReadForAModelFromMemory) {
    writeFile(path("models/skin.png"), kPng);
    Model model = wavingModel(4, 12);
    model.texture = path("models/skin.png");
    const auto scene = makeScene(model);
    recordFile(*scene->mMaterials[0], model.texture);
    EXPECT_FALSE(exportGlb(*scene).json.contains("images"));
}

#if !defined(_WIN32)
TEST_F(GltfImages, APipeIsNotWaitedFor) {
    ASSERT_EQ(mkfifo(path("models/skin.png").c_str(), 0600), 0);
    ASSERT_EQ(mkfifo(path("output/skin.png").c_str(), 0600), 0);
    const auto scene = importedScene("skin.png");
    const std::array<std::uint64_t, 2> identity{};
    scene->mMaterials[0]->AddBinaryProperty(identity.data(), sizeof identity, ASSIMP_MD2_MATKEY_FILE_IDENTITY,
                                            aiPTI_Buffer);
    EXPECT_FALSE(exportGlb(*scene, path("output/tris.glb")).json.contains("images"));
    EXPECT_FALSE(exportGltf(*scene, path("output/tris.gltf")).contains("images"));
}
#endif

TEST_F(GltfImages, AGltfReferencesAFileThatItReaches) {
    writeFile(path("models/my skin 100%.png"), kPng);
    writeFile(path("models/skins/head.png"), kPng);
    for (const auto& [name, uri] : {std::pair{"my skin 100%.png", "my%20skin%20100%25.png"},
                                    {"skins/head.png", "skins/head.png"},
                                    {"../models/skins/head.png", "../models/skins/head.png"}}) {
        const auto scene = importedSceneWithFile(name);
        EXPECT_EQ(exportGltf(*scene, path("models/tris.gltf"))["images"][0]["uri"], uri);
    }
    // From the output's folder, the path leads to nothing or to another file.
    const auto scene = importedSceneWithFile("skins/head.png");
    EXPECT_EQ(exportGltf(*scene, path("output/tris.gltf"))["images"][0]["mimeType"], "image/png");
    std::filesystem::create_directories(folder_ / "output/skins");
    writeFile(path("output/skins/head.png"), kPng);
    EXPECT_EQ(exportGltf(*scene, path("output/tris.gltf"))["images"][0]["mimeType"], "image/png");
}

TEST_F(GltfImages, MissingImagesAreLeftOutWithOneWarning) {
    const auto scene = importedScene("no such skin.png");
    addMaterial(*scene, "no other skin.png", "other");
    const WarningLog warnings;
    const GltfFile file = exportGlb(*scene);
    for (const char* const list : {"images", "textures", "samplers"}) {
        EXPECT_FALSE(file.json.contains(list)) << list;
    }
    EXPECT_EQ(file.json["materials"].dump().find("exture"), std::string::npos);
    EXPECT_EQ(warnings.count(), 1u);
    EXPECT_TRUE(contains(warnings.text(), "images that are left out (2): no such skin.png"));
}

TEST_F(GltfImages, AMissingImageThatTheImportHasReportedGivesNoSecondWarning) {
    const Bytes model = modelWithSkins({"gone.pcx"});
    writeFile(path("tris.md2"), std::string(model.begin(), model.end()));
    const auto importer = makeImporter();
    const WarningLog warnings;
    const aiScene* const scene = sceneOfFile(*importer, path("tris.md2"));
    exportGlb(*scene);
    EXPECT_EQ(warnings.lines(), std::vector<std::string>{"MD2: skins: not found (1): gone.pcx"});
    EXPECT_EQ(warnings.count(), 1u);
}

TEST_F(GltfImages, OtherImagesKeepTheirPlaceWhenOneIsLeftOut) {
    const auto scene = importedScene("no such skin.png");
    const aiString present("*0");
    scene->mMaterials[0]->AddProperty(&present, AI_MATKEY_TEXTURE(aiTextureType_EMISSIVE, 0));
    embedTexture(*scene, "glow.png");
    const GltfFile file = exportGlb(*scene);
    ASSERT_EQ(file.json["images"].size(), 1u);
    EXPECT_EQ(file.json["images"][0]["name"], "glow");
    EXPECT_EQ(file.json["textures"][0]["source"], 0);
    EXPECT_EQ(file.json["materials"][0]["emissiveTexture"]["index"], 0);
    EXPECT_FALSE(file.json["materials"][0]["pbrMetallicRoughness"].contains("baseColorTexture"));
}

TEST_F(GltfImages, AnImageBeyondTheLimitsIsLeftOut) {
    std::string header = kPng;
    header[18] = 64; // the width is 16385
    header[19] = 1;
    writeFile(path("models/wide.png"), header);
    const WarningLog warnings;
    EXPECT_FALSE(exportGlb(*importedSceneWithFile("wide.png")).json.contains("images"));
    EXPECT_TRUE(contains(warnings.text(), "wide.png"));
}

TEST_F(GltfImages, DecodedPixelsOfAllImagesAreLimitedTogether) {
    const auto tga = tgaFile(rgbImage(512, 512)); // 0.75 MiB
    const auto scene = importedScene("0.tga");
    for (int i = 0; i < 4; ++i) {
        const std::string name = std::to_string(i) + ".tga";
        writeFile(path("models/" + name), {tga.begin(), tga.end()});
        if (i > 0) {
            addMaterial(*scene, name, name);
        }
        recordFile(*scene->mMaterials[i], path("models/" + name));
    }
    for (const auto& [megabytes, images] : {std::pair{1, 1u}, {2, 2u}, {4, 4u}}) {
        const WarningLog warnings;
        Assimp::ExportProperties properties;
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, megabytes);
        EXPECT_EQ(exportGlb(*scene, &properties).json["images"].size(), images);
        EXPECT_EQ(warnings.count(), images < 4 ? 1 : 0) << warnings.text();
    }
}

TEST_F(GltfImages, AnEmbeddedTextureIsPutIn) {
    for (const char* const reference : {"*0", "skins/skin.png"}) {
        const auto scene = importedScene(reference);
        embedTexture(*scene, "skins/skin.png");
        const GltfFile file = exportGlb(*scene);
        const Json& image = file.json["images"].at(0);
        EXPECT_EQ(file.bytes(image["bufferView"]), kPng);
        EXPECT_EQ(image["mimeType"], "image/png");
    }
}

TEST_F(GltfImages, ImagesTexturesAndMaterialsHaveTheStemOfTheSkinOnce) {
    const auto scene = importedScene("*0");
    addMaterial(*scene, "*1", "head");
    addMaterial(*scene, "*2", "HEAD");
    addMaterial(*scene, "*3", "blue");
    const aiString name("head");
    scene->mMaterials[0]->AddProperty(&name, AI_MATKEY_NAME);
    for (const char* const file : {"head.pcx", "other/head.pcx", "third/HEAD.PCX", "blue.pcx"}) {
        embedTexture(*scene, file);
    }
    const Json json = exportGlb(*scene).json;
    for (const char* const list : {"images", "textures", "materials"}) {
        ASSERT_EQ(json[list].size(), 4u) << list;
        EXPECT_EQ(json[list][0]["name"], "head");
        EXPECT_EQ(json[list][1]["name"], "head_2");
        EXPECT_EQ(json[list][2]["name"], "HEAD_3");
        EXPECT_EQ(json[list][3]["name"], "blue");
    }
}

TEST_F(GltfImages, SkinsAreVariantsOfTheMaterial) {
    const auto scene = importedScene("*0");
    const aiString name("red");
    scene->mMaterials[0]->AddProperty(&name, AI_MATKEY_NAME);
    addMaterial(*scene, "*1", "blue");
    scene->mMeshes[0]->mMaterialIndex = 1;
    embedTexture(*scene, "red.pcx");
    embedTexture(*scene, "blue.pcx");
    const Json json = exportGlb(*scene).json;
    EXPECT_EQ(json["extensionsUsed"], Json{"KHR_materials_variants"});
    EXPECT_EQ(json["extensions"]["KHR_materials_variants"]["variants"],
              Json::parse(R"([{"name": "red"}, {"name": "blue"}])"));
    const Json& primitive = json["meshes"][0]["primitives"][0];
    EXPECT_EQ(primitive["material"], 1);
    EXPECT_EQ(primitive["extensions"]["KHR_materials_variants"]["mappings"],
              Json::parse(R"([{"material": 0, "variants": [0]}, {"material": 1, "variants": [1]}])"));
}

TEST_F(GltfImages, OneMaterialOrMaterialsOfSeveralMeshesAreNoVariants) {
    EXPECT_FALSE(exportGlb(*importedScene("")).json.contains("extensions"));
    const auto meshes = importedScene("");
    addMaterial(*meshes, "*0", "other");
    addSecondMesh(*meshes, 4);
    meshes->mMeshes[1]->mMaterialIndex = 1;
    EXPECT_FALSE(exportGlb(*meshes).json.contains("extensions"));
}

TEST_F(GltfImages, APlayerAndItsWeaponHaveVariantsOfTheirOwn) {
    const auto scene = importedScene("");
    for (const char* const name : {"ember", "mace", "axe"}) {
        addMaterial(*scene, "*0", name);
    }
    embedTexture(*scene, "skin.png");
    addSecondMesh(*scene, 4);
    scene->mMeshes[1]->mMaterialIndex = 2;
    for (unsigned int i = 0; i < 4; ++i) {
        const int model = i < 2 ? 0 : 1;
        scene->mMaterials[i]->AddProperty(&model, 1, ASSIMP_MD2_MATKEY_MODEL);
    }
    const Json json = exportGlb(*scene).json;
    EXPECT_EQ(json["extensions"]["KHR_materials_variants"]["variants"].size(), 4u);
    for (const Json& mesh : json["meshes"]) {
        for (const Json& primitive : mesh["primitives"]) {
            const bool isWeapon = primitive["material"] == 2;
            EXPECT_EQ(
                primitive["extensions"]["KHR_materials_variants"]["mappings"],
                Json::parse(isWeapon
                                ? R"([{"material": 2, "variants": [2]}, {"material": 3, "variants": [3]}])"
                                : R"([{"material": 0, "variants": [0]}, {"material": 1, "variants": [1]}])"));
        }
    }
}

TEST_F(GltfImages, AStaticModelHasItsImageInside) {
    const auto scene = importedScene("*0");
    removeAnimations(*scene);
    removeTargets(*scene->mMeshes[0]);
    addMaterial(*scene, "*1", "blue");
    embedTexture(*scene, "red.pcx");
    embedTexture(*scene, "blue.pcx");
    for (const GltfFile& file : {exportGlb(*scene), exportGlb(*scene, path("output/tris.glb"))}) {
        EXPECT_EQ(file.json["images"][0]["name"], "red");
        EXPECT_EQ(file.bytes(file.json["images"][0]["bufferView"]), kPng);
        EXPECT_TRUE(file.json.contains("extensions"));
        EXPECT_FALSE(file.json.contains("animations"));
        EXPECT_FALSE(file.json["meshes"][0].contains("weights"));
    }
}

TEST_F(GltfImages, ATextureWithoutTexelsIsLeftOut) {
    const auto scene = importedScene("*0");
    auto* const texture = new aiTexture;
    texture->mWidth = 2;
    texture->mHeight = 2;
    addTexture(*scene, texture);
    const WarningLog warnings;
    EXPECT_FALSE(exportGlb(*scene).json.contains("images"));
    EXPECT_TRUE(contains(warnings.text(), "it has no texels"));
}

TEST_F(GltfImages, TexelsBecomeAPng) {
    const auto scene = importedScene("*0");
    auto* const texture = new aiTexture;
    texture->mWidth = 70000;
    texture->mHeight = 2;
    texture->pcData = new aiTexel[140000];
    for (unsigned int i = 0; i < 140000; ++i) {
        aiTexel& texel = texture->pcData[i];
        texel.r = static_cast<unsigned char>(i);
        texel.g = static_cast<unsigned char>(i >> 8);
        texel.b = static_cast<unsigned char>(i >> 16);
        texel.a = 200;
    }
    addTexture(*scene, texture);
    const GltfFile file = exportGlb(*scene);
    const std::string png = file.bytes(file.json["images"][0]["bufferView"]);
    const auto decoded = decodeWithLibpng({png.begin(), png.end()});
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->size, (ImageSize{70000, 2}));
    const std::vector<std::uint8_t>& pixels = decoded->pixels;
    ASSERT_EQ(pixels.size(), 4u * 140000);
    for (std::size_t i = 0; i < 140000; i += 997) {
        EXPECT_EQ(pixels[4 * i], i & 255);
        EXPECT_EQ(pixels[4 * i + 1], i >> 8 & 255);
        EXPECT_EQ(pixels[4 * i + 2], i >> 16);
        EXPECT_EQ(pixels[4 * i + 3], 200);
    }
}

} // namespace
} // namespace assimp_md2::inner::test
