// SPDX-License-Identifier: BSD-3-Clause
// The images of skins, their sizes in the header, and texture coordinates.
#include "maker/md2/export_fixture.h"

#include <assimp/GltfMaterial.h>

namespace assimp_md2::inner::test {
namespace {

class Md2Skins : public Md2Export {
protected:
    /// A square with a texture.
    ScenePointer squareWith(const std::string& texture, ImageSize size) {
        ScenePointer scene = movingSquare({});
        addTexture(*scene->mMaterials[0], texture);
        folder_.put("players/knight/" + texture, tgaFile(rgbImage(size.width, size.height)));
        return scene;
    }
};

/// The size in the header.
ImageSize skinSize(const Bytes& model) {
    return {static_cast<std::uint32_t>(valueAt(model, field::kSkinwidth)),
            static_cast<std::uint32_t>(valueAt(model, field::kSkinheight))};
}

/// A glTF file of a triangle whose texture has KHR_texture_transform.
std::string gltfWithTransform(const std::string& transform) {
    // Positions (0,0,0), (1,0,0), (0,1,0) and texture coordinates (0,0), (1,0), (0,0.5), as base64.
    return R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_texture_transform"],
      "scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]}],
      "materials":[{"doubleSided":true,"alphaMode":"BLEND","pbrMetallicRoughness":{
        "baseColorFactor":[1,0.5,1,1],
        "baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":)" +
           transform +
           R"(}}}}],
      "textures":[{"source":0}],"images":[{"uri":"red.png"}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
        {"bufferView":1,"componentType":5126,"count":3,"type":"VEC2"}],
      "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":24}],
      "buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,)"
           "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAA/"
           R"("}]})";
}

TEST_F(Md2Skins, AModelAndItsWeaponKeepTheirOwnSkinFilesAndSizes) {
    Md2Builder player = smallModel(1);
    player.skins = {"models/imp/red.pcx", "models/imp/blue.pcx"};
    Md2Builder weapon = player;
    weapon.skins = {"models/imp/mace.pcx"};
    weapon.skinwidth = 128;
    weapon.skinheight = 64;
    Md2Builder plain = weapon; // has no skins, which are no grey image
    plain.skins = {};
    folder_.put("models/imp/player.md2", player.bytes());
    folder_.put("models/imp/weapon.md2", weapon.bytes());
    folder_.put("models/imp/plain.md2", plain.bytes());
    for (const char* const skin : {"red", "blue", "mace"}) {
        folder_.put("models/imp/" + std::string(skin) + ".pcx", encodePcx(paletteImage(64, 32, 200)));
    }
    const auto expectExport = [&](const std::string& weaponFile, const std::string& meshes,
                                  const Md2Builder& source, const Strings& files) {
        SCOPED_TRACE(weaponFile + " " + meshes);
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_WEAPON, weaponFile}});
        const aiScene* const scene = sceneOfFile(*importer, folder_ / "models/imp/player.md2");
        std::filesystem::remove_all(folder_.path() / "players");
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, meshes);
        expectSameModel(written(*scene), source.bytes());
        EXPECT_EQ(skinSize(file("players/knight/tris.md2")), skinSize(source.bytes()));
        EXPECT_EQ(filesBesideModel(), files);
    };
    expectExport("weapon.md2", "weapon", weapon, {"mace.png", "tris.md2"});
    expectExport("weapon.md2", "player", player, {"blue.png", "red.png", "tris.md2"});
    expectExport("plain.md2", "plain", plain, {"tris.md2"});
    folder_.put("models/imp/player.md2", plain.bytes());
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_WEAPON, "plain.md2"}});
    std::filesystem::remove_all(folder_.path() / "players");
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "");
    written(*sceneOfFile(*importer, folder_ / "models/imp/player.md2"));
    EXPECT_EQ(filesBesideModel(), Strings{"tris.md2"});
}

TEST_F(Md2Skins, OneTextureIsTheSkin) {
    const auto scene = squareWith("skins/Knight Red.tga", {120, 60});
    const Bytes file = written(*scene);
    EXPECT_EQ(skinsOf(file), Strings{"players/knight/knight_red.pcx"});
    EXPECT_EQ(skinSize(file), (ImageSize{120, 60}));
    EXPECT_EQ(filesBesideModel(), (Strings{"knight_red.png", "skins", "tris.md2"}));
    EXPECT_EQ(brokenGameRules(file), Strings{});
}

