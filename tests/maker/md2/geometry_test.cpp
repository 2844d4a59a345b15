// SPDX-License-Identifier: BSD-3-Clause
// Positions, normals, triangles and axes of an exported MD2.
#include "maker/md2/export_fixture.h"

#include <map>
#include <set>

namespace assimp_md2::inner::test {
namespace {

class Md2Geometry : public Md2Export {};

/// The metadata of an FBX file as Assimp's importer stores it: for each row the axis, and its sign.
void setFbxAxes(aiScene& scene, const std::array<std::pair<int, int>, 3>& coordUpFront) {
    scene.mMetaData = aiMetadata::Alloc(7);
    scene.mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString(std::string("Autodesk FBX Importer")));
    const char* const keys[] = {"CoordAxis",  "CoordAxisSign", "UpAxis",
                                "UpAxisSign", "FrontAxis",     "FrontAxisSign"};
    for (unsigned int i = 0; i < 6; ++i) {
        const auto& [axis, sign] = coordUpFront[i / 2];
        scene.mMetaData->Set(i + 1, keys[i], std::int32_t{i % 2 == 0 ? axis : sign});
    }
}

/// A square, and a smaller one above it that does not move.
ScenePointer squareWithSword() {
    ScenePointer scene = movingSquare({"stand"});
    addSquare(*scene, "blade", 5);
    useMesh(addNode(scene->mRootNode, "Sword.001", translation({0, 5, 0})), 1);
    return scene;
}

void standStill(const aiScene& scene) {
    scene.mAnimations[0]->mChannels[0]->mPositionKeys[1].mValue = {};
}

/// The smallest and the largest z of a frame.
std::pair<float, float> heightOf(const Bytes& file, std::size_t frame = 0) {
    const auto model = decodeNaively(file, "triangles").value();
    std::pair<float, float> range{1e9f, -1e9f};
    for (const auto& position : model.frames.at(frame).positions) {
        range = {std::min(range.first, position[2]), std::max(range.second, position[2])};
    }
    return range;
}

TEST_F(Md2Geometry, ModelsOfOneColourHaveThreeTextureCoordinates) {
    ScenePointer scene = emptyScene();
    aiMesh* const mesh = addMesh(*scene, "flat", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
    setFaces(*mesh, {{0, 1, 2}, {0, 2, 3}});
    useMesh(addNode(scene->mRootNode, "flat", {}), 0);
    EXPECT_EQ(viewOf(written(*scene)).stCount(), 3u);
}

TEST_F(Md2Geometry, TheGridSpansOnlyUsedVertices) {
    Md2Builder model = smallModel(2);
    for (FrameSource& frame : model.frames) {
        frame.vertices.push_back({255, 255, 255, 0});
        frame.vertices.push_back({0, 0, 0, 0});
    }
    const auto importer = makeImporter();
    const Bytes file = written(*importBytes(*importer, model.bytes()));
    const View view = viewOf(file);
    ASSERT_EQ(view.vertexCount(), 4u);
    const auto before = decodeNaively(model.bytes(), "triangles");
    const auto after = decodeNaively(file, "triangles");
    ASSERT_TRUE(before && after);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_LT(view.frame(i).scale[0], model.frames[i].scale[0]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_LE(view.frame(i).scale[axis], model.frames[i].scale[axis]);
            for (std::size_t k = 0; k < after->frames[i].positions.size(); ++k) {
                EXPECT_NEAR(after->frames[i].positions[k][axis], before->frames[i].positions[k][axis],
                            0.5f * view.frame(i).scale[axis] + 1e-5f);
            }
        }
    }
}

TEST_F(Md2Geometry, AnFbxFileIsTurnedByItsMetadata) {
    const auto extentOf = [&](const aiScene& scene) {
        const auto model = decodeNaively(written(scene));
        std::array<float, 3> most{};
        for (const auto& position : model->frames[0].positions) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                most[axis] = std::max(most[axis], std::abs(static_cast<float>(position[axis])));
            }
        }
        return most;
    };
    auto scene = movingSquare({}); // in the plane of x and y
    const std::array<float, 3> upright = {0, 10, 10};
    const std::array<float, 3> flat = {10, 10, 0};
    EXPECT_EQ(extentOf(*scene), upright);
    setFbxAxes(*scene, {{{0, 1}, {2, 1}, {1, -1}}});
    EXPECT_EQ(extentOf(*scene), flat);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_UP, "y");
    EXPECT_EQ(extentOf(*scene), upright);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_UP, "auto");
    // Assimp 6 has turned the root node already.
    scene->mRootNode->mTransformation = aiMatrix4x4(2, 0, 0, 0, 0, 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 1);
    EXPECT_EQ(extentOf(*scene), (std::array<float, 3>{20, 20, 0}));
    scene->mRootNode->mTransformation = {};
    scene->mMetaData->Set(1, "CoordAxis", std::int32_t{2}); // no rotation
    EXPECT_EQ(extentOf(*scene), upright);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_UP, "z");
    EXPECT_EQ(extentOf(*scene), flat);
}

