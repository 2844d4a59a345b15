// SPDX-License-Identifier: BSD-3-Clause
// The skins of imported scenes: materials, textures that are referenced or embedded, and the warnings about
// those that are missing.
#include "assimp-md2/properties.h"
#include "importer/files/local_files.h"
#include "importer/image/png.h"
#include "importer/scene/image_keys.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/pcx_builder.h"
#include "support/png_decoder.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <optional>

namespace assimp_md2::inner::test {
namespace {

using Lines = std::vector<std::string>;

const Image& picture() {
    static const Image kPicture = paletteImage(8, 4);
    return kPicture;
}

Bytes pcxFile() {
    return PcxBuilder().build(picture());
}

Bytes pngFile() {
    return encodePng(picture()).value();
}

/// Imports game/models/pear/tris.md2 out of files in memory.
class Skins : public testing::Test {
protected:
    const aiScene* import(const std::vector<std::string>& skins) {
        auto* const files = new MemoryFiles;
        files->files = files_;
        files->files["game/models/pear/tris.md2"] = modelWithSkins(skins);
        importer_->SetIOHandler(files);
        return soundSceneOfFile(*importer_, "game/models/pear/tris.md2");
    }

    /// The paths that the last import has opened.
    const std::vector<std::string>& opened() const {
        return dynamic_cast<const MemoryFiles&>(*importer_->GetIOHandler()).opened;
    }

    std::unique_ptr<Assimp::Importer> importer_ = makeImporter();
    std::map<std::string, Bytes> files_;
};

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
    ASSERT_EQ(scene->mNumTextures, 1u);
    const aiTexture& texture = *scene->mTextures[0];
    EXPECT_EQ(texture.mHeight, 0u);
    EXPECT_STREQ(texture.achFormatHint, "png");
    EXPECT_STREQ(texture.mFilename.C_Str(), "skin.pcx");
    EXPECT_EQ(textureOf(*scene, 0), "*0");
    EXPECT_EQ(scene->GetEmbeddedTexture("*0"), &texture);
    EXPECT_EQ(scene->GetEmbeddedTexture("skin.pcx"), &texture);
    const auto decoded = decodeWithLibpng(embeddedBytes(texture));
    ASSERT_TRUE(decoded);
    EXPECT_EQ(rgbaPixels(*decoded), rgbaPixels(picture()));
}

TEST_F(Skins, OtherImagesAreReferencedRelativeToTheModelsFolder) {
    files_["game/models/pear/a.png"] = pngFile();
    files_["game/models/plum/b.bmp"] = bmpFile(rgbImage(4, 4), 24);
    const aiScene* const scene = import({"models/pear/a.pcx", "models/plum/b.pcx"});
    EXPECT_EQ(scene->mNumTextures, 0u);
    EXPECT_EQ(textureOf(*scene, 0), "a.png");
    EXPECT_EQ(textureOf(*scene, 1), "../plum/b.bmp");
}

TEST_F(Skins, EachHasAMaterialAndADuplicateHasNone) {
    const aiScene* const scene = import({"players/a/Red.pcx", "players/a/blue.pcx", "players\\a\\Red.pcx"});
    ASSERT_EQ(scene->mNumMaterials, 2u);
    EXPECT_EQ(nameOf(*scene, 0), "Red");
    EXPECT_EQ(nameOf(*scene, 1), "blue");
    EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, 0u);
}

TEST_F(Skins, HaveNamesThatNoNodeAndNoOtherSkinHas) {
    const aiScene* const scene = import({"pear.pcx", "a/apple.pcx", "b/apple.pcx", "pear.png", "tris.md2"});
    ASSERT_NE(scene->mRootNode->FindNode("pear"), nullptr);
    for (const auto& [material, name] :
         {std::pair{0u, "pear_skin"}, {1u, "apple"}, {2u, "apple_2"}, {3u, "pear_skin_2"}, {4u, "tris"}}) {
        EXPECT_EQ(nameOf(*scene, material), name);
    }
}