TEST_F(Md2Skins, TheMiddleOfATexelOfAPaletteStaysInIt) {
    for (const ImageSize size : {ImageSize{1, 64}, ImageSize{256, 1}, ImageSize{16, 16}}) {
        const auto scene = squareWith("palette.tga", size);
        const aiVector3D middle(
            (static_cast<ai_real>(size.width / 2) + ai_real(0.5)) / static_cast<ai_real>(size.width),
            1 - (static_cast<ai_real>(size.height / 2) + ai_real(0.5)) / static_cast<ai_real>(size.height),
            0);
        std::fill_n(scene->mMeshes[0]->mTextureCoords[0], 4, middle);
        const Bytes model = written(*scene);
        const auto [s, t] = *coordinatesOf(model).rbegin();
        const ImageSize units = skinSize(model);
        EXPECT_EQ(s * static_cast<int>(2 * size.width),
                  static_cast<int>((size.width / 2 * 2 + 1) * units.width))
            << size.width;
        EXPECT_EQ(t * static_cast<int>(2 * size.height),
                  static_cast<int>((size.height / 2 * 2 + 1) * units.height));
        const Bytes png = file("players/knight/palette.png");
        EXPECT_EQ(imageSize(slice(png)), size);
        std::filesystem::remove(folder_.path() / "players/knight/palette.png");
    }
}

TEST_F(Md2Skins, AHighTextureIsSmallerInTheHeaderOnly) {
    const auto scene = squareWith("red.tga", {500, 600});
    const Bytes inGame = written(*scene);
    EXPECT_EQ(brokenGameRules(inGame), Strings{});
    EXPECT_EQ(skinSize(inGame), (ImageSize{400, 480}));
    EXPECT_EQ(*coordinatesOf(inGame).rbegin(), std::make_pair(400, 480));
    const Bytes png = file("players/knight/red.png");
    EXPECT_EQ(imageSize(slice(png)), (ImageSize{500, 600}));

    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    EXPECT_EQ(skinSize(written(*scene)), (ImageSize{500, 600}));
}

TEST_F(Md2Skins, APcxIsOneThatTheGameLoads) {
    usePalette();
    const auto scene = squareWith("red.tga", {1280, 600});
    const Bytes model = written(*scene);
    EXPECT_EQ(skinSize(model), (ImageSize{640, 300}));
    const Bytes pcx = file("players/knight/red.pcx");
    EXPECT_EQ(imageSize(slice(pcx)), (ImageSize{640, 300}));
}

TEST_F(Md2Skins, AnImportedModelWithAHighSkinFitsTheGame) {
    Md2Builder model = smallModel(1);
    model.skinwidth = 512;
    model.skinheight = 1024;
    const auto importer = makeImporter();
    const aiScene* const scene = importBytes(*importer, model.bytes());
    const WarningLog log;
    const Bytes inGame = written(*scene);
    EXPECT_EQ(skinSize(inGame), (ImageSize{240, 480}));
    // GL commands are exact: the centres of the pixels of the original skin.
    std::size_t corners = 0;
    const View view = viewOf(inGame);
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& vertices, std::size_t) {
        for (const GlVertex& vertex : vertices) {
            corners += std::any_of(model.st.begin(), model.st.end(), [&](const auto& st) {
                return std::abs(vertex.s * 512 - 0.5f - st[0]) < 1e-3f &&
                       std::abs(vertex.t * 1024 - 0.5f - st[1]) < 1e-3f;
            });
        }
    });
    EXPECT_EQ(corners, 3 * model.triangles.size());
    EXPECT_TRUE(hasOneLineWith(log, "240 × 480 instead of 512 × 1024"));
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    expectSameModel(written(*scene), model.bytes());
}

TEST_F(Md2Skins, ColoursOfGltfAreLinear) {
    auto scene = movingSquare({});
    const aiColor4D colour(0.2140f, 1, 0, 1);
    scene->mMaterials[0]->AddProperty(&colour, 1, AI_MATKEY_COLOR_DIFFUSE);
    const auto skin = [&] {
        std::filesystem::remove(folder_.path() / "players/knight/knight.png");
        written(*scene);
        return decodeWithLibpng(file("players/knight/knight.png")).value().pixels;
    };
    EXPECT_EQ(skin().at(0), 55);
    scene->mMetaData = aiMetadata::Alloc(1);
    scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString(std::string("glTF2 Importer")));
    const Bytes pixels = skin();
    EXPECT_EQ(Bytes(pixels.begin(), pixels.begin() + 3), (Bytes{127, 255, 0}));
}