TEST_F(Md2Geometry, FormatsWithKnownAxesAreTurned) {
    const auto scene = movingSquare({}); // in the plane of x and y
    scene->mMetaData = aiMetadata::Alloc(1);
    for (const auto& [format, size] : std::map<std::string, std::string>{
             {"Blender 3D Importer (http://www.blender3d.org)", "10 × 10 × 0"},
             {"Valve SMD Importer", "10 × 10 × 0"},
             {"Quake III Mesh Importer", "10 × 0 × 10, front from +X"},
             {"Quake Mesh / 3D GameStudio Mesh Importer", "10 × 0 × 10, front from +X"},
             {"Inter-Quake Model Importer", "10 × 0 × 10, front from +X"},
             {"Doom 3 / MD5 Mesh Importer", "10 × 0 × 10, front from +X"},
             {"BlitzBasic 3D Importer", "0 × 10 × 10, front from -Z"},
             {"Stereolithography (STL) Importer", "10 × 10 × 0, front from +Z"},
             {"Stanford Polygon Library (PLY) Importer", "10 × 10 × 0, front from +Z"},
             {"Collada Importer", "0 × 10 × 10, front from +Z"}}) {
        scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString(format));
        const std::string line = summaryOf([&] { written(*scene); });
        EXPECT_NE(line.find(size), std::string::npos) << format << ": " << line;
    }
    const auto blockbench = movingSquare({});
    blockbench->mMetaData = aiMetadata::Alloc(1);
    blockbench->mMetaData->Set(0, AI_METADATA_SOURCE_GENERATOR, aiString("Blockbench 5.1.4 glTF exporter"));
    EXPECT_TRUE(contains(summaryOf([&] { written(*blockbench); }), "front from -Z"));
    // A Half-Life model
    scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString("Quake Mesh / 3D GameStudio Mesh Importer"));
    scene->mRootNode->mName = "<MDL_root>";
    const std::string line = summaryOf([&] { written(*scene); });
    EXPECT_TRUE(contains(line, "0 × 10 × 10, front from -Z"));

    scene->mRootNode->mName = "Root";
    scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString("Direct3D XFile Importer"));
    EXPECT_TRUE(contains(summaryOf([&] { written(*scene); }), "front from +Z"));
    scene->mRootNode->mTransformation = scaling({1, 1, -1});
    EXPECT_TRUE(contains(summaryOf([&] { written(*scene); }), "front from -Z")) << "of Blender";
}

TEST_F(Md2Geometry, ZIsUpAndFrontFacesAreClockwiseAlsoInAMirroredNode) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    for (const double x : {1, -1}) {
        const auto scene = movingSquare({});
        scene->mRootNode->mChildren[0]->mTransformation = scaling({x, 1, 1});
        const auto model = decodeNaively(written(*scene), "triangles");
        ASSERT_TRUE(model);
        // (x, y, z) becomes (x, -z, y): the square faces -y.
        EXPECT_EQ(model->frames[0].normals[0], (std::array<float, 3>{0, -1, 0}));
        const auto& p = model->frames[0].positions;
        const auto edge = [&](std::size_t to, std::size_t axis) { return p[to][axis] - p[0][axis]; };
        // Clockwise seen from the front: the cross product of the edges points away from it.
        EXPECT_GT(edge(1, 2) * edge(2, 0) - edge(1, 0) * edge(2, 2), 0);
    }
}