TEST_F(Skins, ThoseOfOneFileShareItsTexture) {
    // Cut off, so that there is a repair to report.
    const Bytes whole = pcxFile();
    files_["game/models/pear/skin.pcx"] = Bytes(whole.begin(), whole.begin() + 150);
    WarningLog log;
    const aiScene* const scene = import({"models/a/skin.pcx", "models/b/skin.pcx"});
    ASSERT_EQ(scene->mNumMaterials, 2u);
    EXPECT_EQ(scene->mNumTextures, 1u);
    EXPECT_EQ(textureOf(*scene, 0), "*0");
    EXPECT_EQ(textureOf(*scene, 1), "*0");
    EXPECT_EQ(
        log.lines(),
        (Lines{"MD2: skins: lines at the bottom of an image are missing; they are filled "
               "with colour 0 (1): skin.pcx",
               "MD2: skins: the palette of a PCX is missing; a greyscale palette is used (1): skin.pcx"}));
}

TEST_F(Skins, MaterialsAreRoughAndNotMetallic) {
    const aiScene* const scene = import({"a.pcx"});
    const aiMaterial& material = *scene->mMaterials[0];
    ai_real metallic = -1;
    ai_real roughness = -1;
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

TEST_F(Skins, AMissingOneKeepsItsName) {
    files_["game/models/pear/a.png"] = pngFile();
    WarningLog log;
    const aiScene* const scene = import({"a.pcx", "players\\b\\C.PCX", "D.pcx"});
    EXPECT_EQ(textureOf(*scene, 1), "players/b/C.PCX");
    EXPECT_EQ(log.lines(), Lines{"MD2: skins: not found (2): players/b/C.PCX; D.pcx"});
}

TEST_F(Skins, WithoutATextureTheMaterialIsGrey) {
    for (const auto& [names, expected] :
         {std::pair(Lines{}, 0.6f), {Lines{""}, 0.6f}, {Lines{"gone.pcx"}, 1.0f}}) {
        const aiScene* const scene = import(names);
        ASSERT_EQ(scene->mNumMaterials, 1u);
        aiColor3D diffuse;
        aiColor4D base(1, 1, 1, 1);
        scene->mMaterials[0]->Get(AI_MATKEY_COLOR_DIFFUSE, diffuse);
        scene->mMaterials[0]->Get(AI_MATKEY_BASE_COLOR, base);
        EXPECT_EQ(diffuse, aiColor3D(expected, expected, expected));
        EXPECT_EQ(base.g, expected) << "a program may load a missing skin, which is white";
        EXPECT_EQ(textureOf(*scene, 0), names.empty() ? "" : names[0]);
        EXPECT_EQ(nameOf(*scene, 0) == AI_DEFAULT_MATERIAL_NAME, names.empty());
    }
}

TEST_F(Skins, ANameIsNeverTakenForAnEmbeddedTexture) {
    for (const char* const textures : {"auto", "names"}) {
        importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, textures);
        const aiScene* const scene = import({"*7.pcx"});
        EXPECT_EQ(textureOf(*scene, 0), "./*7.pcx");
    }
}

TEST_F(Skins, WithNoneNamedOrFoundTheImageCalledLikeTheModelIsUsed) {
    files_["game/models/pear/tris.png"] = pngFile();
    for (const auto& names : {std::vector<std::string>{}, std::vector<std::string>{"gone.pcx"}}) {
        WarningLog log;
        const aiScene* const scene = import(names);
        ASSERT_EQ(scene->mNumMaterials, 1u);
        EXPECT_EQ(textureOf(*scene, 0), "tris.png");
        EXPECT_EQ(nameOf(*scene, 0), "tris");
        EXPECT_EQ(log.lines(), Lines());
    }
}