TEST_F(Md2Skins, TransparencyAndEmissionAreLeftOutWithAWarning) {
    auto scene = movingSquare({});
    const ai_real opacity = 0.5f;
    scene->mMaterials[0]->AddProperty(&opacity, 1, AI_MATKEY_OPACITY);
    const aiColor3D emission(0, 0.25f, 0);
    scene->mMaterials[0]->AddProperty(&emission, 1, AI_MATKEY_COLOR_EMISSIVE);
    const WarningLog log;
    written(*scene);
    EXPECT_EQ(
        log.lines(),
        (Strings{"MD2: skins: what an MD2 cannot have is left out (2): transparency of the material \"\"; "
                 "emission of the material \"\""}));
}

const aiColor4D kRed(1, 0, 0, 1);
const aiColor4D kGreen(0, 1, 0, 1);

void setColours(aiMesh& mesh, const std::vector<aiColor4D>& ofTriangles) {
    mesh.mColors[0] = new aiColor4D[mesh.mNumVertices];
    for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
        mesh.mColors[0][i] = ofTriangles[i / 3 % ofTriangles.size()];
    }
}

/// RGB at the first corner of a triangle.
Bytes colourOfTriangle(const Bytes& model, const Bytes& png, std::size_t triangle) {
    const View view = viewOf(model);
    const St st = view.st(view.triangle(triangle).st[0]);
    const Image image = decodeWithLibpng(png).value();
    const ImageSize header = skinSize(model);
    const auto pixel = [](std::int16_t value, std::uint32_t side, std::uint32_t inHeader) {
        return std::min(static_cast<std::uint32_t>(value) * side / inHeader, side - 1);
    };
    const std::uint8_t* const at =
        image.pixels.data() + 4 * (pixel(st.t, image.size.height, header.height) * image.size.width +
                                   pixel(st.s, image.size.width, header.width));
    return {at[0], at[1], at[2]};
}

TEST_F(Md2Skins, AMaterialThatOnlyGlowsShowsItsEmission) {
    auto scene = movingSquare({});
    aiMaterial& material = *scene->mMaterials[0];
    const aiColor4D black(0, 0, 0, 1);
    const aiColor4D white(1, 1, 1, 1);
    const aiColor3D emission(0, 1, 0);
    material.AddProperty(&black, 1, AI_MATKEY_COLOR_DIFFUSE);
    material.AddProperty(&emission, 1, AI_MATKEY_COLOR_EMISSIVE);
    const WarningLog log;
    const Bytes green = written(*scene);
    EXPECT_EQ(colourOfTriangle(green, file("players/knight/knight.png"), 0), (Bytes{0, 255, 0}));

    const aiString texture("glow.tga");
    material.AddProperty(&texture, AI_MATKEY_TEXTURE_EMISSIVE(0));
    material.AddProperty(&white, 1, AI_MATKEY_COLOR_DIFFUSE);
    folder_.put("players/knight/glow.tga", tgaFile(rgbImage(120, 60)));
    EXPECT_EQ(skinSize(written(*scene)), (ImageSize{120, 60}));
    EXPECT_EQ(log.lines(), Strings{});

    material.AddProperty(&kRed, 1, AI_MATKEY_COLOR_DIFFUSE);
    EXPECT_EQ(skinSize(written(*scene)), (ImageSize{256, 256})) << "red with lights";
}