TEST_F(Md2Geometry, NormalsThatContradictTheTrianglesAreComputed) {
    const auto scene = movingSquare({});
    const auto normals = [&] { return decodeNaively(written(*scene), "triangles")->frames[0].normals; };
    const auto right = normals();
    aiMesh& mesh = *scene->mMeshes[0];
    std::for_each(mesh.mNormals, mesh.mNormals + mesh.mNumVertices, [](aiVector3D& normal) { normal *= -1; });
    const WarningLog log;
    EXPECT_EQ(normals(), right);
    EXPECT_TRUE(hasOneLineWith(log, "normals of the source are wrong"));
}

TEST_F(Md2Geometry, TheFrontIsAProperty) {
    const auto normal = [&](const char* front) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, front);
        return decodeNaively(written(*movingSquare({})), "triangles")->frames[0].normals[0];
    };
    // The square faces +Z.
    EXPECT_EQ(normal("auto"), (std::array<float, 3>{1, 0, 0}));
    EXPECT_EQ(normal("z"), (std::array<float, 3>{1, 0, 0}));
    EXPECT_EQ(normal("x"), (std::array<float, 3>{0, -1, 0}));
    EXPECT_EQ(normal("-z"), (std::array<float, 3>{-1, 0, 0}));
    EXPECT_EQ(normal("-x"), (std::array<float, 3>{0, 1, 0}));
}

TEST_F(Md2Geometry, TheOffsetIsAProperty) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_SCALE, 2);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_OFFSET, "1, 2.5,-24");
    const Bytes file = written(*movingSquare({}));
    // The corner at the origin of a square of 10 units.
    EXPECT_EQ(viewOf(file).frame(0).translate, (std::array<float, 3>{1, 2.5f, -24}));
    EXPECT_FLOAT_EQ(viewOf(file).frame(0).scale[0], 20.0f / 255);
}

TEST_F(Md2Geometry, MeshesAreChosenByNamesOfMeshesOrNodes) {
    const auto scene = squareWithSword();
    const auto triangles = [&](const char* meshes) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, meshes);
        return viewOf(written(*scene)).triangleCount();
    };
    const auto frames = [&] { return frameNames(file("players/knight/tris.md2")).size(); };
    EXPECT_EQ(triangles(""), 4u);
    for (const char* const one :
         {"*sword*", "BLADE", "sword.00?", "!square", "*,!square", "blade,Sword.001"}) {
        EXPECT_EQ(triangles(one), 2u) << one;
        // The frames are those of the whole scene.
        EXPECT_EQ(frames(), 11u) << one;
    }
    EXPECT_EQ(triangles("sword*,square"), 4u);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "shield,!axe");
    EXPECT_EQ(exportScene(*scene), "MD2: no mesh is chosen; the scene has these nodes and meshes: "
                                   "square (square), Sword.001 (blade)");
    const WarningLog log;
    EXPECT_EQ(triangles("blade,sh?eld"), 2u);
    EXPECT_TRUE(hasOneLineWith(log, "meshes: names that no mesh has (1): sh?eld"));
}

TEST_F(Md2Geometry, TheHeightIsThatOfTheWholeSceneInTheFirstFrame) {
    const auto scene = squareWithSword();
    const auto expectRange = [&](float low, float high) {
        const auto [least, most] = heightOf(written(*scene));
        EXPECT_NEAR(least, low, 1e-4);
        EXPECT_NEAR(most, high, 1e-4);
    };
    properties_.SetPropertyInteger(ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, 56);
    expectRange(0, 56); // of the square, 10 units high
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_OFFSET, "0,0,3");
    expectRange(3, 59);
    EXPECT_NEAR(heightOf(file("players/knight/tris.md2"), 10).first, 31, 1e-3); // the sword does not move
    standStill(*scene);
    for (const char* const clips : {"player", "weapon"}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "");
        expectRange(-24 + 3, 32 + 3);
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "*sword*");
        expectRange(4 + 3, 32 + 3);
    }
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_UP, "z");
    EXPECT_EQ(exportScene(*scene),
              "MD2: EXPORT_MD2_HEIGHT is set, but the scene has no height in its first frame");
}