TEST_F(Skins, AllNamesAreInTheMetadataAsTheyAreInTheFile) {
    const aiScene* const scene = import({"a\\B.pcx", "a\\B.pcx", "caf\xE9.pcx"});
    const aiMetadata* const metadata = scene->mRootNode->mChildren[0]->mMetaData;
    ASSERT_NE(metadata, nullptr);
    aiString name;
    ASSERT_TRUE(metadata->Get("skin0", name));
    EXPECT_STREQ(name.C_Str(), "a\\B.pcx");
    ASSERT_TRUE(metadata->Get("skin1", name));
    EXPECT_STREQ(name.C_Str(), "a\\B.pcx");
    ASSERT_TRUE(metadata->Get("skin2", name));
    EXPECT_STREQ(name.C_Str(), "caf\xC3\xA9.pcx");
    EXPECT_EQ(metadata->mNumProperties, 3u);
}

TEST_F(Skins, TheMeshHasTheChosenOne) {
    for (const auto& [choice, material] :
         {std::pair("2", 1u), {"1", 0u}, {"BLUE", 1u}, {"red", 0u}, {"Blue.pcx", 1u}, {"a/blue.pcx", 1u}}) {
        importer_ = makeImporter({{ASSIMP_MD2_CONFIG_SKIN, choice}});
        const aiScene* const scene = import({"a/red.pcx", "a/red.pcx", "a/blue.pcx"});
        EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, material) << choice;
    }
}

TEST_F(Skins, TheMeshHasTheFirstOneWithAnImageUnlessOneIsChosen) {
    files_["game/models/pear/blue.png"] = pngFile();
    const std::vector<std::string> names = {"red.pcx", "blue.pcx", "green.pcx"};
    const aiScene* scene = import(names);
    EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, 1u);
    importer_->SetPropertyInteger(ASSIMP_MD2_CONFIG_SKIN, 0);
    scene = import(names);
    EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, 0u);
}

/// The model shows the left half of its skin, in two triangles.
Bytes modelOfTheLeftHalf() {
    Md2Builder model = smallModel(1);
    model.skinwidth = 100;
    model.skinheight = 10;
    model.skins = {"skin.pcx"};
    model.st = {{0, 0}, {50, 0}, {50, 10}, {0, 10}};
    model.triangles = {{{0, 1, 2}, {0, 1, 2}}, {{0, 2, 3}, {0, 2, 3}}};
    return model.bytes();
}

/// 100 × 10 pixels, some columns of which have this alpha.
Image image(std::uint32_t firstClear, std::uint32_t afterClear, std::uint8_t alpha) {
    Image pixels = rgbaImage(100, 10);
    for (std::size_t i = 0; i < 1000; ++i) {
        const bool isClear = i % 100 >= firstClear && i % 100 < afterClear;
        pixels.pixels[4 * i + 3] = isClear ? alpha : 255;
    }
    return pixels;
}

/// A palette whose first colour, that of all pixels, has this alpha; the last pixel has another colour.
Bytes palettePng(std::uint8_t alpha) {
    Image pixels = paletteImage(100, 10, 2);
    std::fill(pixels.pixels.begin(), pixels.pixels.end() - 1, std::uint8_t{0});
    pixels.pixels.back() = 1;
    Bytes file = encodePng(pixels).value();
    const Bytes idat{'I', 'D', 'A', 'T'};
    // The last four bytes are the CRC, which stb_image does not check.
    const Bytes chunk{0, 0, 0, 1, 't', 'R', 'N', 'S', alpha, 0, 0, 0, 0};
    file.insert(std::search(file.begin(), file.end(), idat.begin(), idat.end()) - 4, chunk.begin(),
                chunk.end());
    return file;
}

std::string alphaMode(const aiMaterial& material) {
    aiString mode("OPAQUE");
    material.Get(AI_MATKEY_GLTF_ALPHAMODE, mode);
    return mode.C_Str();
}