TEST_F(Md2Skins, ColoursOfVerticesArePaintedForEachTriangle) {
    auto scene = sceneOf({{Point{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {Point{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}});
    setColours(*scene->mMeshes[0], {kRed, kGreen});
    const aiColor4D white(1, 1, 1, 1);
    scene->mMaterials[0]->AddProperty(&white, 1, AI_MATKEY_COLOR_DIFFUSE);
    const WarningLog log;
    const Bytes model = written(*scene);
    EXPECT_EQ(log.lines(), Strings{"MD2: skins: colours of vertices are painted, one for each triangle"});
    const Bytes skin = file("players/knight/knight.png");
    EXPECT_EQ(colourOfTriangle(model, skin, 0), (Bytes{255, 0, 0}));
    EXPECT_EQ(colourOfTriangle(model, skin, 1), (Bytes{0, 255, 0}));
}

TEST_F(Md2Skins, TooManyColoursOfVerticesBecomeTheMeanOfTheirMaterial) {
    auto scene = sceneOf(sphere(40, 40));
    std::vector<aiColor4D> colours;
    for (int i = 0; i < 3200; ++i) {
        colours.emplace_back(static_cast<float>(i % 256) / 255, static_cast<float>(i / 256) / 255, 0, 1);
    }
    setColours(*scene->mMeshes[0], colours);
    const WarningLog log;
    EXPECT_EQ(coordinatesOf(written(*scene)).size(), 2u) << "the second fills up what games expect";
    EXPECT_TRUE(contains(log.text(), "there are too many colours of vertices; each material has their mean"));
}

TEST_F(Md2Skins, ATextureHasTheMeanColourOfItsVertices) {
    auto scene = squareWith("red.tga", {8, 8});
    setColours(*scene->mMeshes[0], {kGreen});
    const Bytes model = written(*scene);
    const Bytes colour = colourOfTriangle(model, file("players/knight/red.png"), 0);
    EXPECT_EQ(colour[0] + colour[2], 0);
}

class Md2Transparency : public Md2Skins {
protected:
    /// A red square, and at some distance another one whose texture is green on the left and clear on the
    /// right.
    ScenePointer squares(float distance, std::uint32_t greenColumns) {
        Image image = rgbaImage(16, 16);
        for (std::size_t i = 0; i < image.size.pixels(); ++i) {
            const std::uint8_t alpha = i % 16 < greenColumns ? 255 : 0;
            image.pixels[4 * i] = image.pixels[4 * i + 2] = 0;
            image.pixels[4 * i + 1] = image.pixels[4 * i + 3] = alpha;
        }
        folder_.put("players/knight/decal.png", pngFile(image));
        ScenePointer scene = squaresWithTextures({"", "decal.png"});
        scene->mMaterials[0]->AddProperty(&kRed, 1, AI_MATKEY_COLOR_DIFFUSE);
        const aiString mode("BLEND");
        scene->mMaterials[1]->AddProperty(&mode, AI_MATKEY_GLTF_ALPHAMODE);
        aiMesh& decal = *scene->mMeshes[1];
        for (unsigned int i = 0; i < 4; ++i) {
            decal.mVertices[i] = scene->mMeshes[0]->mVertices[i] + aiVector3D(0, 0, distance);
        }
        return scene;
    }

    /// The colours of the skin, as RGB.
    std::set<int> colours() const {
        const Image image = decodeWithLibpng(file("players/knight/knight.png")).value();
        std::set<int> found;
        for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
            found.insert(image.pixels[i] << 16 | image.pixels[i + 1] << 8 | image.pixels[i + 2]);
        }
        found.erase(0); // between the images of the atlas
        return found;
    }
};

TEST_F(Md2Transparency, WhatLiesBelowADecalIsPaintedOnIt) {
    const WarningLog log;
    EXPECT_EQ(viewOf(written(*squares(0, 4))).triangleCount(), 2u) << "two at one place would flicker";
    EXPECT_EQ(colours(), (std::set<int>{0xFF0000, 0x00FF00}));
    std::filesystem::remove(folder_.path() / "players/knight/knight.png");
    EXPECT_EQ(viewOf(written(*squares(0.05f, 4))).triangleCount(), 4u);
    EXPECT_EQ(colours(), (std::set<int>{0xFF0000, 0x00FF00}));
    EXPECT_FALSE(contains(log.text(), "transparency of ")) << "nothing is lost";
}

TEST_F(Md2Transparency, TrianglesThatAreMostlyClearAreLeftOut) {
    const WarningLog log;
    EXPECT_EQ(viewOf(written(*squares(5, 4))).triangleCount(), 2u);
    EXPECT_TRUE(hasOneLineWith(log, "transparency of "));
}

TEST_F(Md2Transparency, ClearTexelsAreNeverBlack) {
    EXPECT_EQ(viewOf(written(*squares(5, 13))).triangleCount(), 4u);
    EXPECT_EQ(colours(), (std::set<int>{0xFF0000, 0x00FF00}));
}

TEST_F(Md2Skins, TheTextureSelectsTheTextureCoordinates) {
    auto scene = movingSquare({});
    aiMesh& mesh = *scene->mMeshes[0];
    mesh.mNumUVComponents[1] = 2;
    mesh.mTextureCoords[1] = new aiVector3D[4]{{0, 0, 0}, {0.5f, 0, 0}, {0.5f, 0.5f, 0}, {0, 0.5f, 0}};
    const auto largestS = [&] { return coordinatesOf(written(*scene)).rbegin()->first; };
    EXPECT_EQ(largestS(), 256);
    const int channel = 1;
    scene->mMaterials[0]->AddProperty(&channel, 1, AI_MATKEY_UVWSRC(aiTextureType_DIFFUSE, 0));
    EXPECT_EQ(largestS(), 128);
}

TEST_F(Md2Skins, TheTextureTransformOfGltfIsApplied) {
    folder_.put("players/knight/red.png", pngFile(rgbImage(100, 100)));
    const auto corners = [&](const std::string& transform) {
        const std::string text = gltfWithTransform(transform);
        folder_.put("a.gltf", Bytes(text.begin(), text.end()));
        Assimp::Importer importer;
        return coordinatesOf(written(*sceneOfFile(importer, folder_ / "a.gltf")));
    };
    using Corners = std::set<std::pair<int, int>>;
    const WarningLog log;
    EXPECT_EQ(corners(R"({"offset":[0.1,0.2]})"), (Corners{{10, 20}, {110, 20}, {10, 70}}));
    EXPECT_EQ(corners(R"({"scale":[0.5,0.2],"offset":[0.1,0.2]})"), (Corners{{10, 20}, {60, 20}, {10, 30}}));
    // The specification: u' = cos u + sin v, v' = -sin u + cos v.
    EXPECT_EQ(corners(R"({"rotation":1.5707963,"offset":[0,1]})"), (Corners{{0, 100}, {0, 0}, {50, 100}}));
    EXPECT_FALSE(contains(log.text(), "transparency of ")) << "nothing is clear";
}

TEST_F(Md2Skins, AnAtlasWarnsIfAnyTextureIsMadeSmaller) {
    const auto scene = squaresWithTextures({"a.tga", "b.tga"});
    folder_.put("players/knight/a.tga", tgaFile(rgbImage(1, 1)));
    folder_.put("players/knight/b.tga", tgaFile(rgbImage(4096, 16)));
    const WarningLog log;
    written(*scene);
    EXPECT_TRUE(hasOneLineWith(log, "the textures are made smaller"));
}

TEST_F(Md2Skins, TexturesMayBeInAFolderOfTheirOwn) {
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "C:\\art\\red.tga");
    folder_.put("source/red.tga", tgaFile(rgbImage(120, 60)));
    {
        const WarningLog log;
        EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 256);
        EXPECT_TRUE(hasOneLineWith(log, "EXPORT_MD2_TEXTURES sets a folder of textures"));
    }
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "source");
    EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 120);
    for (const char* const other : {"source/textures/blue.tga", "textures/green.tga"}) {
        addTexture(*scene->mMaterials[0], other);
        folder_.put(other, tgaFile(rgbImage(240, 60)));
        EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 240) << other;
    }
    addTexture(*scene->mMaterials[0], "C:\\art\\red.tga");
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "players");
    EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 120) << "red.png of the export before";
    std::filesystem::remove(folder_.path() / "players/knight/red.png");
    EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 256);
}