/// Of 40 frames, the sword is the lowest in most, and the square rises from 0 to 20.
TEST_F(Md2Geometry, TheHeightOfAPlayerIsTheMedianOfStand) {
    properties_.SetPropertyInteger(ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, 56);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player");
    const auto [low, high] = heightOf(written(*squareWithSword()), 20);
    EXPECT_NEAR(low, -24, 0.5); // rounded
    EXPECT_NEAR(high, 32, 0.5);
}

TEST_F(Md2Geometry, TheFramesOfAClipOfAPlayerOrWeaponShareOneGrid) {
    const auto scene = movingSquare({"stand", "jump"});
    // Jumps five times as high.
    scene->mAnimations[1]->mChannels[0]->mPositionKeys[1].mValue *= 5;
    for (const char* const clips : {"player", "weapon", ""}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
        const Bytes file = written(*scene);
        const View view = viewOf(file);
        const bool isShared = *clips != '\0';
        EXPECT_EQ(view.frame(5).translate == view.frame(0).translate, isShared) << clips;
        EXPECT_FLOAT_EQ(view.frame(0).scale[2], (isShared ? 30.0f : 10.0f) / 255) << clips;
        if (isShared) {
            EXPECT_EQ(view.frame(39).scale, view.frame(0).scale);
            EXPECT_EQ(view.frame(71).translate, view.frame(66).translate);
            EXPECT_FLOAT_EQ(view.frame(66).scale[2], 110.0f / 255) << "jump";
        }
    }
}

TEST_F(Md2Geometry, APlayerFromAnMd2KeepsItsGrids) {
    Md2Builder model = smallModel(198);
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        model.frames[i].scale[0] = 1 + static_cast<float>(i) / 64;
        model.frames[i].vertices[0] = {0, 0, 0, 5};
        model.frames[i].vertices[1] = {255, 255, 255, 5};
    }
    const Bytes original = model.bytes();
    const auto importer = makeImporter();
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player");
    const Bytes file = written(*sceneOf(*importer, original));
    for (std::size_t i = 0; i < 198; ++i) {
        EXPECT_FLOAT_EQ(viewOf(file).frame(i).scale[0], viewOf(original).frame(i).scale[0]) << i;
    }
}

TEST_F(Md2Geometry, EqualVerticesAreMergedOnlyIfEqualInAllFrames) {
    auto scene = emptyScene();
    aiNode* const node = addNode(scene->mRootNode, "square");
    addSquare(*scene, "square");
    useMesh(node, 0);
    // A second square at the same place, which moves.
    aiNode* const other = addNode(scene->mRootNode, "other");
    useMesh(other, 0);
    addMaterial(*scene, "");
    const auto vertexCount = [&] { return valueAt(written(*scene), field::kNumVertices); };
    EXPECT_EQ(vertexCount(), 4);
    setPositions(addChannel(addAnimation(*scene, "part", 1), "other"), {{0, {0, 0, 0}}, {1, {0, 0, 9}}});
    EXPECT_EQ(vertexCount(), 8);
}

TEST_F(Md2Geometry, AMeshWithNormalsKeepsThemBesideOneWithout) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    auto scene = movingSquare({});
    // Upwards, unlike its triangles.
    std::fill_n(scene->mMeshes[0]->mNormals, 4, aiVector3D(0, 1, 0));
    aiMesh* const other = addSquare(*scene, "other", 20);
    delete[] other->mNormals;
    other->mNormals = nullptr;
    useMesh(addNode(scene->mRootNode, "other"), 1);
    const auto model = decodeNaively(written(*scene), "triangles");
    ASSERT_EQ(model->frames[0].normals.size(), 12u);
    EXPECT_EQ(model->frames[0].normals[0], (std::array<float, 3>{0, 0, 1}));
    EXPECT_EQ(model->frames[0].normals[6], (std::array<float, 3>{0, -1, 0}));
}