TEST_F(Skins, WithClearPixelsThatTrianglesShowAreMasks) {
    const struct {
        const char* claim;
        const char* name;
        Bytes file;
        bool isMask;
    } cases[] = {
        {"a PNG", "skin.png", encodePng(image(20, 30, 0)).value(), true},
        {"a TGA", "skin.tga", tgaFile(image(20, 30, 0)), true},
        {"2 of 50 columns", "skin.png", encodePng(image(20, 22, 0)).value(), true},
        {"more than half opaque", "skin.png", encodePng(image(20, 30, 128)).value(), false},
        {"not shown by triangles", "skin.png", encodePng(image(50, 100, 0)).value(), false},
        {"opaque", "skin.png", encodePng(image(0, 0, 0)).value(), false},
        {"clear everywhere", "skin.png", encodePng(image(0, 100, 0)).value(), false},
        {"a palette with alpha", "skin.png", palettePng(0), true},
        {"a palette without alpha", "skin.png", palettePng(255), false},
        {"no alpha in the header", "skin.png", encodePng(rgbImage(100, 10)).value(), false},
    };
    for (const char* const textures : {"auto", "embed"}) {
        for (const auto& [claim, name, file, isMask] : cases) {
            SCOPED_TRACE(std::string(claim) + ", " + textures);
            auto* const files = new MemoryFiles;
            files->files = {{"game/tris.md2", modelOfTheLeftHalf()}, {std::string("game/") + name, file}};
            importer_ = makeImporter({{ASSIMP_MD2_CONFIG_TEXTURES, textures}});
            importer_->SetIOHandler(files);
            const aiScene* const scene = sceneOfFile(*importer_, "game/tris.md2");
            ai_real cutoff = 0;
            scene->mMaterials[0]->Get(AI_MATKEY_GLTF_ALPHACUTOFF, cutoff);
            EXPECT_EQ(alphaMode(*scene->mMaterials[0]), isMask ? "MASK" : "OPAQUE");
            EXPECT_EQ(cutoff, isMask ? ai_real(0.5) : 0);
        }
    }
}

TEST_F(Skins, ThatAreBlankOrCannotBeDecodedAreChosenOnlyIfThereIsNoOther) {
    Image blank = rgbaImage(16, 16);
    std::fill(blank.pixels.begin(), blank.pixels.end(), std::uint8_t{0});
    Image dot = blank;
    dot.pixels[4] = 255; // of another colour, and also clear
    Bytes cut = pcxFile();
    cut.resize(100);
    Bytes compressed = bmpFile(rgbImage(4, 4), 24);
    compressed[30] = 1;
    const TemporaryFolder root;
    root.put("png.png", encodePng(blank).value());
    root.put("tga.tga", tgaFile(blank));
    root.put("dot.png", encodePng(dot).value());
    root.put("cut.pcx", cut);
    root.put("rle.bmp", compressed);
    root.put("real.tga", tgaFile(rgbImage(4, 4)));
    const auto chosen = [&](const std::string& textures, const std::vector<std::string>& names) {
        root.put("tris.md2", modelWithSkins(names));
        importer_ = makeImporter({{ASSIMP_MD2_CONFIG_TEXTURES, textures}});
        const aiScene* const scene = sceneOfFile(*importer_, root / "tris.md2");
        return nameOf(*scene, scene->mMeshes[0]->mMaterialIndex);
    };
    for (const char* const textures : {"auto", "embed"}) {
        EXPECT_EQ(chosen(textures, {"gone.png", "png.png", "tga.tga", "real.tga"}), "real") << textures;
        EXPECT_EQ(chosen(textures, {"png.png", "dot.png", "real.tga"}), "dot") << textures;
        EXPECT_EQ(chosen(textures, {"gone.png", "tga.tga", "png.png"}), "tga") << textures;
        EXPECT_EQ(chosen(textures, {"gone.pcx", "cut.pcx", "rle.bmp", "real.tga"}), "real") << textures;
        EXPECT_EQ(chosen(textures, {"gone.pcx", "cut.pcx", "rle.bmp"}), "cut") << textures;
    }
    EXPECT_EQ(chosen("reference", {"cut.pcx", "real.tga"}), "cut") << "the program decodes it";
}