TEST_F(Md2Skins, TexturesMayHaveAnotherExtensionThanTheirPath) {
    auto scene = movingSquare({});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "source");
    addTexture(*scene->mMaterials[0], "models/fatty_d.tga");
    folder_.put("source/fatty_d.png", pngFile(rgbImage(120, 60)));
    EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 120);
    folder_.put("source/fatty_d.tga", tgaFile(rgbImage(240, 60)));
    EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 240);
    addTexture(*scene->mMaterials[0], "models/fatty_d"); // as the shader of an MD5
    EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 120);
}

TEST_F(Md2Skins, SmallTexturesBesideALargeOneAreSampledInTheirPixels) {
    constexpr std::array<std::uint8_t, 4> kReds = {50, 100, 150, 200};
    Image black = rgbImage(64, 2048);
    std::fill(black.pixels.begin(), black.pixels.end(), std::uint8_t{0});
    Image small = rgbImage(2, 2);
    std::fill(small.pixels.begin(), small.pixels.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < kReds.size(); ++i) {
        small.pixels[3 * i] = kReds[i];
    }
    folder_.put("players/knight/large.tga", tgaFile(black));
    folder_.put("players/knight/small.tga", tgaFile(small));
    auto scene = emptyScene();
    addMaterial(*scene, "large.tga");
    addMaterial(*scene, "small.tga");
    for (unsigned int i = 0; i < 2; ++i) {
        aiMesh* const mesh = addSquare(*scene, "square" + std::to_string(i), 10 + i);
        mesh->mMaterialIndex = i;
        for (unsigned int k = 0; k < 4; ++k) { // in the middle of the small texture's pixels
            mesh->mTextureCoords[0][k] =
                mesh->mTextureCoords[0][k] * ai_real(0.5) + aiVector3D(0.25f, 0.25f, 0);
        }
        useMesh(addNode(scene->mRootNode, "node" + std::to_string(i)), i);
    }
    const Bytes model = written(*scene);
    const View view = viewOf(model);
    const auto skin = decodeWithLibpng(file("players/knight/knight.png"));
    ASSERT_TRUE(skin);
    ASSERT_EQ(valueAt(model, field::kSkinheight), 480);
    std::multiset<int> reds;
    for (std::size_t i = 0; i < view.stCount(); ++i) {
        const auto pixel = [&](int units) {
            return static_cast<std::size_t>(units * static_cast<int>(skin->size.height) / 480);
        };
        reds.insert(skin->pixels[4 * (pixel(view.st(i).t) * skin->size.width + pixel(view.st(i).s))]);
    }
    EXPECT_EQ(reds, (std::multiset<int>{0, 0, 0, 0, 50, 100, 150, 200}));
}