TEST_F(Md2Geometry, AVertexWithoutANormalGetsThatOfItsTriangles) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    const auto scene = movingSquare({});
    // Upwards, unlike the triangles.
    std::fill_n(scene->mMeshes[0]->mNormals, 4, aiVector3D(0, 1, 0));
    scene->mMeshes[0]->mNormals[0] = aiVector3D(0, 0, 0);
    const auto normals = decodeNaively(written(*scene), "triangles")->frames[0].normals;
    const auto count = [&](const std::array<float, 3>& normal) {
        return std::count(normals.begin(), normals.end(), normal);
    };
    EXPECT_EQ(count({0, -1, 0}), 2); // at the corners of both triangles
    EXPECT_EQ(count({0, 0, 1}), 4);
}

TEST_F(Md2Geometry, AMeshThatGrowsFromAPointGetsTheNormalsOfItsSurface) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    auto scene = emptyScene();
    aiNode* const node = addNode(scene->mRootNode, "corner");
    setFaces(*addMesh(*scene, "corner", {{0, 0, 0}, {0, 0, 9}, {9, 0, 0}, {0, 0, 0}, {9, 0, 0}, {0, 9, 0}}),
             {{0, 1, 2}, {3, 4, 5}});
    useMesh(node, 0);
    addMaterial(*scene, "");
    setScalings(addChannel(addAnimation(*scene, "grow", 1), "corner"), {{0, {0, 0, 0}}, {1, {1, 1, 1}}});
    const auto model = decodeNaively(written(*scene), "triangles");
    const auto& normals = model->frames.back().normals;
    const std::set<std::array<float, 3>> different(normals.begin(), normals.end());
    EXPECT_EQ(different.size(), 3u); // of each triangle, and of the edge between them
}

/// As in an import, the first triangle decides where the sum has no direction.
TEST_F(Md2Geometry, AVertexOfASheetWithTwoSidesGetsTheNormalOfOne) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    const auto scene = movingSquare({});
    aiMesh& mesh = *scene->mMeshes[0];
    delete[] mesh.mNormals;
    mesh.mNormals = nullptr;
    std::copy_n(std::array<unsigned int, 3>{0, 2, 1}.begin(), 3, mesh.mFaces[1].mIndices);
    const auto model = decodeNaively(written(*scene), "triangles");
    for (const auto& normal : model->frames[0].normals) {
        EXPECT_EQ(normal, (std::array<float, 3>{0, -1, 0}));
    }
}

TEST_F(Md2Geometry, PolygonsBecomeTrianglesAndLinesAreLeftOut) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    const WarningLog log;
    auto scene = emptyScene();
    aiNode* const node = addNode(scene->mRootNode, "arrow");
    aiMesh* const mesh = addMesh(*scene, "arrow", {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {1, 3, 0}});
    setFaces(*mesh, {{0, 1, 2, 3}, {0, 1}});
    useMesh(node, 0);
    addMaterial(*scene, "");
    const auto model = decodeNaively(written(*scene), "triangles");
    ASSERT_EQ(model->frames[0].positions.size(), 6u);
    double area = 0;
    for (std::size_t i = 0; i < 6; i += 3) {
        const auto& p = model->frames[0].positions;
        area += std::abs((p[i + 1][0] - p[i][0]) * (p[i + 2][2] - p[i][2]) -
                         (p[i + 2][0] - p[i][0]) * (p[i + 1][2] - p[i][2])) /
                2;
    }
    EXPECT_NEAR(area, 12, 0.1);
    EXPECT_EQ(model->frames[0].normals[0], (std::array<float, 3>{0, -1, 0}));
    ASSERT_EQ(log.lines().size(), 2u);
    EXPECT_TRUE(contains(log.lines()[0], "points and lines are left out (1)"));
}