TEST_F(Skins, OfOneImageAreMasksByTheirOwnTriangles) {
    Md2Builder model = anachronoxModel(0);
    model.skins = {"skin.png", "SKIN.png"};
    // The sides show the left half, the base the right one.
    for (std::size_t corner = 0; corner < 18; ++corner) {
        const std::size_t at = 10 * (corner / 3) + 1 + 3 * (corner % 3);
        const float left = corner < 12 ? 0.0f : 0.6f;
        model.glCommands[at] = word(corner % 3 == 1 ? left + 0.4f : left);
        model.glCommands[at + 1] = word(corner % 3 == 2 ? 1.0f : 0.0f);
    }
    const TemporaryFolder root;
    root.put("tris.md2", model.bytes());
    root.put("skin.png", encodePng(image(50, 100, 0)).value());
    const aiScene* const scene = sceneOfFile(*importer_, root / "tris.md2");
    ASSERT_EQ(scene->mNumMaterials, 2u);
    EXPECT_EQ(alphaMode(*scene->mMaterials[0]), "OPAQUE");
    EXPECT_EQ(alphaMode(*scene->mMaterials[1]), "MASK");
}

TEST_F(Skins, AChoiceOrAnImageThatDoesNotExistIsAnError) {
    files_["text.png"] = {'t', 'e', 'x', 't'};
    for (const auto& [choice, reason] :
         {std::pair("3", "IMPORT_MD2_SKIN is \"3\", expected 0 to 2 or one of red, blue"),
          {"-1", "IMPORT_MD2_SKIN is \"-1\", expected 0 to 2 or one of red, blue"},
          {"green", "IMPORT_MD2_SKIN is \"green\", expected 0 to 2 or one of red, blue"},
          {"a/gone", "the file a/gone cannot be opened (IMPORT_MD2_SKIN)"},
          {"text.png", "the file text.png is no image (IMPORT_MD2_SKIN)"}}) {
        importer_ = makeImporter({{ASSIMP_MD2_CONFIG_SKIN, choice}});
        EXPECT_THROW(import({"a/red.pcx", "a/red.pcx", "a/blue.pcx"}), std::runtime_error);
        EXPECT_EQ(importer_->GetErrorString(), "MD2: " + std::string(reason));
    }
}

TEST_F(Skins, MayBeAnImageThatTheProgramNames) {
    files_["game/models/pear/a.png"] = pngFile();
    files_["elsewhere/a.png"] = encodePng(image(20, 30, 0)).value();
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_SKIN, "elsewhere/a.png");
    const aiScene* const scene = import({"a.png"});
    ASSERT_EQ(scene->mNumMaterials, 2u);
    EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, 1u);
    EXPECT_EQ(nameOf(*scene, 1), "a_2");
    EXPECT_EQ(textureOf(*scene, 0), "a.png") << "stays an alternative";
    EXPECT_EQ(textureOf(*scene, 1), "*0");
    EXPECT_EQ(embeddedBytes(*scene->mTextures[0]), files_["elsewhere/a.png"]);
}

TEST(SkinsInFolders, ThatTheProgramNamesAreReadAsTheyAreInTheFileSystem) {
    const TemporaryFolder root;
    root.put("model/tris.md2", modelWithSkins({"a.png"}));
    root.put("model/a.png", pngFile());
    root.put("b.png", pngFile());
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_SKIN, root / "b.png"}});
    const aiScene* const scene = sceneOfFile(*importer, root / "model/tris.md2");
    EXPECT_EQ(scene->mMeshes[0]->mMaterialIndex, 1u);
    EXPECT_EQ(scene->mNumTextures, 1u);
}