TEST_F(Md2Skins, RepeatedTexturesStayInTheirPartOfTheAtlas) {
    const auto scene = squaresWithTextures({"a.tga", "b.tga"});
    scene->mMeshes[1]->mTextureCoords[0][1].x = scene->mMeshes[1]->mTextureCoords[0][2].x = 2; // repeats
    folder_.put("players/knight/a.tga", tgaFile(rgbImage(40, 40)));
    folder_.put("players/knight/b.tga", tgaFile(rgbImage(40, 40)));
    std::set<int> columns;
    for (const auto& [s, t] : coordinatesOf(written(*scene))) {
        columns.insert(s);
    }
    ASSERT_EQ(columns.size(), 4u);
    const std::vector<int> sorted(columns.begin(), columns.end());
    EXPECT_EQ(sorted[1] - sorted[0], 40);
    EXPECT_EQ(sorted[3] - sorted[2], 40);
}

TEST_F(Md2Skins, AnImportedModelWithoutASkinSizeGetsOne) {
    Md2Builder model = smallModel(1);
    model.skinwidth = 0;
    const auto importer = makeImporter();
    const Bytes file = written(*importBytes(*importer, model.bytes()));
    EXPECT_EQ(skinSize(file), (ImageSize{256, 256}));
}

TEST_F(Md2Skins, APaletteMakesSkinsPcx) {
    usePalette();
    written(*movingSquare({}));
    const Bytes bytes = file("players/knight/knight.pcx");
    Warnings repairs;
    const auto skin = decodePcx(slice(bytes), {}, repairs);
    ASSERT_TRUE(skin);
    EXPECT_EQ(skin->size.width, 256u);
    ASSERT_EQ(skin->palette.size(), 256u);
    EXPECT_EQ(skin->palette[7].red, paletteImage(16, 16, 256).palette[7].red);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "none.pcx");
    EXPECT_NE(exportScene(*movingSquare({})).find("expected a PCX file with 256 colours"), std::string::npos);
}

TEST_F(Md2Skins, TextureCoordinatesAreMovedInside) {
    const WarningLog log;
    auto scene = movingSquare({});
    for (unsigned int i = 0; i < 4; ++i) {
        scene->mMeshes[0]->mTextureCoords[0][i] += aiVector3D(-3, 7, 0);
    }
    EXPECT_EQ(coordinatesOf(written(*scene)),
              (std::set<std::pair<int, int>>{{0, 0}, {0, 256}, {256, 0}, {256, 256}}));
    EXPECT_TRUE(log.lines().empty());
    scene->mMeshes[0]->mTextureCoords[0][1].x += 2;
    const int isTwoSided = 1;
    scene->mMaterials[0]->AddProperty(&isTwoSided, 1, AI_MATKEY_TWOSIDED);
    EXPECT_EQ(viewOf(written(*scene)).triangleCount(), 4u);
    EXPECT_TRUE(hasOneLineWith(log, "textures repeat within triangles, but a skin cannot repeat (1)"))
        << "backs";
}

} // namespace
} // namespace assimp_md2::inner::test