TEST_F(Md2Geometry, SheetsOfTwoSidedMaterialsHaveBacks) {
    const int isTwoSided = 1;
    const auto trianglesOf = [&](ScenePointer scene) {
        scene->mMaterials[0]->AddProperty(&isTwoSided, 1, AI_MATKEY_TWOSIDED);
        return viewOf(written(*scene)).triangleCount();
    };
    EXPECT_EQ(trianglesOf(movingSquare({})), 4u);
    const std::size_t closed = viewOf(written(*sceneOf(sphere(8, 8)))).triangleCount();
    EXPECT_EQ(trianglesOf(sceneOf(sphere(8, 8))), closed);
    {
        const WarningLog quiet;
        trianglesOf(sceneOf(sphere(46, 46)));
        EXPECT_FALSE(contains(quiet.text(), "seen from behind"))
            << "more triangles than the game draws, all closed";
    }
    std::vector<Corners> sheet;
    for (int i = 0; i < 33 * 33; ++i) {
        const double x = i % 33;
        const double y = (i - i % 33) / 33.0;
        addQuad(sheet, {Point{x, y, 0}, {x + 1, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}});
    }
    const WarningLog log;
    EXPECT_EQ(trianglesOf(sceneOf(sheet)), 2178u);
    EXPECT_TRUE(contains(log.text(), "sheets cannot be seen from behind, because their backs have 2178"));
}

TEST_F(Md2Geometry, GlCommandsAreFinerThanPixels) {
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "red.tga");
    folder_.put("players/knight/red.tga", tgaFile(rgbImage(500, 600)));
    for (unsigned int i = 0; i < 4; ++i) {
        scene->mMeshes[0]->mTextureCoords[0][i] *= 0.123f; // 49.2 and 59.04 pixels
    }
    const Bytes model = written(*scene);
    const View view = parse(ByteSlice(model.data(), model.size())).value();
    std::set<float> found;
    forEachGlTriangle(view.glCommands(), [&](const std::array<GlVertex, 3>& vertices, std::size_t) {
        for (const GlVertex& vertex : vertices) {
            found.insert({vertex.s, vertex.t});
        }
    });
    EXPECT_EQ(found, (std::set<float>{0, 0.123f, 1 - 0.123f, 1}));
}

TEST_F(Md2Geometry, APositionThatIsNotFiniteIsReportedForItsFrame) {
    const auto scene = movingSquare({});
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    setPositions(addChannel(addAnimation(*scene, "walk", 1), "square"),
                 {{0, {0, 0, 0}}, {1, {0, kInfinity, 0}}});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 1);
    EXPECT_EQ(exportScene(*scene),
              "MD2: frames: a position of the mesh \"square\" is not finite in the frame walk02");
}

TEST_F(Md2Geometry, PositionsTooFarApartAreAnError) {
    const auto scene = emptyScene();
    addSquare(*scene, "square");
    scene->mMeshes[0]->mVertices[0].x = 3e38f;
    scene->mMeshes[0]->mVertices[1].x = -3e38f;
    useMesh(scene->mRootNode, 0);
    EXPECT_EQ(exportScene(*scene), "MD2: frames: the positions of the frame frame01 are too far apart");
}

TEST_F(Md2Geometry, EmptyMeshesAreLeftOut) {
    auto scene = movingSquare({});
    const Bytes alone = written(*scene);
    addMesh(*scene, "empty", {});
    useMesh(addNode(scene->mRootNode, "empty"), 1);
    EXPECT_EQ(written(*scene), alone);
    auto only = emptyScene();
    addMesh(*only, "empty", {});
    useMesh(addNode(only->mRootNode, "empty"), 0);
    EXPECT_EQ(exportScene(*only), "MD2: the scene has no mesh with vertices");
    addAnimation(*only, "run", 1);
    EXPECT_EQ(exportScene(*only),
              "MD2: the scene has no mesh with vertices; it is only motion, which md2-maker "
              "--clips adds to a character");
}

TEST_F(Md2Geometry, ASceneWithIndicesOfNothingIsAnErrorThatNamesNodeOrMesh) {
    auto scene = movingSquare({});
    aiMesh& mesh = *scene->mMeshes[0];
    mesh.mName.Set("square");
    const auto restored = [&](auto& value, auto bad, const std::string& message) {
        const auto good = std::exchange(value, bad);
        EXPECT_EQ(exportScene(*scene), message);
        value = good;
    };
    restored(mesh.mVertices, nullptr, "MD2: scene: the mesh \"square\" has no vertices");
    restored(scene->mRootNode->mChildren[0]->mMeshes[0], 5u,
             "MD2: scene: the node \"square\" has a mesh that does not exist");
    EXPECT_EQ(exportScene(*scene), "");
}

} // namespace
} // namespace assimp_md2::inner::test