TEST(SkinsInFolders, WithIconsAreAddedToThoseOfTheFile) {
    const TemporaryFolder root;
    root.put("tris.md2", modelWithSkins({"gone.pcx", "red.pcx"}));
    for (const char* const name : {"red.pcx", "red_i.pcx", "blue.pcx", "blue_i.pcx", "green.pcx"}) {
        root.put(name, pcxFile());
    }
    // The same skins for newer programs
    root.put("red.png", pngFile());
    root.put("blue.png", pngFile());
    const auto names = [&](const char* skins) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_SKINS, skins}});
        const aiScene* const scene = sceneOfFile(*importer, root / "tris.md2");
        EXPECT_EQ(nameOf(*scene, scene->mMeshes[0]->mMaterialIndex), "red");
        Lines materials;
        for (unsigned int i = 0; i < scene->mNumMaterials; ++i) {
            materials.push_back(nameOf(*scene, i));
        }
        return materials;
    };
    EXPECT_EQ(names("named"), (Lines{"gone", "red"}));
    EXPECT_EQ(names("folder"), (Lines{"gone", "red", "blue"}));
    for (int i = 0; i < 70; ++i) {
        root.put(std::to_string(i) + ".pcx", pcxFile());
        root.put(std::to_string(i) + "_i.pcx", pcxFile());
    }
    EXPECT_EQ(names("folder").size(), 66u);
}

/// An IOSystem of the program that has the bytes of a local file, and its own skin.
TEST(SkinsInFolders, OfAnotherIOSystemAreNotThoseOfTheFileSystem) {
    const TemporaryFolder root;
    const Bytes model = modelWithSkins({"a.png", "b.png"});
    root.put("tris.md2", model);
    root.put("a.png", pngFile());
    auto* const files = new MemoryFiles;
    files->files = {{root / "tris.md2", model}, {root / "b.png", pngFile()}};
    const auto importer = makeImporter();
    importer->SetIOHandler(files); // owns it
    const aiScene* const scene = sceneOfFile(*importer, root / "tris.md2");
    EXPECT_EQ(nameOf(*scene, scene->mMeshes[0]->mMaterialIndex), "b");
}

TEST_F(Skins, EmbedEmbedsEveryImageFound) {
    const Bytes jpeg = jpegHeader({8, 4});
    files_["game/models/pear/a.png"] = pngFile();
    files_["game/models/pear/b.jpg"] = jpeg;
    files_["game/models/pear/c.tga"] = tgaFile(rgbaImage(4, 4));
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "embed");
    const aiScene* const scene = import({"a.pcx", "gone.pcx", "b.pcx", "c.tga"});
    ASSERT_EQ(scene->mNumTextures, 3u);
    EXPECT_EQ(embeddedBytes(*scene->mTextures[0]), pngFile());
    EXPECT_EQ(embeddedBytes(*scene->mTextures[1]), jpeg);
    EXPECT_STREQ(scene->mTextures[1]->achFormatHint, "jpg");
    EXPECT_EQ(rgbaPixels(*decodeWithLibpng(embeddedBytes(*scene->mTextures[2]))),
              rgbaPixels(rgbaImage(4, 4)));
    EXPECT_EQ(textureOf(*scene, 0), "*0");
    EXPECT_EQ(textureOf(*scene, 1), "gone.pcx");
    EXPECT_EQ(textureOf(*scene, 2), "*1");
    EXPECT_EQ(textureOf(*scene, 3), "*2");
}

TEST_F(Skins, MayBeReferencedOrOnlyNamed) {
    files_["game/models/pear/a.pcx"] = pcxFile();
    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "reference");
    const aiScene* scene = import({"models\\pear\\A.pcx"});
    EXPECT_EQ(scene->mNumTextures, 0u);
    EXPECT_EQ(textureOf(*scene, 0), "a.pcx");

    importer_->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, "names");
    WarningLog log;
    scene = import({"models\\pear\\A.pcx"});
    EXPECT_EQ(textureOf(*scene, 0), "models\\pear\\A.pcx");
    EXPECT_EQ(log.lines(), Lines());
    for (const std::string& path : opened()) {
        EXPECT_EQ(path, "game/models/pear/tris.md2");
    }
}

TEST_F(Skins, WithADigitAreThoseOfTheNumbersInTheFolder) {
    const TemporaryFolder root;
    for (const char* const name : {"tris0.png", "tris1.png", "tris2.png"}) {
        root.put(name, pngFile());
    }
    root.put("tris.md2", modelWithSkins({"players/tris/tris1.bmp"}));
    const aiScene* scene = sceneOfFile(*importer_, root / "tris.md2");
    ASSERT_EQ(scene->mNumMaterials, 3U);
    EXPECT_EQ(nameOf(*scene, scene->mMeshes[0]->mMaterialIndex), "tris0");
    root.put("tris.md2", modelWithSkins({"players/tris/tris0.bmp", "tris1.bmp"}));
    scene = sceneOfFile(*importer_, root / "tris.md2");
    EXPECT_EQ(scene->mNumMaterials, 2U) << "the names have the first number";
}

/// The grey palette of some players' skins, whose pixels are indices of the game's palette.
TEST_F(Skins, OfPlayersWithAGreyPaletteHaveTheGamesPalette) {
    Image image = paletteImage(4, 1);
    for (unsigned i = 0; i < 256; ++i) {
        const auto level = static_cast<std::uint8_t>(i);
        image.palette[i] = {level, level, level};
    }
    image.pixels = {1, 208, 254, 255};
    PcxBuilder pcx;
    const auto import = [&](std::size_t frames, const std::vector<std::string>& names = {}) {
        files_["game/tris.pcx"] = pcx.build(image);
        Md2Builder model = smallModel(frames, "frame");
        model.skins = names;
        files_["game/tris.md2"] = model.bytes();
        auto* const files = new MemoryFiles;
        files->files = files_;
        importer_->SetIOHandler(files);
        const WarningLog log(true);
        const aiScene* const scene = sceneOfFile(*importer_, "game/tris.md2");
        const Bytes pixels = rgbaPixels(*decodeWithLibpng(embeddedBytes(*scene->mTextures[0])));
        EXPECT_EQ(log.text().find("the game's palette is used (1): tris.pcx") != std::string::npos,
                  pixels != rgbaPixels(image));
        return pixels;
    };
    const Bytes colours = {0x0f, 0x0f, 0x0f, 255, 0x00, 0xff, 0x00, 255, //
                           0x87, 0x6b, 0x57, 255, 0x87, 0x6b, 0x57, 255};
    EXPECT_EQ(import(198), colours);
    EXPECT_EQ(import(1, {"Models\\weapons\\g_launch\\tris.pcx"}), colours) << "below models/";
    EXPECT_EQ(import(197), rgbaPixels(image)) << "no player";
    EXPECT_EQ(import(197, {"players/a/tris.pcx"}), rgbaPixels(image)) << "not below models/";
    pcx.palette = PcxPalette::WithoutMarker;
    EXPECT_EQ(import(198), colours) << "without the marker";
    image.palette[7].blue = 8;
    EXPECT_EQ(import(198), rgbaPixels(image)) << "almost grey";
}

TEST_F(Skins, AnImageThatIsNotEmbeddedIsReferencedWithAWarning) {
    Bytes damaged = pcxFile();
    damaged.resize(100);
    Bytes bomb = tgaFile(rgbImage(4, 4)); // a run of 128 pixels takes two to five bytes
    bomb[2] = 10;
    bomb[12] = bomb[14] = 0x80;
    bomb[13] = bomb[15] = 0x3E; // 16000
    bomb.resize(1 << 20, 0xFF);
    const std::pair<Bytes, const char*> cases[] = {
        {damaged, "a.pcx: PCX: the header is truncated, or the right or bottom edge is before the left or "
                  "top edge"},
        {bomb, "a.pcx: the image has 16000 × 16000 pixels, expected at most 16777216 in all"},
        {bmpFile(rgbImage(1024, 1024), 24),
         "the file game/models/pear/a.pcx has 4 MiB, expected at most 1 MiB"}};
    importer_->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 1);
    for (const auto& [file, reason] : cases) {
        files_["game/models/pear/a.pcx"] = file;
        WarningLog log;
        EXPECT_EQ(textureOf(*import({"a.pcx"}), 0), "a.pcx");
        EXPECT_EQ(log.lines(), Lines{"MD2: skins: images that are not embedded and stay references (1): " +
                                     std::string(reason)});
    }
}

TEST_F(Skins, DecodedPixelsOfAllSkinsAreLimitedTogether) {
    const Bytes image = PcxBuilder().build(paletteImage(800, 800));
    for (const char* const name : {"a", "b", "c"}) {
        files_["game/models/pear/" + std::string(name) + ".pcx"] = image;
    }
    importer_->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, 1);
    const aiScene* const scene = import({"a.pcx", "b.pcx", "c.pcx"});
    EXPECT_EQ(scene->mNumTextures, 1u);
    EXPECT_EQ(textureOf(*scene, 2), "c.pcx");
}

TEST_F(Skins, FromMemoryNothingIsSearchedFor) {
    const Bytes model = modelWithSkins({"models\\pear\\a.pcx"});
    auto* const files = new MemoryFiles;
    importer_->SetIOHandler(files); // owns it
    EXPECT_EQ(textureOf(*sceneOf(*importer_, model), 0), "models/pear/a.pcx");
    EXPECT_EQ(files->askedFor, std::vector<std::string>());
}

TEST(SkinsInFolders, AGitLfsPointerIsNamedAsSuch) {
    const TemporaryFolder root;
    const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    root.put("skin.png", Bytes(pointer.begin(), pointer.end()));
    root.put("tris.md2", modelWithSkins({"skin.pcx"}));
    const auto importer = makeImporter();
    const WarningLog log;
    sceneOfFile(*importer, root / "tris.md2");
    EXPECT_EQ(
        log.lines(),
        (Lines{
            "MD2: skins: Git LFS pointers in place of images; git lfs pull fetches the images (1): skin.png",
            "MD2: skins: not found (1): skin.pcx"}));
}

/// Which file a texture path means is recorded, so that an export reads that file and no other.
TEST(SkinsInFolders, TheIdentityOfTheFileIsInTheMaterial) {
    const TemporaryFolder root;
    root.put("a.png", pngFile());
    root.put("tris.md2", modelWithSkins({"a.png", "gone.png"}));
    const auto importer = makeImporter();
    const aiScene* const scene = sceneOfFile(*importer, root / "tris.md2");
    const auto recorded = [&](unsigned int material) -> std::optional<std::array<std::uint64_t, 2>> {
        const aiMaterialProperty* property = nullptr;
        if (aiGetMaterialProperty(scene->mMaterials[material], ASSIMP_MD2_MATKEY_FILE_IDENTITY, &property) !=
            aiReturn_SUCCESS) {
            return std::nullopt;
        }
        std::array<std::uint64_t, 2> numbers = {};
        EXPECT_EQ(property->mDataLength, sizeof numbers);
        std::memcpy(numbers.data(), property->mData, sizeof numbers);
        return numbers;
    };
    ASSERT_TRUE(recorded(0));
    EXPECT_TRUE(*recorded(0) == LocalFile::open(root / "a.png")->identity());
    EXPECT_FALSE(recorded(1));
}

TEST_F(Skins, OfTheReferencedImagesOfAForeignIOSystemOnlyTheChosenIsOpenedForItsAlpha) {
    for (const char* const name : {"a.png", "b.png", "c.png"}) {
        files_[std::string("game/models/pear/") + name] = pngFile();
    }
    import({"a.png", "b.png", "c.png"});
    const auto isImage = [](const std::string& path) { return path.find(".png") != std::string::npos; };
    EXPECT_EQ(std::count_if(opened().begin(), opened().end(), isImage), 1);
}

} // namespace
} // namespace assimp_md2::inner::test
