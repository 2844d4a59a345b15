// SPDX-License-Identifier: BSD-3-Clause
// Exports as MD2: round trips, clips, geometry, skins, limits and invalid scenes.
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "format/gl_commands.h"
#include "format/view.h"
#include "image/image_type.h"
#include "image/mark.h"
#include "image/pcx.h"
#include "image/pcx_writer.h"
#include "image/png.h"
#include "md2_export/exporter.h"
#include "md2_export/skins.h"
#include "pose/pose_scene.h"
#include "support/files.h"
#include "support/game_rules.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/import.h"
#include "support/md2_builder.h"
#include "support/naive_decoder.h"
#include "support/png_decoder.h"
#include "support/sample.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/Exporter.hpp>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/LogStream.hpp>
#include <assimp/commonMetaData.h>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

namespace assimp_md2::test {
namespace {

using Strings = std::vector<std::string>;

/// What an export writes into an empty folder.
class Md2Export : public testing::Test {
protected:
    /// \return the error, empty when the export succeeds
    std::string exportScene(const aiScene& scene, const std::string& name = "players/knight/tris.md2") {
        std::filesystem::create_directories(folder_.path() / std::filesystem::path(name).parent_path());
        Assimp::Exporter exporter;
        EXPECT_TRUE(registerExporters(exporter));
        const aiReturn result = exporter.Export(&scene, "md2", folder_ / name, 0, &properties_);
        EXPECT_EQ(result == aiReturn_SUCCESS, std::string(exporter.GetErrorString()).empty());
        return exporter.GetErrorString();
    }

    Bytes written(const aiScene& scene) {
        EXPECT_EQ(exportScene(scene), "");
        return file("players/knight/tris.md2");
    }

    Bytes file(const std::string& name) const { return readBytes(folder_.path() / name); }
    bool exists(const std::string& name) const { return std::filesystem::exists(folder_.path() / name); }

    /// Names in the folder of the model, sorted.
    Strings filesBesideModel() const {
        Strings names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "players/knight")) {
            names.push_back(entry.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    TemporaryFolder folder_;
    Assimp::ExportProperties properties_;
};

Strings frameNames(const Bytes& file) {
    Strings names;
    for (const auto& frame : decodeNaively(file).value_or(NaiveModel{}).frames) {
        names.push_back(frame.name);
    }
    return names;
}

Strings skinsOf(const Bytes& model) {
    return decodeNaively(model)->skins;
}

View viewOf(const Bytes& file) {
    return parse(ByteSlice(file.data(), file.size())).value();
}

void expectSameModel(const Bytes& written, const Bytes& original) {
    const auto a = decodeNaively(written, "triangles");
    const auto b = decodeNaively(original, "triangles");
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->skins, b->skins);
    EXPECT_EQ(a->textureCoordinates, b->textureCoordinates);
    ASSERT_EQ(a->frames.size(), b->frames.size());
    for (std::size_t i = 0; i < a->frames.size(); ++i) {
        EXPECT_EQ(a->frames[i].name, b->frames[i].name);
        EXPECT_EQ(a->frames[i].normals, b->frames[i].normals);
        ASSERT_EQ(a->frames[i].positions.size(), b->frames[i].positions.size());
        for (std::size_t k = 0; k < a->frames[i].positions.size(); ++k) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // Half a step of a frame that is a few dozen units wide.
                EXPECT_NEAR(a->frames[i].positions[k][axis], b->frames[i].positions[k][axis], 0.3);
            }
        }
    }
}

/// A square of two triangles in the plane of x and y, facing z, with texture coordinates.
aiMesh* addSquare(aiScene& scene, const std::string& name, double size = 10) {
    aiMesh* const mesh = addMesh(scene, name, {{0, 0, 0}, {size, 0, 0}, {size, size, 0}, {0, size, 0}},
                                 {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
    mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    delete[] mesh->mFaces;
    mesh->mNumFaces = 2;
    mesh->mFaces = new aiFace[2];
    const unsigned int indices[2][3] = {{0, 1, 2}, {0, 2, 3}};
    for (unsigned int i = 0; i < 2; ++i) {
        mesh->mFaces[i].mNumIndices = 3;
        mesh->mFaces[i].mIndices = new unsigned int[3]{indices[i][0], indices[i][1], indices[i][2]};
    }
    mesh->mNumUVComponents[0] = 2;
    mesh->mTextureCoords[0] = new aiVector3D[4]{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    return mesh;
}

ByteSlice slice(const Bytes& bytes) {
    return {bytes.data(), bytes.size()};
}

Bytes pngFile(Image image) {
    return encodePng(std::move(image)).value();
}

void addTexture(aiMaterial& material, const std::string& texture) {
    const aiString path(texture);
    material.AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0));
}

void addMaterial(aiScene& scene, const std::string& texture) {
    auto** const materials = new aiMaterial*[scene.mNumMaterials + 1];
    std::copy_n(scene.mMaterials, scene.mNumMaterials, materials);
    materials[scene.mNumMaterials] = new aiMaterial;
    if (!texture.empty()) {
        addTexture(*materials[scene.mNumMaterials], texture);
    }
    delete[] scene.mMaterials;
    scene.mMaterials = materials;
    ++scene.mNumMaterials;
}

/// A square that moves up during the animations.
ScenePointer movingSquare(const Strings& animations) {
    ScenePointer scene = emptyScene();
    aiNode* const node = addNode(scene->mRootNode, "square");
    addSquare(*scene, "square");
    useMesh(node, 0);
    addMaterial(*scene, "");
    for (const std::string& name : animations) {
        setPositions(addChannel(addAnimation(*scene, name, 1), "square"), {{0, {0, 0, 0}}, {1, {0, 20, 0}}});
    }
    return scene;
}

TEST_F(Md2Export, TheFormatIsListedOnce) {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    registerExporters(exporter);
    int found = 0;
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc& format = *exporter.GetExportFormatDescription(i);
        if (std::string(format.id) == "md2") {
            ++found;
            EXPECT_STREQ(format.fileExtension, "md2");
        }
    }
    EXPECT_EQ(found, 1);
}

TEST_F(Md2Export, AnImportedModelIsWrittenAgain) {
    const auto importer = makeImporter();
    const Bytes original = sampleModel().bytes();
    const Bytes file = written(*importBytes(*importer, original));
    expectSameModel(file, original);
    EXPECT_EQ(brokenGameRules(file), Strings{"skins are below the game root"}); // the sample has backslashes
    EXPECT_EQ(valueAt(file, field::kSkinwidth), valueAt(original, field::kSkinwidth));
}

/// How far the corners of two models are from each other, in any frame. Both have the same triangles.
double farthest(const NaiveModel& a, const NaiveModel& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.frames.size(); ++i) {
        for (std::size_t k = 0; k < a.frames[i].positions.size(); ++k) {
            const auto& p = a.frames[i].positions[k];
            const auto& q = b.frames[i].positions.at(k);
            most = std::max<double>(most, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
        }
    }
    return most;
}

TEST_F(Md2Export, AModelWithBonesComesBackFromGlb) {
    const Bytes original = sampleModel().bytes();
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRONT, front);
        const aiScene* const scene = importBytes(*importer, original);
        ASSERT_NE(scene, nullptr);
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "auto");
        const auto direct = decodeNaively(written(*scene), "triangles");
        Assimp::Exporter exporter;
        registerExporters(exporter);
        ASSERT_EQ(exporter.Export(scene, "glb2", folder_ / "sample.glb"), aiReturn_SUCCESS);
        Assimp::Importer other;
        const aiScene* const glb = other.ReadFile(folder_ / "sample.glb", 0);
        ASSERT_NE(glb, nullptr) << other.GetErrorString();
        // Nothing in the GLB tells that it was an MD2.
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, front);
        const auto throughGlb = decodeNaively(written(*glb), "triangles");

        const auto before = decodeNaively(original, "triangles");
        ASSERT_TRUE(before && direct && throughGlb);
        EXPECT_EQ(direct->skins, before->skins);
        for (const auto& after : {*direct, *throughGlb}) {
            ASSERT_EQ(after.frames.size(), before->frames.size());
            for (std::size_t i = 0; i < after.frames.size(); ++i) {
                EXPECT_EQ(after.frames[i].name, before->frames[i].name);
            }
            ASSERT_EQ(after.frames[0].positions.size(), before->frames[0].positions.size());
            // Bones are near the frames: a step is 0.43 units, and few vertices are farther off than six
            // steps.
            EXPECT_LT(farthest(after, *before), 4);
        }
        // The GLB adds the rounding of its floats.
        EXPECT_LT(farthest(*throughGlb, *direct), 0.3);
    }
}

/// A player of 198 frames. `jump` and `crwalk` end with their first frame, so they have no closing key.
Md2Builder player() {
    Md2Builder model = smallModel(198, "fr");
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        model.frames[i].translate = {-10, static_cast<float>(i % 7), static_cast<float>(i % 11)};
        model.frames[i].scale[2] = 1;
    }
    for (const auto& [first, last] : {std::pair(66, 71), std::pair(154, 159)}) {
        const std::string name = model.frames[static_cast<std::size_t>(last)].name;
        model.frames[static_cast<std::size_t>(last)] = model.frames[static_cast<std::size_t>(first)];
        model.frames[static_cast<std::size_t>(last)].name = name;
    }
    return model;
}

TEST_F(Md2Export, AClosedClipIsWrittenWithoutItsRepeatedFrame) {
    const Bytes original = player().bytes();
    const auto before = decodeNaively(original, "triangles");
    for (const char* const animation : {"morph", "skeleton"}) {
        for (const char* const loop : {"auto", "all", "none"}) {
            for (const char* const clips : {"", "player"}) {
                SCOPED_TRACE(std::string(animation) + " " + loop + " " + clips);
                const auto importer = makeImporter();
                importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
                importer->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, loop);
                const aiScene* const scene = importBytes(*importer, original);
                ASSERT_NE(scene, nullptr);
                Assimp::Exporter exporter;
                registerExporters(exporter);
                ASSERT_EQ(exporter.Export(scene, "glb2", folder_ / "player.glb"), aiReturn_SUCCESS);
                Assimp::Importer other;
                const aiScene* const glb = other.ReadFile(folder_ / "player.glb", 0);
                ASSERT_NE(glb, nullptr) << other.GetErrorString();
                properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
                properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
                for (const aiScene* const source : {scene, glb}) {
                    const auto after = decodeNaively(written(*source), "triangles");
                    ASSERT_TRUE(after);
                    ASSERT_EQ(after->frames.size(), 198u);
                    EXPECT_LT(farthest(*after, *before), 1);
                }
            }
        }
    }
}

TEST_F(Md2Export, ClosingKeysAddLittleToTheGlbOfAPlayer) {
    const Bytes player = sheetModel(198, 480).bytes();
    for (const char* const animation : {"morph", "skeleton"}) {
        const auto sizeWith = [&](const char* loop) {
            const auto importer = makeImporter();
            importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
            importer->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "player");
            importer->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, loop);
            const aiScene* const scene = importBytes(*importer, player);
            Assimp::Exporter exporter;
            registerExporters(exporter);
            EXPECT_EQ(exporter.Export(scene, "glb2", folder_ / "player.glb"), aiReturn_SUCCESS);
            return static_cast<double>(file("player.glb").size());
        };
        const double open = sizeWith("none");
        const double closed = sizeWith("auto");
        EXPECT_GT(closed, open) << animation;
        EXPECT_LE(closed, 1.05 * open) << animation;
    }
}

TEST_F(Md2Export, PolygonsWhoseTrianglesMayOverlapAreReported) {
    // `turns` times round, with every second corner nearer to the middle if `isStar`.
    const auto polygon = [](unsigned int corners, double turns, bool isStar) {
        ScenePointer scene = emptyScene();
        std::vector<Point> points;
        for (unsigned int i = 0; i < corners; ++i) {
            const double angle = 2 * 3.14159265358979 * turns * i / corners;
            const double radius = isStar && i % 2 == 0 ? 0.9 : 1;
            points.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
        }
        aiMesh* const mesh = addMesh(*scene, "polygon", points);
        delete[] mesh->mFaces;
        mesh->mNumFaces = 1;
        mesh->mFaces = new aiFace[1];
        mesh->mFaces[0].mNumIndices = corners;
        mesh->mFaces[0].mIndices = new unsigned int[corners];
        std::iota(mesh->mFaces[0].mIndices, mesh->mFaces[0].mIndices + corners, 0U);
        useMesh(scene->mRootNode, 0);
        addMaterial(*scene, "");
        return scene;
    };
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    const auto isReported = [&](const ScenePointer& scene) {
        const WarningLog log;
        EXPECT_EQ(exportScene(*scene), "");
        const Strings lines = log.lines();
        return std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
            return line.find("split into triangles that may overlap (1)") != std::string::npos;
        });
    };
    EXPECT_FALSE(isReported(polygon(256, 1, false))) << "convex";
    EXPECT_FALSE(isReported(polygon(256, 1, true))) << "a star";
    EXPECT_TRUE(isReported(polygon(256, 3, true))) << "crosses itself";
    EXPECT_TRUE(isReported(polygon(5, 2, false))) << "a pentagram, which turns to the left only";
    EXPECT_TRUE(isReported(polygon(7, 3, false))) << "goes three times round";
    EXPECT_FALSE(isReported(polygon(4'099, 1, false))) << "convex, with many corners";
    EXPECT_TRUE(isReported(polygon(4'100, 1, true))) << "a star with many corners";
}

TEST_F(Md2Export, AClosedClipThatIsChosenIsWrittenWithoutItsRepeatedFrame) {
    const auto importer = makeImporter();
    const aiScene* const scene = importBytes(*importer, player().bytes());
    ASSERT_NE(scene, nullptr);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "run,jump");
    EXPECT_EQ(frameNames(written(*scene)).size(), 12u);
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 20);
    EXPECT_EQ(frameNames(written(*scene)).size(), 12u + 11u); // jump has five intervals, run six
    // The end of the clip is no sample, so none shows the first frame again.
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 11);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "run");
    EXPECT_EQ(frameNames(written(*scene)).size(), 7u);
}

TEST_F(Md2Export, AForeignAnimationThatEndsInItsFirstPoseIsALoop) {
    const auto framesWith = [&](double end, bool hasUnusedVertex = false) {
        ScenePointer scene = movingSquare({});
        if (hasUnusedVertex) {
            addMesh(*scene, "point", {{std::numeric_limits<double>::infinity(), std::nan(""), 0}});
            useMesh(scene->mRootNode->mChildren[0], 1);
        }
        setPositions(addChannel(addAnimation(*scene, "wave", 0.3), "square"),
                     {{0, {0, 0, 0}}, {0.1, {0, 20, 0}}, {0.2, {0, 5, 0}}, {0.3, {0, end, 0}}});
        scene->mAnimations[0]->mTicksPerSecond = 1;
        return frameNames(written(*scene)).size();
    };
    EXPECT_EQ(framesWith(0), 3u);
    EXPECT_EQ(framesWith(1e-4), 3u);
    // A tenth of a step: the frames merely look alike.
    EXPECT_EQ(framesWith(10.0 / 255 / 10), 4u);
    EXPECT_EQ(framesWith(0, true), 3u);
    EXPECT_EQ(framesWith(10.0 / 255 / 10, true), 4u);
}

/// The frames of a model, each followed by the corners of its weapon, which holds its last frame.
NaiveModel withWeapon(NaiveModel model, const NaiveModel& weapon) {
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        const auto& more = weapon.frames[std::min(i, weapon.frames.size() - 1)].positions;
        std::vector<std::array<float, 3>>& positions = model.frames[i].positions;
        positions.insert(positions.end(), more.begin(), more.end());
    }
    return model;
}

TEST_F(Md2Export, BonesOfWeaponsAndOfModelsWithTagsComeBack) {
    Md2Builder stillWeapon = sampleWeapon();
    stillWeapon.frames.resize(1);
    const struct {
        std::string name;
        Md2Builder model;
        std::optional<Md2Builder> weapon;
        double tolerance; ///< of the bones, and of the 256 steps of an MD2
    } rows[] = {{"weapon", sampleModel(), sampleWeapon(), 4},
                {"static weapon", sampleModel(), stillWeapon, 4},
                {"tags", anachronoxModel(1), std::nullopt, 0.2}};
    for (const auto& row : rows) {
        for (const std::string front : {"x", "z"}) {
            SCOPED_TRACE(row.name + ", front " + front);
            folder_.put("a.md2", row.model.bytes());
            NaiveModel expected = decodeNaively(row.model.bytes()).value();
            const auto importer = makeImporter();
            importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
            importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRONT, front);
            if (row.weapon) {
                folder_.put("b.md2", row.weapon->bytes());
                expected = withWeapon(std::move(expected), decodeNaively(row.weapon->bytes()).value());
                importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "b.md2");
            }
            const aiScene* const scene = importer->ReadFile(folder_ / "a.md2", 0);
            ASSERT_NE(scene, nullptr) << importer->GetErrorString();
            const auto after = decodeNaively(written(*scene), "triangles");
            ASSERT_TRUE(after);
            ASSERT_EQ(after->frames.size(), expected.frames.size());
            ASSERT_EQ(after->frames[0].positions.size(), expected.frames[0].positions.size());
            EXPECT_LT(farthest(*after, expected), row.tolerance);
        }
    }
}

TEST_F(Md2Export, AStaticMeshOfASkeletalImportComesBack) {
    const Bytes original = modelWithFrames({"only"}).bytes();
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRONT, front);
        expectSameModel(written(*importBytes(*importer, original)), original);
    }
}

TEST_F(Md2Export, TheGridSpansOnlyUsedVertices) {
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

TEST_F(Md2Export, AllFramesOfAnImportedModelAreWrittenAlsoWithoutClips) {
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "none");
    EXPECT_EQ(frameNames(written(*importBytes(*importer, smallModel(3).bytes()))),
              (Strings{"stand1", "stand2", "stand3"}));
}

TEST_F(Md2Export, AModelOfOneFrameKeepsItsName) {
    const auto importer = makeImporter();
    EXPECT_EQ(frameNames(written(*importBytes(*importer, modelWithFrames({"caf\xE9"}).bytes()))),
              Strings{"caf\xE9"});
}

TEST_F(Md2Export, OurImporterReadsItStrictly) {
    const auto scene = movingSquare({"stand"});
    const Bytes file = written(*scene);
    const auto importer = makeImporter();
    importer->SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, true);
    const aiScene* const read = importBytes(*importer, file);
    ASSERT_NE(read, nullptr) << importer->GetErrorString();
    ASSERT_EQ(read->mNumAnimations, 1u);
    EXPECT_STREQ(read->mAnimations[0]->mName.C_Str(), "stand");
}

TEST_F(Md2Export, AnimationsAreSampledUpToTheirEnd) {
    const auto scene = movingSquare({"Walk", "Armature|Run"});
    const Bytes file = written(*scene);
    const Strings names = frameNames(file);
    ASSERT_EQ(names.size(), 22u);
    EXPECT_EQ(names[0], "walk01");
    EXPECT_EQ(names[10], "walk11");
    EXPECT_EQ(names[11], "run01");
    const auto model = decodeNaively(file);
    for (std::size_t i = 0; i <= 10; ++i) {
        // y is up in the scene, z in the file.
        float lowest = 1000;
        for (const auto& position : model->frames[i].positions) {
            lowest = std::min(lowest, position[2]);
        }
        EXPECT_NEAR(lowest, 2.0 * static_cast<double>(i), 0.1);
    }
    EXPECT_EQ(brokenGameRules(file), Strings{});
}

TEST_F(Md2Export, AnAnimationEndsAtItsLastKey) {
    const auto scene = movingSquare({"walk"});
    scene->mAnimations[0]->mDuration = 10;
    EXPECT_EQ(frameNames(written(*scene)).size(), 11u);
    scene->mAnimations[0]->mChannels[0]->mPostState = aiAnimBehaviour_REPEAT;
    EXPECT_EQ(frameNames(written(*scene)).size(), 100u); // a loop
}

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

TEST_F(Md2Export, AnFbxFileIsTurnedByItsMetadata) {
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

/// An FBX file in ASCII with a tetrahedron whose edges along x, y and z are 1, 2 and 3 long.
std::string fbxFile(bool isZUp) {
    const auto property = [](const char* name, int value) {
        return std::string("  P: \"") + name + "\", \"int\", \"Integer\", \"\"," + std::to_string(value) +
               "\n";
    };
    return "; FBX 7.4.0 project file\n"
           "FBXHeaderExtension: {\n FBXHeaderVersion: 1003\n FBXVersion: 7400\n}\n"
           "GlobalSettings: {\n Version: 1000\n Properties70: {\n" +
           property("UpAxis", isZUp ? 2 : 1) + property("UpAxisSign", 1) +
           property("FrontAxis", isZUp ? 1 : 2) + property("FrontAxisSign", isZUp ? -1 : 1) +
           property("CoordAxis", 0) + property("CoordAxisSign", 1) +
           " }\n}\n"
           "Definitions: {\n Version: 100\n Count: 2\n"
           " ObjectType: \"Model\" {\n  Count: 1\n }\n ObjectType: \"Geometry\" {\n  Count: 1\n }\n}\n"
           "Objects: {\n"
           " Geometry: 1, \"Geometry::mesh\", \"Mesh\" {\n"
           "  Vertices: *12 {\n   a: 0,0,0,1,0,0,0,2,0,0,0,3\n  }\n"
           "  PolygonVertexIndex: *12 {\n   a: 0,2,-2,0,1,-4,0,3,-3,1,2,-4\n  }\n"
           "  GeometryVersion: 124\n }\n"
           " Model: 2, \"Model::node\", \"Mesh\" {\n  Version: 232\n }\n"
           "}\n"
           "Connections: {\n C: \"OO\",2,0\n C: \"OO\",1,2\n}\n";
}

TEST_F(Md2Export, FbxFilesStandUpright) {
    const auto sizeOf = [&](const std::string& file) {
        folder_.put("model.fbx", {file.begin(), file.end()});
        Assimp::Importer importer;
        const aiScene* const scene = importer.ReadFile(folder_ / "model.fbx", 0);
        std::array<long, 3> size{};
        if (scene == nullptr) {
            ADD_FAILURE() << importer.GetErrorString();
            return size;
        }
        const auto model = decodeNaively(written(*scene));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::set<double> values;
            for (const auto& position : model->frames.at(0).positions) {
                values.insert(position[axis]);
            }
            size[axis] = std::lround(*values.rbegin() - *values.begin());
        }
        return size;
    };
    EXPECT_EQ(sizeOf(fbxFile(false)), (std::array<long, 3>{3, 1, 2}));
    EXPECT_EQ(sizeOf(fbxFile(true)), (std::array<long, 3>{2, 1, 3}));
}

TEST_F(Md2Export, TheFrameRateIsAProperty) {
    const auto scene = movingSquare({"walk"});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 4);
    EXPECT_EQ(frameNames(written(*scene)).size(), 5u);
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, -1);
    EXPECT_EQ(exportScene(*scene), "MD2: EXPORT_MD2_FPS is \"-1\", expected a number above 0");
}

TEST_F(Md2Export, AStillAnimationIsOneFrame) {
    const auto scene = movingSquare({});
    setPositions(addChannel(addAnimation(*scene, "idle", 5), "square"), {{0, {1, 2, 3}}, {5, {1, 2, 3}}});
    EXPECT_EQ(frameNames(written(*scene)), Strings{"idle01"});
}

TEST_F(Md2Export, AnAnimationWhoseKeysDifferKeepsItsFrames) {
    const auto scene = movingSquare({});
    addNode(scene->mRootNode, "unused");
    setPositions(addChannel(addAnimation(*scene, "idle", 1), "unused"), {{0, {0, 0, 0}}, {0.4, {0, 9, 0}}});
    EXPECT_EQ(frameNames(written(*scene)), (Strings{"idle01", "idle02", "idle03", "idle04"}));
}

TEST_F(Md2Export, AnAnimationThatMovesLateIsNotStill) {
    const auto scene = movingSquare({});
    setPositions(addChannel(addAnimation(*scene, "idle", 2000), "square"),
                 {{0, {0, 0, 0}}, {1999, {0, 0, 0}}, {2000, {0, 9, 0}}});
    EXPECT_NE(exportScene(*scene).find("20001 frames"), std::string::npos);
}

TEST_F(Md2Export, ManyLongAnimationsInWhichNothingMovesAreFast) {
    const auto scene = movingSquare({});
    // A part that would take a minute to evaluate.
    addSquare(*scene, "part");
    addNode(scene->mRootNode, "unused");
    for (int i = 0; i < 100; ++i) {
        useMesh(addNode(scene->mRootNode, "part"), 1);
    }
    for (int i = 0; i < 500; ++i) {
        aiAnimation* const animation = addAnimation(*scene, "still", 1000);
        setPositions(addChannel(animation, "square"), {{0, {0, 1, 0}}, {1000, {0, 1, 0}}});
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(frameNames(written(*scene)).size(), 500u);
    for (int i = 0; i < 500; ++i) {
        setPositions(addChannel(scene->mAnimations[i], "unused"), {{0, {0, 1, 0}}, {1000, {0, 2, 0}}});
    }
    EXPECT_NE(exportScene(*scene).find("frames, expected at most 512"), std::string::npos);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(Md2Export, AnAnimationFarFromTheOriginMoves) {
    const auto scene = movingSquare({});
    // A square of 10 units that moves by a few steps of its grid.
    setPositions(addChannel(addAnimation(*scene, "idle", 1), "square"),
                 {{0, {50'000, 0, 0}}, {1, {50'000, 0.2, 0}}});
    EXPECT_EQ(frameNames(written(*scene)).size(), 11u);
}

TEST_F(Md2Export, ASceneWithoutAnimationIsOneFrame) {
    EXPECT_EQ(frameNames(written(*movingSquare({}))), Strings{"frame01"});
}

TEST_F(Md2Export, ClipsAreChosenOrderedAndRenamed) {
    const auto scene = movingSquare({"walk", "stand", "wave"});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 1);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "stand, run=WALK");
    EXPECT_EQ(frameNames(written(*scene)), (Strings{"stand01", "stand02", "run01", "run02"}));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "stand,fly");
    EXPECT_EQ(exportScene(*scene),
              "MD2: EXPORT_MD2_CLIPS names \"fly\", the scene has the animations walk, stand, wave");
}

TEST_F(Md2Export, APlayerHasTheFramesOfTheGame) {
    const WarningLog log;
    const auto scene = movingSquare({"Stand", "run", "death1"});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player");
    const Bytes file = written(*scene);
    const Strings names = frameNames(file);
    ASSERT_EQ(names.size(), 198u);
    EXPECT_EQ(names[0], "stand01");
    EXPECT_EQ(names[39], "stand40");
    EXPECT_EQ(names[40], "run01");
    EXPECT_EQ(names[54], "pain101");
    EXPECT_EQ(names[197], "death308");
    const auto model = decodeNaively(file);
    EXPECT_NEAR(model->frames[39].positions[0][2] - model->frames[0].positions[0][2], 20, 0.1);
    EXPECT_EQ(model->frames[54].positions, model->frames[0].positions);
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_NE(log.lines()[0].find("attack; pain1; pain2"), std::string::npos);
    EXPECT_EQ(brokenGameRules(file), Strings{});
}

TEST_F(Md2Export, ClipsOfAPlayerCanComeFromOtherAnimations) {
    const WarningLog log;
    const auto scene = movingSquare({"Idle", "Hit"});
    const std::string all = "player,stand=idle,run=idle,attack=idle,pain=HIT,jump=idle,flip=idle,salute=idle,"
                            "taunt=idle,wave=idle,point=idle,crstnd=idle,crwalk=idle,crattak=idle,";
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, all + "crpain=hit,crdeath=hit,death=hit");
    const auto model = decodeNaively(written(*scene));
    ASSERT_EQ(model->frames.size(), 198u);
    for (const std::size_t last : {39U, 57U, 61U, 65U, 197U}) {
        EXPECT_NEAR(model->frames[last].positions[0][2] - model->frames[0].positions[0][2], 20, 0.1) << last;
    }
    EXPECT_EQ(log.lines(), Strings{});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "weapon,stand=idle,death=hit");
    EXPECT_EQ(frameNames(written(*scene)).size(), 173u);

    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player,stand=fly");
    EXPECT_EQ(exportScene(*scene),
              "MD2: EXPORT_MD2_CLIPS names \"fly\", the scene has the animations Idle, Hit");
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "weapon,fly=idle");
    EXPECT_NE(
        exportScene(*scene).find("EXPORT_MD2_CLIPS names the clip \"fly\", the game has stand, run, attack"),
        std::string::npos);
}

TEST_F(Md2Export, AListedNameWinsAgainstAnAnimationOfTheClip) {
    const auto scene = movingSquare({"stand", "pain1"});
    setPositions(addChannel(addAnimation(*scene, "hit", 1), "square"), {{0, {0, 0, 0}}, {1, {0, 40, 0}}});
    const auto heightOfPain1 = [&](const std::string& clips) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
        const auto model = decodeNaively(written(*scene));
        return model->frames[57].positions[0][2] - model->frames[0].positions[0][2];
    };
    EXPECT_NEAR(heightOfPain1("player,pain=hit"), 40, 0.1);
    EXPECT_NEAR(heightOfPain1("player,pain=stand,pain1=hit"), 40, 0.1);
    EXPECT_NEAR(heightOfPain1("player"), 20, 0.1);
}

TEST_F(Md2Export, APlayerWithoutAnyOfItsClipsIsAnError) {
    const auto scene = movingSquare({"mixamo.com", "Dance"});
    for (const std::string table : {"player", "weapon"}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, table);
        EXPECT_EQ(
            exportScene(*scene),
            "MD2: EXPORT_MD2_CLIPS asks for the clips of the game, but no animation has such a name; list "
            "them, for example EXPORT_MD2_CLIPS=" +
                table + ",stand=mixamo.com,run=Dance; the scene has the animations mixamo.com, Dance");
    }
}

/// The last line of information about an MD2.
class InfoLog : public Assimp::LogStream {
public:
    void write(const char* message) override { lines.emplace_back(message); }
    Strings lines;
};

/// The line of information of an export.
template <typename Export>
std::string summaryOf(Export run) {
    Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
    auto* const log = new InfoLog; // the logger owns it
    Assimp::DefaultLogger::get()->attachStream(log, Assimp::Logger::Info);
    run();
    std::string line;
    for (const std::string& entry : log->lines) {
        line = entry.find("MD2: ") != std::string::npos ? entry : line;
    }
    Assimp::DefaultLogger::kill();
    return line;
}

TEST_F(Md2Export, TheSummaryNamesKeptAndMissingSkins) {
    const auto line = [&](const std::string& texture) {
        const auto scene = movingSquare({});
        addTexture(*scene->mMaterials[0], texture);
        return summaryOf([&] { written(*scene); });
    };
    folder_.put("players/knight/red.png", pngFile(paletteImage(4, 4, 2)));
    EXPECT_NE(line("red.png").find(", skins red.png (kept)\n"), std::string::npos);
    EXPECT_NE(line("gone.png").find(", skins gone (no image); images that cannot be read: 1\n"),
              std::string::npos);
}

TEST_F(Md2Export, TheSummaryHasTheSizeOfTheFrameAndNotOfItsGrid) {
    const auto size = [&] {
        const std::string line = summaryOf([&] { written(*movingSquare({"stand"})); });
        const std::size_t start = line.find("size of the first frame ");
        return line.substr(start, line.find(", front") - start);
    };
    const std::string expected = size();
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_GRID, "model");
    EXPECT_EQ(size(), expected);
}

TEST_F(Md2Export, ALongSummaryEndsWithACompleteCharacter) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player");
    for (const char* const name : {"Idle ", "Idle 1"}) {
        std::string animation = name;
        for (int i = 0; i < 450; ++i) {
            animation += "\u00e9";
        }
        const std::string line = summaryOf([&] { written(*movingSquare({animation})); });
        EXPECT_EQ(line.substr(line.size() - 3), "\u00e9\n");
    }
}

TEST_F(Md2Export, UsualNamesAreMappedAndReported) {
    const auto scene = movingSquare({"Armature|Robot_Walking", "Robot_Running", "1_Idle", "Robot_Punch"});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player,attack=1_idle");
    std::optional<NaiveModel> model;
    const std::string line = summaryOf([&] { model = decodeNaively(written(*scene)); });
    for (const char* const part :
         {"tris.md2: 198 frames (stand 40, run 6, attack 8", "4 vertices, 2 triangles", "front from +Z",
          "skins knight.png", "stand=1_Idle, run=Robot_Running, attack=1_Idle\n"}) {
        EXPECT_NE(line.find(part), std::string::npos) << part << ": " << line;
    }
    EXPECT_NEAR(model->frames[45].positions[0][2] - model->frames[40].positions[0][2], 20, 0.1);
}

TEST_F(Md2Export, APlayerIsResampledFromTheFirstKey) {
    auto scene = movingSquare({});
    aiAnimation* const run = addAnimation(*scene, "run", 2);
    aiNodeAnim* const channel = addChannel(run, "square");
    setPositions(channel, {{1, {0, 0, 0}}, {2, {0, 20, 0}}});
    setScalings(channel, {{0, {1, 1, 1}}}); // a single key does not start the animation
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "player");
    const auto model = decodeNaively(written(*scene));
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_NEAR(model->frames[40 + i].positions[0][2] - model->frames[40].positions[0][2],
                    4.0 * static_cast<double>(i), 0.1);
    }
}

TEST_F(Md2Export, AWeaponHasTheFramesOfTheGame) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "weapon");
    EXPECT_EQ(frameNames(written(*movingSquare({"stand"}))).size(), 173u);
}

TEST_F(Md2Export, ZIsUpAndFrontFacesAreClockwise) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    const auto model = decodeNaively(written(*movingSquare({})), "triangles");
    ASSERT_TRUE(model);
    // (x, y, z) becomes (x, -z, y): the square faces -y.
    EXPECT_EQ(model->frames[0].normals[0], (std::array<float, 3>{0, -1, 0}));
    const auto& p = model->frames[0].positions;
    const auto edge = [&](std::size_t to, std::size_t axis) { return p[to][axis] - p[0][axis]; };
    // Clockwise seen from the front: the cross product of the edges points away from it.
    EXPECT_GT(edge(1, 2) * edge(2, 0) - edge(1, 0) * edge(2, 2), 0);
}

TEST_F(Md2Export, TheFrontIsAProperty) {
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
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "y");
    EXPECT_EQ(exportScene(*movingSquare({})),
              "MD2: EXPORT_MD2_FRONT is \"y\", expected auto, x, z, -x or -z");
}

TEST_F(Md2Export, AnImportedModelKeepsItsFront) {
    const Bytes original = sampleModel().bytes();
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRONT, front);
        expectSameModel(written(*importBytes(*importer, original)), original);
    }
}

TEST_F(Md2Export, AScaledImportedModelKeepsItsFront) {
    const Bytes original = sampleModel().bytes();
    const auto before = decodeNaively(original, "triangles");
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRONT, front);
        importBytes(*importer, original);
        aiMatrix4x4& root = importer->GetScene()->mRootNode->mTransformation;
        root = root * scaling({0.1, 0.1, 0.1});
        const auto after = decodeNaively(written(*importer->GetScene()), "triangles");
        ASSERT_EQ(after->frames.size(), before->frames.size());
        for (std::size_t i = 0; i < after->frames.size(); ++i) {
            for (std::size_t k = 0; k < after->frames[i].positions.size(); ++k) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    // Half a step of a frame of up to 90 units.
                    ASSERT_NEAR(10 * after->frames[i].positions[k][axis],
                                before->frames[i].positions[k][axis], 0.18);
                }
            }
        }
    }
}

TEST_F(Md2Export, AMirroredNodeKeepsItsFrontFaces) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    auto scene = movingSquare({});
    scene->mRootNode->mChildren[0]->mTransformation = scaling({-1, 1, 1});
    const auto model = decodeNaively(written(*scene), "triangles");
    const auto& p = model->frames[0].positions;
    const auto edge = [&](std::size_t to, std::size_t axis) { return p[to][axis] - p[0][axis]; };
    EXPECT_GT(edge(1, 2) * edge(2, 0) - edge(1, 0) * edge(2, 2), 0);
    EXPECT_EQ(model->frames[0].normals[0], (std::array<float, 3>{0, -1, 0}));
}

TEST_F(Md2Export, TheScaleIsAProperty) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_SCALE, 2.5f);
    const auto model = decodeNaively(written(*movingSquare({})));
    float widest = 0;
    for (const auto& position : model->frames[0].positions) {
        widest = std::max(widest, position[0]);
    }
    EXPECT_NEAR(widest, 25, 1e-3);
}

TEST_F(Md2Export, TheOffsetIsAProperty) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_SCALE, 2);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_OFFSET, "1, 2.5,-24");
    const Bytes file = written(*movingSquare({}));
    // The corner at the origin of a square of 10 units.
    EXPECT_EQ(viewOf(file).frame(0).translate, (std::array<float, 3>{1, 2.5f, -24}));
    EXPECT_FLOAT_EQ(viewOf(file).frame(0).scale[0], 20.0f / 255);
    for (const char* const offset : {"1,2", "1,2,3,4", "a,b,c", "1,2,inf"}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_OFFSET, offset);
        EXPECT_EQ(exportScene(*movingSquare({})), "MD2: EXPORT_MD2_OFFSET is \"" + std::string(offset) +
                                                      "\", expected three numbers such as 0,0,-24");
    }
}

TEST_F(Md2Export, TheOffsetMovesAnImportedModel) {
    const auto importer = makeImporter();
    const Bytes original = sampleModel().bytes();
    const aiScene* const scene = importBytes(*importer, original);
    const auto before = decodeNaively(written(*scene));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_OFFSET, "0,0,-24.3");
    const auto after = decodeNaively(written(*scene));
    for (std::size_t i = 0; i < before->frames.size(); ++i) {
        for (std::size_t k = 0; k < before->frames[i].positions.size(); ++k) {
            const auto& position = before->frames[i].positions[k];
            const auto& moved = after->frames[i].positions.at(k);
            EXPECT_NEAR(moved[0], position[0], 0.2);
            EXPECT_NEAR(moved[2], position[2] - 24.3f, 0.2);
        }
    }
}

/// A square, and a smaller one above it that does not move.
ScenePointer squareWithSword() {
    ScenePointer scene = movingSquare({"stand"});
    addSquare(*scene, "blade", 5);
    useMesh(addNode(scene->mRootNode, "Sword.001", translation({0, 5, 0})), 1);
    return scene;
}

TEST_F(Md2Export, MeshesAreChosenByNamesOfMeshesOrNodes) {
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
    EXPECT_EQ(exportScene(*scene),
              "MD2: EXPORT_MD2_MESHES chooses no mesh; the scene has these nodes and meshes: "
              "square (square), Sword.001 (blade)");
    const WarningLog log;
    EXPECT_EQ(triangles("blade,sh?eld"), 2u);
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_NE(log.lines()[0].find("EXPORT_MD2_MESHES has names that no mesh has (1): sh?eld"),
              std::string::npos)
        << log.lines()[0];
}

TEST_F(Md2Export, TheWeaponOfAnImportedModelKeepsItsSkins) {
    folder_.put("a.md2", sampleModel().bytes());
    folder_.put("b.md2", sampleWeapon().bytes());
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "b.md2");
    const aiScene* const scene = importer->ReadFile(folder_ / "a.md2", 0);
    ASSERT_NE(scene, nullptr) << importer->GetErrorString();
    for (const auto& [meshes, source] : {std::pair("b", sampleWeapon()), std::pair("!b", sampleModel())}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, meshes);
        const Bytes file = written(*scene);
        EXPECT_EQ(skinsOf(file), skinsOf(source.bytes())) << meshes;
        EXPECT_EQ(viewOf(file).triangleCount(), source.triangles.size()) << meshes;
    }
}

TEST_F(Md2Export, AModelAndItsWeaponKeepTheirOwnSkinFilesAndSizes) {
    Md2Builder player = smallModel(1);
    player.skins = {"models/imp/red.pcx", "models/imp/blue.pcx"};
    Md2Builder weapon = player;
    weapon.skins = {"models/imp/mace.pcx"};
    weapon.skinwidth = 128;
    weapon.skinheight = 64;
    Md2Builder plain = weapon; // has no skins
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
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, weaponFile);
        const aiScene* const scene = importer->ReadFile(folder_ / "models/imp/player.md2", 0);
        ASSERT_NE(scene, nullptr) << importer->GetErrorString();
        std::filesystem::remove_all(folder_.path() / "players");
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, meshes);
        expectSameModel(written(*scene), source.bytes());
        EXPECT_EQ(valueAt(file("players/knight/tris.md2"), field::kSkinwidth), source.skinwidth);
        EXPECT_EQ(valueAt(file("players/knight/tris.md2"), field::kSkinheight), source.skinheight);
        EXPECT_EQ(filesBesideModel(), files);
    };
    expectExport("weapon.md2", "weapon", weapon, {"mace.png", "tris.md2"});
    expectExport("weapon.md2", "player", player, {"blue.png", "red.png", "tris.md2"});
    expectExport("plain.md2", "plain", plain, {"tris.md2"});
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

TEST_F(Md2Export, TheHeightIsThatOfTheWholeSceneInTheFirstFrame) {
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

TEST_F(Md2Export, APlayerAboveTheFloorIsReported) {
    const auto scene = squareWithSword();
    properties_.SetPropertyInteger(ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, 56);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, "*sword*");
    for (const char* const clips : {"player", "weapon"}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, clips);
        const WarningLog log;
        written(*scene);
        const std::vector<std::string> lines = log.lines();
        const auto isAbout = [](const std::string& line) {
            return line.find("the player is 28 units above the floor") != std::string::npos;
        };
        EXPECT_EQ(std::any_of(lines.begin(), lines.end(), isAbout), std::string(clips) == "player");
    }
}

TEST_F(Md2Export, OneGridForTheModelIsAProperty) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_GRID, "model");
    const Bytes file = written(*movingSquare({"walk"}));
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    for (std::size_t i = 1; i < view.frameCount(); ++i) {
        EXPECT_EQ(view.frame(i).scale, view.frame(0).scale);
        EXPECT_EQ(view.frame(i).translate, view.frame(0).translate);
    }
    EXPECT_FLOAT_EQ(view.frame(0).scale[2], 30.0f / 255);
}

TEST_F(Md2Export, EqualVerticesAreMergedOnlyIfEqualInAllFrames) {
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

TEST_F(Md2Export, AMeshWithNormalsKeepsThemBesideOneWithout) {
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

TEST_F(Md2Export, AVertexWithoutANormalGetsThatOfItsTriangles) {
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

TEST_F(Md2Export, PolygonsBecomeTrianglesAndLinesAreLeftOut) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "x");
    const WarningLog log;
    auto scene = emptyScene();
    aiNode* const node = addNode(scene->mRootNode, "arrow");
    // Not convex: the fourth corner points inwards.
    aiMesh* const mesh = addMesh(*scene, "arrow", {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {3, 1, 0}});
    delete[] mesh->mFaces;
    mesh->mNumFaces = 2;
    mesh->mFaces = new aiFace[2];
    mesh->mFaces[0].mNumIndices = 4;
    mesh->mFaces[0].mIndices = new unsigned int[4]{0, 1, 2, 3};
    mesh->mFaces[1].mNumIndices = 2;
    mesh->mFaces[1].mIndices = new unsigned int[2]{0, 1};
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
    EXPECT_NEAR(area, 4, 0.1); // a fan around the first corner would have 8
    EXPECT_EQ(model->frames[0].normals[0], (std::array<float, 3>{0, -1, 0}));
    ASSERT_EQ(log.lines().size(), 2u);
    EXPECT_NE(log.lines()[0].find("points and lines are left out (1)"), std::string::npos);
}

TEST_F(Md2Export, OneTextureIsTheSkin) {
    auto scene = movingSquare({});
    const aiString path(std::string("skins/Knight Red.tga"));
    scene->mMaterials[0]->AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0));
    folder_.put("players/knight/skins/Knight Red.tga", tgaFile(rgbImage(12, 6)));
    const Bytes file = written(*scene);
    EXPECT_EQ(decodeNaively(file)->skins, Strings{"players/knight/knight_red.pcx"});
    EXPECT_EQ(valueAt(file, field::kSkinwidth), 12);
    EXPECT_EQ(valueAt(file, field::kSkinheight), 6);
    EXPECT_EQ(filesBesideModel(), (Strings{"knight_red.png", "skins", "tris.md2"}));
    EXPECT_EQ(brokenGameRules(file), Strings{});
}

TEST_F(Md2Export, AHighTextureIsSmallerInTheHeaderOnly) {
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "red.tga");
    folder_.put("players/knight/red.tga", tgaFile(rgbImage(500, 600)));
    const auto skinSize = [](const Bytes& model) {
        return ImageSize{static_cast<std::uint32_t>(valueAt(model, field::kSkinwidth)),
                         static_cast<std::uint32_t>(valueAt(model, field::kSkinheight))};
    };
    const auto largestSt = [](const Bytes& model) {
        const View view = parse(ByteSlice(model.data(), model.size())).value();
        std::pair<int, int> most;
        for (std::size_t i = 0; i < view.stCount(); ++i) {
            most = {std::max<int>(most.first, view.st(i).s), std::max<int>(most.second, view.st(i).t)};
        }
        return most;
    };
    const Bytes inGame = written(*scene);
    EXPECT_EQ(brokenGameRules(inGame), Strings{});
    EXPECT_EQ(skinSize(inGame), (ImageSize{400, 480}));
    EXPECT_EQ(largestSt(inGame), std::make_pair(400, 480));
    const Bytes png = file("players/knight/red.png");
    EXPECT_EQ(imageSize(ByteSlice(png.data(), png.size())), (ImageSize{500, 600}));

    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    EXPECT_EQ(skinSize(written(*scene)), (ImageSize{500, 600}));
}

TEST_F(Md2Export, GlCommandsAreFinerThanPixels) {
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

TEST_F(Md2Export, APcxIsOneThatTheGameLoads) {
    folder_.put("colormap.pcx", encodePcx(paletteImage(16, 16, 256)));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "colormap.pcx");
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "red.tga");
    folder_.put("players/knight/red.tga", tgaFile(rgbImage(1280, 600)));
    const Bytes model = written(*scene);
    EXPECT_EQ(valueAt(model, field::kSkinwidth), 640);
    EXPECT_EQ(valueAt(model, field::kSkinheight), 300);
    const Bytes pcx = file("players/knight/red.pcx");
    EXPECT_EQ(imageSize(ByteSlice(pcx.data(), pcx.size())), (ImageSize{640, 300}));
}

TEST_F(Md2Export, AHighAtlasIsSmallerInTheHeaderOnly) {
    auto scene = emptyScene();
    for (unsigned int i = 0; i < 2; ++i) {
        addSquare(*scene, "square" + std::to_string(i), 10 + i)->mMaterialIndex = i;
        useMesh(addNode(scene->mRootNode, "node" + std::to_string(i)), i);
        addMaterial(*scene, "skin" + std::to_string(i) + ".tga");
        folder_.put("players/knight/skin" + std::to_string(i) + ".tga", tgaFile(rgbImage(400, 700)));
    }
    const Bytes model = written(*scene);
    EXPECT_EQ(brokenGameRules(model), Strings{});
    EXPECT_EQ(valueAt(model, field::kSkinheight), 480);
    const View view = parse(ByteSlice(model.data(), model.size())).value();
    std::set<int> columns;
    for (std::size_t i = 0; i < view.stCount(); ++i) {
        columns.insert(view.st(i).s);
        EXPECT_LE(view.st(i).t, 480);
    }
    // 704 pixels with the margins: each texture is 400 × 480 / 704 pixels wide in the header.
    ASSERT_EQ(columns.size(), 4u);
    EXPECT_NEAR(*std::next(columns.begin()) - *columns.begin(), 400.0 * 480 / 704, 1);
}

TEST_F(Md2Export, AnImportedModelWithAHighSkinFitsTheGame) {
    Md2Builder model = smallModel(1);
    model.skinwidth = 512;
    model.skinheight = 1024;
    const auto importer = makeImporter();
    const aiScene* const scene = importBytes(*importer, model.bytes());
    const WarningLog log;
    const Bytes inGame = written(*scene);
    EXPECT_EQ(valueAt(inGame, field::kSkinwidth), 240);
    EXPECT_EQ(valueAt(inGame, field::kSkinheight), 480);
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
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_NE(log.lines()[0].find("240 × 480 instead of 512 × 1024"), std::string::npos) << log.lines()[0];
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    expectSameModel(written(*scene), model.bytes());
}

TEST_F(Md2Export, AnAtlasDoesNotReplaceATexture) {
    auto scene = emptyScene();
    const Strings textures = {"Knight.png", "sword.png"};
    for (unsigned int i = 0; i < 2; ++i) {
        addSquare(*scene, "square" + std::to_string(i), 10 + i)->mMaterialIndex = i;
        useMesh(addNode(scene->mRootNode, "node" + std::to_string(i)), i);
        addMaterial(*scene, textures[i]);
        folder_.put("players/knight/" + textures[i], pngFile(rgbImage(16, 8 + i)));
    }
    const Bytes before = file("players/knight/Knight.png");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(decodeNaively(written(*scene))->skins, Strings{"players/knight/knight_skin.pcx"});
        EXPECT_EQ(file("players/knight/Knight.png"), before);
        EXPECT_EQ(filesBesideModel(), (Strings{"Knight.png", "knight_skin.png", "sword.png", "tris.md2"}));
    }
}

TEST_F(Md2Export, APngIsItsOwnSkin) {
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "red.png");
    const Bytes png = pngFile(rgbImage(16, 8));
    folder_.put("players/knight/red.png", png);
    EXPECT_EQ(decodeNaively(written(*scene))->skins, Strings{"players/knight/red.pcx"});
    EXPECT_EQ(file("players/knight/red.png"), png);
    EXPECT_EQ(filesBesideModel(), (Strings{"red.png", "tris.md2"}));
}

TEST_F(Md2Export, APaletteDoesNotReplaceATexture) {
    folder_.put("colormap.pcx", encodePcx(paletteImage(16, 16, 256)));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "colormap.pcx");
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "skin.pcx");
    const Bytes source = encodePcx(paletteImage(16, 8, 200));
    folder_.put("players/knight/skin.pcx", source);
    EXPECT_EQ(decodeNaively(written(*scene))->skins, Strings{"players/knight/skin_skin.pcx"});
    EXPECT_EQ(file("players/knight/skin.pcx"), source);
    EXPECT_TRUE(exists("players/knight/skin_skin.pcx"));
}

TEST_F(Md2Export, APaintedSkinOfAnUntexturedModelIsKept) {
    const auto scene = movingSquare({});
    written(*scene);
    const Bytes painted = pngFile(rgbImage(64, 32));
    folder_.put("players/knight/knight.png", painted);
    const WarningLog log;
    const Bytes model = written(*scene);
    EXPECT_EQ(file("players/knight/knight.png"), painted);
    EXPECT_EQ(valueAt(model, field::kSkinwidth), 64);
    EXPECT_EQ(valueAt(model, field::kSkinheight), 32);
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_NE(log.lines()[0].find("are kept (1): knight.png"), std::string::npos) << log.lines()[0];
}

TEST_F(Md2Export, AChangedTextureReplacesTheSkin) {
    for (const bool hasPalette : {false, true}) {
        folder_.put("colormap.pcx", encodePcx(paletteImage(16, 16, 256)));
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE,
                                      hasPalette ? folder_ / "colormap.pcx" : "");
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "art");
        auto scene = movingSquare({});
        addTexture(*scene->mMaterials[0], "red.png");
        const std::string skin = hasPalette ? "players/knight/red.pcx" : "players/knight/red.png";
        folder_.put("art/red.png", pngFile(rgbImage(16, 8)));
        const WarningLog log;
        const Bytes model = written(*scene);
        EXPECT_EQ(skinsOf(model), Strings{"players/knight/red.pcx"});
        const Bytes first = file(skin);
        EXPECT_EQ(markIn(slice(first), "tris.md2"), Mark::OfModel);
        EXPECT_EQ(written(*scene), model);
        EXPECT_EQ(file(skin), first);
        folder_.put("art/red.png", pngFile(rgbImage(8, 8)));
        EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/red.pcx"});
        EXPECT_EQ(imageSize(slice(file(skin))), (ImageSize{8, 8}));
        EXPECT_EQ(log.lines(), Strings{});
    }
}

TEST_F(Md2Export, ASkinOfAnotherModelIsNotReplaced) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "art");
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "red.png");
    folder_.put("art/red.png", pngFile(rgbImage(16, 8)));
    for (const char* const model : {"a.md2", "shares.md2"}) {
        EXPECT_EQ(exportScene(*scene, model), "");
        EXPECT_EQ(skinsOf(file(model)), Strings{"red.pcx"});
    }
    const Bytes first = file("red.png");
    folder_.put("art/red.png", pngFile(rgbImage(8, 8)));
    for (int i = 0; i < 2; ++i) {
        const WarningLog log;
        EXPECT_EQ(exportScene(*scene, "b.md2"), "");
        EXPECT_EQ(skinsOf(file("b.md2")), Strings{"red_skin.pcx"});
        EXPECT_EQ(file("red.png"), first);
        ASSERT_EQ(log.lines().size(), 1u);
        EXPECT_NE(log.lines()[0].find("get other names (1): red_skin.png"), std::string::npos);
    }
    EXPECT_EQ(exportScene(*scene, "shares.md2"), "");
    EXPECT_EQ(skinsOf(file("shares.md2")), Strings{"red.pcx"});
    EXPECT_EQ(imageSize(slice(file("red.png"))), (ImageSize{8, 8}));
}

TEST_F(Md2Export, ATextureInTheCurrentFolderReplacesItsCopy) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "red.png");
    folder_.put("red.png", pngFile(rgbImage(16, 8)));
    written(*scene);
    folder_.put("red.png", pngFile(rgbImage(8, 8)));
    written(*scene);
    std::filesystem::current_path(before);
    EXPECT_EQ(imageSize(slice(file("players/knight/red.png"))), (ImageSize{8, 8}));
}

TEST_F(Md2Export, ARepaintedSkinIsKept) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "art");
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "red.png");
    folder_.put("art/red.png", pngFile(rgbImage(16, 8)));
    written(*scene);
    Bytes withInvalidMark = file("players/knight/red.png");
    withInvalidMark[withInvalidMark.size() - 20] ^= 1;
    for (const Bytes& painted : {withInvalidMark, pngFile(rgbImage(32, 16))}) {
        folder_.put("players/knight/red.png", painted);
        const WarningLog log;
        EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/red.pcx"});
        EXPECT_EQ(file("players/knight/red.png"), painted);
        EXPECT_EQ(filesBesideModel(), (Strings{"red.png", "tris.md2"}));
        ASSERT_EQ(log.lines().size(), 1u);
        EXPECT_NE(log.lines()[0].find("are kept (1): red.png"), std::string::npos) << log.lines()[0];
    }
}

TEST_F(Md2Export, AnImageOfTheUserIsNotReplaced) {
    const Bytes users = pngFile(rgbImage(32, 16));
    for (const char* const texture : {"skin.tga", "sub/skin.png"}) {
        std::filesystem::remove_all(folder_.path() / "players");
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "art");
        auto scene = movingSquare({});
        addTexture(*scene->mMaterials[0], texture);
        folder_.put("art/skin.tga", tgaFile(rgbImage(16, 8)));
        folder_.put("art/sub/skin.png", pngFile(rgbImage(16, 8)));
        folder_.put("players/knight/skin.png", users);
        for (int i = 0; i < 2; ++i) {
            const WarningLog log;
            EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/skin_skin.pcx"});
            EXPECT_EQ(file("players/knight/skin.png"), users);
            EXPECT_EQ(filesBesideModel(), (Strings{"skin.png", "skin_skin.png", "tris.md2"}));
            ASSERT_EQ(log.lines().size(), 1u);
            EXPECT_NE(log.lines()[0].find("get other names (1): skin_skin.png"), std::string::npos);
        }
    }
}

TEST_F(Md2Export, ATextureThatTheSkinDoesNotShowIsNotReplaced) {
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
    // Not even if the model names it and the image has a valid mark.
    folder_.put("barrel.png", file("barrel_skin.png"));
    EXPECT_EQ(exportScene(*scene, "barrel.md2"), "");
    EXPECT_EQ(skinsOf(file("barrel.md2")), Strings{"barrel_skin.pcx"});
}

TEST_F(Md2Export, ThePaletteIsNotReplaced) {
    const Bytes palette = encodePcx(paletteImage(16, 16, 256));
    folder_.put("players/knight/knight.pcx", palette);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "players/knight/knight.pcx");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(skinsOf(written(*movingSquare({}))), Strings{"players/knight/knight_skin.pcx"});
        EXPECT_EQ(file("players/knight/knight.pcx"), palette);
    }
}

TEST_F(Md2Export, AModelWithTheNameOfATextureOrOfThePaletteIsAnError) {
    const Bytes palette = encodePcx(paletteImage(16, 16, 256));
    folder_.put("p.pcx", palette);
    const Bytes texture = pngFile(rgbImage(16, 8));
    folder_.put("tex.png", texture);
    auto scene = movingSquare({});
    addTexture(*scene->mMaterials[0], "tex.png");
    EXPECT_NE(exportScene(*scene, "tex.png").find("tex.png, which is a texture"), std::string::npos);
    EXPECT_EQ(file("tex.png"), texture);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "p.pcx");
    EXPECT_NE(exportScene(*scene, "p.pcx").find("p.pcx, which is the palette"), std::string::npos);
    EXPECT_EQ(file("p.pcx"), palette);
}

TEST_F(Md2Export, AFileThatIsNoImageIsNotReplaced) {
    const auto scene = movingSquare({});
    const Bytes text = {'t', 'e', 'x', 't'};
    folder_.put("players/knight/knight.png", text);
    EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/knight_skin.pcx"});
    EXPECT_EQ(file("players/knight/knight.png"), text);
    std::filesystem::remove(folder_.path() / "players/knight/knight.png");
    std::filesystem::create_directory(folder_.path() / "players/knight/knight.png");
    EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/knight_skin.pcx"});
#if !defined(_WIN32)
    std::filesystem::remove(folder_.path() / "players/knight/knight.png");
    ASSERT_EQ(mkfifo((folder_ / "players/knight/knight.png").c_str(), 0600), 0);
    EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/knight_skin.pcx"});
    std::filesystem::remove(folder_.path() / "players/knight/knight.png");
    makeLink("/dev/full", folder_.path() / "players/knight/knight.png");
    EXPECT_EQ(skinsOf(written(*scene)), Strings{"players/knight/knight_skin.pcx"});
#endif
}

TEST_F(Md2Export, ASkinOfAnImportedModelGoesBesideAFolderOfItsName) {
    Md2Builder model = smallModel(1);
    model.skins = {"models/imp/grunt.pcx"};
    folder_.put("models/imp/tris.md2", model.bytes());
    folder_.put("models/imp/grunt.png", pngFile(rgbImage(16, 8)));
    const auto importer = makeImporter();
    const aiScene* const scene = importer->ReadFile(folder_ / "models/imp/tris.md2", 0);
    ASSERT_NE(scene, nullptr);
    std::filesystem::create_directories(folder_.path() / "players/knight/grunt.png");
    EXPECT_EQ(skinsOf(written(*scene)), Strings{"models/imp/grunt_skin.pcx"});
    EXPECT_TRUE(exists("players/knight/grunt_skin.png"));
}

TEST_F(Md2Export, TheModelIsNotItsOwnSkin) {
    EXPECT_EQ(exportScene(*movingSquare({}), "skin.png"), "");
    EXPECT_EQ(skinsOf(file("skin.png")), Strings{"skin_skin.pcx"});
    EXPECT_EQ(markIn(slice(file("skin_skin.png")), "skin.png"), Mark::OfModel);
}

TEST_F(Md2Export, ASkinForWhichNoNameIsFreeIsAnError) {
    const Bytes users = pngFile(rgbImage(32, 16));
    for (int i = 0; i < 101; ++i) {
        const std::string suffix = i == 0 ? "" : i == 1 ? "_skin" : "_skin" + std::to_string(i);
        folder_.put("players/knight/knight" + suffix + ".png", users);
    }
    EXPECT_NE(exportScene(*movingSquare({})).find("knight.png and 99 similar names"), std::string::npos);
}

TEST_F(Md2Export, AHugeFileOfASkinsNameIsNotRead) {
    folder_.put("players/knight/knight.png", pngFile(rgbImage(16, 8)));
    std::filesystem::resize_file(folder_.path() / "players/knight/knight.png", std::uintmax_t{1} << 32);
    EXPECT_EQ(skinsOf(written(*movingSquare({}))), Strings{"players/knight/knight_skin.pcx"});
}

TEST_F(Md2Export, TheSkinPathOfAnImportedModelIsThatOfItsFiles) {
    Md2Builder model = smallModel(1);
    model.skins = {"models/imp/grunt.pcx", "models/imp/chief.pcx"};
    folder_.put("models/imp/tris.md2", model.bytes());
    folder_.put("models/imp/grunt.png", pngFile(rgbImage(16, 8)));
    folder_.put("models/imp/chief.png", pngFile(rgbImage(16, 8)));
    const auto importer = makeImporter();
    const aiScene* const scene = importer->ReadFile(folder_ / "models/imp/tris.md2", 0);
    ASSERT_NE(scene, nullptr);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, "players/knight/red.pcx");
    EXPECT_EQ(decodeNaively(written(*scene))->skins,
              (Strings{"players/knight/red.pcx", "models/imp/chief.pcx"}));
    EXPECT_EQ(filesBesideModel(), (Strings{"chief.png", "red.png", "tris.md2"}));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, "players/imp");
    EXPECT_EQ(decodeNaively(written(*scene))->skins,
              (Strings{"players/imp/grunt.pcx", "players/imp/chief.pcx"}));
}

TEST_F(Md2Export, TwoSkinsOfAnImportedModelNeverShareAFile) {
    Md2Builder model = smallModel(1);
    model.skins = {"models/imp/grunt.pcx", "models/imp/red.pcx"};
    folder_.put("models/imp/tris.md2", model.bytes());
    const Bytes first = pngFile(rgbImage(16, 8));
    folder_.put("models/imp/grunt.png", first);
    folder_.put("models/imp/red.png", pngFile(rgbImage(8, 16)));
    const auto importer = makeImporter();
    const aiScene* const scene = importer->ReadFile(folder_ / "models/imp/tris.md2", 0);
    ASSERT_NE(scene, nullptr);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, "players/knight/red.pcx");
    written(*scene);
    EXPECT_EQ(filesBesideModel(), (Strings{"red.png", "tris.md2"}));
    EXPECT_TRUE(equalExceptMark(slice(file("players/knight/red.png")), slice(first)));
}

TEST_F(Md2Export, FileNamesOfSkinsAreUtf8) {
    Md2Builder model = smallModel(1);
    model.skins = {"models/imp/grunt.pcx"};
    folder_.put("models/imp/tris.md2", model.bytes());
    folder_.put("models/imp/grunt.png", pngFile(rgbImage(16, 8)));
    const auto importer = makeImporter();
    const aiScene* const scene = importer->ReadFile(folder_ / "models/imp/tris.md2", 0);
    ASSERT_NE(scene, nullptr);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, "players/knight/r\u00e9.pcx");
    EXPECT_EQ(decodeNaively(written(*scene))->skins, Strings{"players/knight/r\xe9.pcx"});
    EXPECT_EQ(filesBesideModel(), (Strings{"r\u00e9.png", "tris.md2"}));
}

TEST_F(Md2Export, APaletteKeepsThePcxOfAnImportedModel) {
    Md2Builder model = smallModel(1);
    model.skins = {"players/knight/grunt.pcx"};
    const Bytes source = encodePcx(paletteImage(16, 8, 200));
    folder_.put("players/knight/tris.md2", model.bytes());
    folder_.put("players/knight/grunt.pcx", source);
    folder_.put("colormap.pcx", encodePcx(paletteImage(16, 16, 256)));
    const auto importer = makeImporter();
    const aiScene* const scene = importer->ReadFile(folder_ / "players/knight/tris.md2", 0);
    ASSERT_NE(scene, nullptr);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "colormap.pcx");
    written(*scene);
    EXPECT_EQ(file("players/knight/grunt.pcx"), source);
}

TEST_F(Md2Export, AnExportBesideItsSourceKeepsEveryImage) {
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
            const auto importer = makeImporter();
            importer->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, textures);
            const aiScene* const scene = importer->ReadFile(folder_ / "players/knight/tris.md2", 0);
            ASSERT_NE(scene, nullptr);
            EXPECT_EQ(decodeNaively(written(*scene))->skins, Strings{"players/knight/grunt.pcx"});
            for (unsigned int i = 0; i < 4; ++i) {
                if ((choice >> i & 1) != 0) {
                    EXPECT_EQ(file("players/knight/" + images[i].first), images[i].second)
                        << textures << ": " << images[i].first;
                }
            }
        }
    }
}

TEST_F(Md2Export, AnImageThatIsKeptIsAWarning) {
    Md2Builder model = smallModel(1);
    model.skins = {"players/knight/grunt.pcx"};
    folder_.put("players/knight/tris.md2", model.bytes());
    folder_.put("players/knight/grunt.pcx", encodePcx(paletteImage(16, 8, 200)));
    const auto importer = makeImporter();
    const aiScene* const scene = importer->ReadFile(folder_ / "players/knight/tris.md2", 0);
    ASSERT_NE(scene, nullptr);
    written(*scene);
    const Bytes png = file("players/knight/grunt.png");
    const auto warnings = [&] {
        const WarningLog log;
        written(*scene);
        return log.lines();
    };
    EXPECT_EQ(warnings(), Strings{}); // the same bytes are written again
    Bytes painted = png;
    painted.push_back(1);
    folder_.put("players/knight/grunt.png", painted);
    const Strings lines = warnings();
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_NE(lines[0].find("are kept (1): grunt.png"), std::string::npos) << lines[0];
    EXPECT_EQ(file("players/knight/grunt.png"), painted);
}

TEST_F(Md2Export, AnAtlasDoesNotReplaceASkinOfAnImportedModel) {
    Md2Builder model = smallModel(1);
    model.skins = {"players/knight/knight.pcx"};
    Md2Builder weapon = model;
    weapon.skins = {"players/knight/weapon.pcx"};
    const std::vector<std::pair<std::string, Bytes>> images = {
        {"knight.pcx", encodePcx(paletteImage(16, 8, 200))},
        {"knight.png", pngFile(rgbImage(64, 32))},
        {"weapon.pcx", encodePcx(paletteImage(8, 8, 100))},
    };
    folder_.put("players/knight/tris.md2", model.bytes());
    folder_.put("players/knight/weapon.md2", weapon.bytes());
    for (const auto& [name, bytes] : images) {
        folder_.put("players/knight/" + name, bytes);
    }
    folder_.put("colormap.pcx", encodePcx(paletteImage(16, 16, 256)));
    for (const bool hasPalette : {false, true}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE,
                                      hasPalette ? folder_ / "colormap.pcx" : "");
        folder_.put("players/knight/tris.md2", model.bytes());
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
        const aiScene* const scene = importer->ReadFile(folder_ / "players/knight/tris.md2", 0);
        ASSERT_NE(scene, nullptr);
        EXPECT_EQ(decodeNaively(written(*scene))->skins, Strings{"players/knight/knight_skin.pcx"});
        EXPECT_TRUE(exists(hasPalette ? "players/knight/knight_skin.pcx" : "players/knight/knight_skin.png"));
        for (const auto& [name, bytes] : images) {
            EXPECT_EQ(file("players/knight/" + name), bytes) << name;
        }
    }
}

TEST_F(Md2Export, ColoursOfGltfAreLinear) {
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

TEST_F(Md2Export, ColoursOfVerticesTransparencyAndEmissionAreLeftOutWithAWarning) {
    auto scene = movingSquare({});
    scene->mMeshes[0]->mColors[0] = new aiColor4D[4];
    const ai_real opacity = 0.5f;
    scene->mMaterials[0]->AddProperty(&opacity, 1, AI_MATKEY_OPACITY);
    const aiColor3D emission(0, 0.25f, 0);
    scene->mMaterials[0]->AddProperty(&emission, 1, AI_MATKEY_COLOR_EMISSIVE);
    const WarningLog log;
    written(*scene);
    EXPECT_EQ(log.lines(), (Strings{"MD2: skins: the colours of vertices are left out, in meshes (1)",
                                    "MD2: skins: the transparency of materials is left out (1)",
                                    "MD2: skins: the emission of materials is left out (1)"}));
}

TEST_F(Md2Export, TheTextureSelectsTheTextureCoordinates) {
    auto scene = movingSquare({});
    aiMesh& mesh = *scene->mMeshes[0];
    mesh.mNumUVComponents[1] = 2;
    mesh.mTextureCoords[1] = new aiVector3D[4]{{0, 0, 0}, {0.5f, 0, 0}, {0.5f, 0.5f, 0}, {0, 0.5f, 0}};
    const auto largestS = [&] {
        const Bytes model = written(*scene);
        const View view = viewOf(model);
        int most = 0;
        for (std::size_t i = 0; i < view.stCount(); ++i) {
            most = std::max<int>(most, view.st(i).s);
        }
        return most;
    };
    EXPECT_EQ(largestS(), 256);
    const int channel = 1;
    scene->mMaterials[0]->AddProperty(&channel, 1, AI_MATKEY_UVWSRC(aiTextureType_DIFFUSE, 0));
    EXPECT_EQ(largestS(), 128);
}

TEST_F(Md2Export, TexturesAreTransformed) {
    auto scene = movingSquare({});
    aiUVTransform transform;
    transform.mTranslation = {0.25f, 0};
    scene->mMaterials[0]->AddProperty(&transform, 1, AI_MATKEY_UVTRANSFORM(aiTextureType_DIFFUSE, 0));
    for (unsigned int i = 0; i < 4; ++i) {
        scene->mMeshes[0]->mTextureCoords[0][i] *= 0.5f;
    }
    const Bytes model = written(*scene);
    const View view = parse(ByteSlice(model.data(), model.size())).value();
    std::set<std::pair<int, int>> found;
    for (std::size_t i = 0; i < view.stCount(); ++i) {
        found.emplace(view.st(i).s, view.st(i).t);
    }
    EXPECT_EQ(found, (std::set<std::pair<int, int>>{{64, 256}, {192, 256}, {64, 128}, {192, 128}}));
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

TEST_F(Md2Export, TheTextureTransformOfGltfIsApplied) {
    folder_.put("players/knight/red.png", pngFile(rgbImage(100, 100)));
    const auto corners = [&](const std::string& transform) {
        const std::string text = gltfWithTransform(transform);
        folder_.put("a.gltf", Bytes(text.begin(), text.end()));
        Assimp::Importer importer;
        const aiScene* const scene = importer.ReadFile(folder_ / "a.gltf", 0);
        EXPECT_NE(scene, nullptr) << importer.GetErrorString();
        const Bytes model = written(*scene);
        const View view = parse(ByteSlice(model.data(), model.size())).value();
        std::set<std::pair<int, int>> found;
        for (std::size_t i = 0; i < view.stCount(); ++i) {
            found.emplace(view.st(i).s, view.st(i).t);
        }
        return found;
    };
    using Corners = std::set<std::pair<int, int>>;
    const WarningLog log;
    EXPECT_EQ(corners(R"({"offset":[0.1,0.2]})"), (Corners{{10, 20}, {110, 20}, {10, 70}}));
    EXPECT_EQ(corners(R"({"scale":[0.5,0.2],"offset":[0.1,0.2]})"), (Corners{{10, 20}, {60, 20}, {10, 30}}));
    // The specification: u' = cos u + sin v, v' = -sin u + cos v.
    EXPECT_EQ(corners(R"({"rotation":1.5707963,"offset":[0,1]})"), (Corners{{0, 100}, {0, 0}, {50, 100}}));
    Strings lost;
    for (const std::string& line : log.lines()) {
        if (line.find("skins:") != std::string::npos) {
            lost.push_back(line);
        }
    }
    ASSERT_EQ(lost.size(), 9u); // for each of three exports: colour, transparency, two sides
    EXPECT_NE(lost[0].find("the colours of materials with a texture are left out (1)"), std::string::npos);
    EXPECT_NE(lost[1].find("the transparency of materials is left out (1)"), std::string::npos);
    EXPECT_NE(lost[2].find("materials show both sides of triangles"), std::string::npos);
}

TEST_F(Md2Export, TheSkinOfARelativePathIsBelowTheGameRoot) {
    const auto scene = movingSquare({});
    std::filesystem::create_directories(folder_.path() / "baseq2/players/knight");
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path() / "baseq2/players/knight");
    Assimp::Exporter exporter;
    registerExporters(exporter);
    EXPECT_EQ(exporter.Export(scene.get(), "md2", "tris.md2"), aiReturn_SUCCESS);
    std::filesystem::current_path(before);
    EXPECT_EQ(decodeNaively(file("baseq2/players/knight/tris.md2"))->skins,
              Strings{"players/knight/knight.pcx"});
    EXPECT_TRUE(exists("baseq2/players/knight/knight.png"));
}

TEST_F(Md2Export, ManySkinsAreRefused) {
    Md2Builder model = smallModel(1);
    model.skins.assign(1000, "grunt.pcx");
    const auto importer = makeImporter();
    const aiScene* const scene = importBytes(*importer, model.bytes());
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(exportScene(*scene),
              "MD2: header: 1000 skins, expected at most 32; use fewer skins; EXPORT_MD2_LIMITS=format "
              "writes what the format allows and the game does not");
}

TEST_F(Md2Export, AnAtlasWarnsIfAnyTextureIsMadeSmaller) {
    auto scene = emptyScene();
    const Strings textures = {"a.tga", "b.tga"};
    for (unsigned int i = 0; i < 2; ++i) {
        addSquare(*scene, "square" + std::to_string(i), 10 + i)->mMaterialIndex = i;
        useMesh(addNode(scene->mRootNode, "node" + std::to_string(i)), i);
        addMaterial(*scene, textures[i]);
    }
    folder_.put("players/knight/a.tga", tgaFile(rgbImage(1, 1)));
    folder_.put("players/knight/b.tga", tgaFile(rgbImage(4096, 16)));
    const WarningLog log;
    written(*scene);
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_NE(log.lines()[0].find("the textures are made smaller"), std::string::npos) << log.lines()[0];
}

TEST_F(Md2Export, TexturesMayBeInAFolderOfTheirOwn) {
    auto scene = movingSquare({});
    const aiString path(std::string("C:\\art\\red.tga"));
    scene->mMaterials[0]->AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0));
    folder_.put("source/red.tga", tgaFile(rgbImage(12, 6)));
    {
        const WarningLog log;
        EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 256);
        ASSERT_EQ(log.lines().size(), 1u);
        EXPECT_NE(log.lines()[0].find("EXPORT_MD2_TEXTURES sets a folder of textures"), std::string::npos)
            << log.lines()[0];
    }
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "source");
    EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 12);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "players");
    EXPECT_EQ(valueAt(written(*scene), field::kSkinwidth), 256);
}

TEST_F(Md2Export, TexturesAreFoundInTheCurrentFolder) {
    auto scene = movingSquare({});
    const aiString path(std::string("art/red.tga"));
    scene->mMaterials[0]->AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0));
    folder_.put("source/art/red.tga", tgaFile(rgbImage(12, 6)));
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path() / "source");
    const Bytes file = written(*scene);
    std::filesystem::current_path(before);
    EXPECT_EQ(valueAt(file, field::kSkinwidth), 12);
}

TEST_F(Md2Export, SeveralTexturesBecomeAnAtlas) {
    auto scene = emptyScene();
    for (unsigned int i = 0; i < 2; ++i) {
        addSquare(*scene, "square" + std::to_string(i), 10 + i)->mMaterialIndex = i;
        useMesh(addNode(scene->mRootNode, "node" + std::to_string(i)), i);
        addMaterial(*scene, "skin" + std::to_string(i) + ".tga");
    }
    folder_.put("players/knight/skin0.tga", tgaFile(rgbImage(20, 10)));
    folder_.put("players/knight/skin1.tga", tgaFile(rgbImage(8, 40)));
    const Bytes file = written(*scene);
    EXPECT_EQ(decodeNaively(file)->skins, Strings{"players/knight/knight.pcx"});
    ASSERT_TRUE(exists("players/knight/knight.png"));
    EXPECT_EQ(brokenGameRules(file), Strings{});
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    EXPECT_EQ(view.stCount(), 8u);
}

TEST_F(Md2Export, RepeatedTexturesStayInTheirPartOfTheAtlas) {
    auto scene = emptyScene();
    for (unsigned int i = 0; i < 2; ++i) {
        aiMesh* const mesh = addSquare(*scene, "square" + std::to_string(i), 10 + i);
        mesh->mMaterialIndex = i;
        const ai_real right = i == 0 ? 1 : 2; // the second one repeats
        mesh->mTextureCoords[0][1].x = mesh->mTextureCoords[0][2].x = right;
        useMesh(addNode(scene->mRootNode, "node" + std::to_string(i)), i);
        addMaterial(*scene, "skin" + std::to_string(i) + ".tga");
        folder_.put("players/knight/skin" + std::to_string(i) + ".tga", tgaFile(rgbImage(20, 20)));
    }
    const Bytes file = written(*scene);
    const View view = viewOf(file);
    std::set<int> columns;
    for (std::size_t i = 0; i < view.stCount(); ++i) {
        columns.insert(view.st(i).s);
    }
    ASSERT_EQ(columns.size(), 4u);
    const std::vector<int> sorted(columns.begin(), columns.end());
    EXPECT_EQ(sorted[1] - sorted[0], 20);
    EXPECT_EQ(sorted[3] - sorted[2], 20);
}

TEST_F(Md2Export, AnImportedModelWithoutASkinSizeGetsOne) {
    Md2Builder model = smallModel(1);
    model.skinwidth = 0;
    const auto importer = makeImporter();
    const Bytes file = written(*importBytes(*importer, model.bytes()));
    EXPECT_EQ(valueAt(file, field::kSkinwidth), 256);
    EXPECT_EQ(valueAt(file, field::kSkinheight), 256);
}

TEST_F(Md2Export, TheSkinPathIsAProperty) {
    const auto scene = movingSquare({});
    const auto skin = [&](const char* path) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH, path);
        return decodeNaively(written(*scene))->skins.at(0);
    };
    EXPECT_EQ(skin("models/items"), "models/items/knight.pcx");
    EXPECT_EQ(skin("models\\items\\red.pcx"), "models/items/red.pcx");
    EXPECT_EQ(skin("../red.PCX"), "red.PCX");
    EXPECT_EQ(skin(std::string(80, 'x').c_str()), "knight.pcx");
    EXPECT_EQ(skin(("a" + std::string(80, 'x') + ".pcx").c_str()), "a" + std::string(58, 'x') + ".pcx");
}

TEST_F(Md2Export, ASkinPathThatIsNoneIsAnError) {
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
    EXPECT_EQ(skinFolderOf("/home/me/players/knight/tris.md2"), "players/knight");
    EXPECT_EQ(skinFolderOf("/home/me/knight.md2"), "");
    EXPECT_EQ(skinFolderOf("knight.md2"), "");
}

TEST_F(Md2Export, APaletteMakesSkinsPcx) {
    Image palette = paletteImage(16, 16, 256);
    folder_.put("colormap.pcx", encodePcx(palette));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "colormap.pcx");
    written(*movingSquare({}));
    const Bytes bytes = file("players/knight/knight.pcx");
    Warnings repairs;
    const auto skin = decodePcx(ByteSlice(bytes.data(), bytes.size()), {}, repairs);
    ASSERT_TRUE(skin);
    EXPECT_EQ(skin->size.width, 256u);
    ASSERT_EQ(skin->palette.size(), 256u);
    EXPECT_EQ(skin->palette[7].red, palette.palette[7].red);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, folder_ / "none.pcx");
    EXPECT_NE(exportScene(*movingSquare({})).find("expected a PCX file with 256 colours"), std::string::npos);
}

TEST_F(Md2Export, TextureCoordinatesAreMovedInside) {
    const WarningLog log;
    auto scene = movingSquare({});
    for (unsigned int i = 0; i < 4; ++i) {
        scene->mMeshes[0]->mTextureCoords[0][i] += aiVector3D(-3, 7, 0);
    }
    const Bytes file = written(*scene);
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    for (std::size_t i = 0; i < view.stCount(); ++i) {
        EXPECT_TRUE(view.st(i).s == 0 || view.st(i).s == 256) << view.st(i).s;
        EXPECT_TRUE(view.st(i).t == 0 || view.st(i).t == 256) << view.st(i).t;
    }
    EXPECT_TRUE(log.lines().empty());
    scene->mMeshes[0]->mTextureCoords[0][1].x += 2;
    written(*scene);
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_NE(log.lines()[0].find("textures repeat within triangles"), std::string::npos);
}

TEST_F(Md2Export, LimitsNameCountLimitAndRemedy) {
    const auto scene = movingSquare({"walk"});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 600);
    EXPECT_EQ(exportScene(*scene), "MD2: header: 601 frames, expected at most 512; lower the frame rate "
                                   "(EXPORT_MD2_FPS) or choose fewer "
                                   "clips (EXPORT_MD2_CLIPS); EXPORT_MD2_LIMITS=format writes what the "
                                   "format allows and the game does not");
    EXPECT_EQ(filesBesideModel(), Strings{});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    EXPECT_EQ(frameNames(written(*scene)).size(), 601u);
}

TEST_F(Md2Export, MemoryIsLimited) {
    const auto importer = makeImporter();
    const aiScene* const scene = importBytes(*importer, sheetModel(500, 2000).bytes());
    properties_.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 1);
    EXPECT_NE(exportScene(*scene).find("IMPORT_MD2_MAX_MEMORY_MB allows 1 MiB"), std::string::npos);
}

TEST_F(Md2Export, InvalidScenesAreErrors) {
    auto empty = emptyScene();
    EXPECT_NE(exportScene(*empty), "");
    auto nan = movingSquare({"walk"});
    nan->mMeshes[0]->mVertices[2].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(exportScene(*nan),
              "MD2: frames: a position of the mesh \"square\" is not finite in the frame walk01");
    auto outside = movingSquare({});
    outside->mMeshes[0]->mFaces[0].mIndices[0] = 99;
    EXPECT_EQ(exportScene(*outside), ""); // the face is left out
    outside->mMeshes[0]->mFaces[1].mIndices[0] = 99;
    EXPECT_EQ(exportScene(*outside), "MD2: triangles: the scene has no triangle to be written");
    auto rootless = movingSquare({});
    aiNode* const root = std::exchange(rootless->mRootNode, nullptr);
    Assimp::DefaultIOSystem files;
    const std::optional<Error> error = exportMd2(folder_ / "tris.md2", files, *rootless, properties_);
    rootless->mRootNode = root;
    ASSERT_TRUE(error);
    EXPECT_EQ(error->text, "the scene has no root node");
}

TEST_F(Md2Export, APositionThatIsNotFiniteIsReportedForItsFrame) {
    const auto scene = movingSquare({});
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    setPositions(addChannel(addAnimation(*scene, "walk", 1), "square"),
                 {{0, {0, 0, 0}}, {1, {0, kInfinity, 0}}});
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 1);
    for (const char* const grid : {"frame", "model"}) {
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_GRID, grid);
        EXPECT_EQ(exportScene(*scene),
                  "MD2: frames: a position of the mesh \"square\" is not finite in the frame walk02")
            << grid;
    }
}

TEST_F(Md2Export, PositionsTooFarApartAreAnError) {
    const auto scene = emptyScene();
    addSquare(*scene, "square");
    scene->mMeshes[0]->mVertices[0].x = 3e38f;
    scene->mMeshes[0]->mVertices[1].x = -3e38f;
    useMesh(scene->mRootNode, 0);
    EXPECT_EQ(exportScene(*scene), "MD2: frames: the positions of the frame frame01 are too far apart");
}

TEST_F(Md2Export, EmptyMeshesAreLeftOut) {
    auto scene = movingSquare({});
    const Bytes alone = written(*scene);
    aiMesh* const empty = addMesh(*scene, "empty", {});
    delete[] empty->mFaces;
    empty->mFaces = nullptr;
    empty->mNumFaces = 0;
    useMesh(addNode(scene->mRootNode, "empty"), 1);
    EXPECT_EQ(written(*scene), alone);
    auto only = emptyScene();
    aiMesh* const mesh = addMesh(*only, "empty", {});
    mesh->mNumFaces = 0;
    useMesh(addNode(only->mRootNode, "empty"), 0);
    EXPECT_EQ(exportScene(*only), "MD2: header: the scene has no mesh with vertices");
}

TEST_F(Md2Export, ABoneWithoutANodeIsAWarning) {
    const WarningLog log;
    auto scene = movingSquare({});
    addBone(scene->mMeshes[0], "gone", {}, {{0, 1}, {1, 1}});
    EXPECT_EQ(brokenGameRules(written(*scene)), Strings{});
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_NE(log.lines()[0].find("bone"), std::string::npos) << log.lines()[0];
}

TEST_F(Md2Export, UnorderedKeysAreSorted) {
    auto ordered = movingSquare({"walk"});
    auto unordered = movingSquare({});
    setPositions(addChannel(addAnimation(*unordered, "walk", 1), "square"),
                 {{1, {0, 20, 0}}, {0, {0, 0, 0}}});
    const Bytes expected = written(*ordered);
    EXPECT_EQ(written(*unordered), expected);
}

using Corners = std::array<Point, 3>;

/// A scene of triangles, which share no vertex; flat-shaded.
ScenePointer sceneOf(const std::vector<Corners>& triangles) {
    ScenePointer scene = emptyScene();
    std::vector<Point> points;
    std::vector<Point> normals;
    for (const Corners& corners : triangles) {
        const aiVector3D origin = vectorOf(corners[0]);
        const aiVector3D normal = (vectorOf(corners[1]) - origin) ^ (vectorOf(corners[2]) - origin);
        points.insert(points.end(), corners.begin(), corners.end());
        normals.insert(normals.end(), 3, {normal.x, normal.y, normal.z});
    }
    aiMesh* const mesh = addMesh(*scene, "mesh", points, normals);
    delete[] mesh->mFaces;
    mesh->mNumFaces = static_cast<unsigned int>(triangles.size());
    mesh->mFaces = new aiFace[mesh->mNumFaces];
    for (unsigned int i = 0; i < mesh->mNumFaces; ++i) {
        mesh->mFaces[i].mNumIndices = 3;
        mesh->mFaces[i].mIndices = new unsigned int[3]{3 * i, 3 * i + 1, 3 * i + 2};
    }
    mesh->mNumUVComponents[0] = 2;
    mesh->mTextureCoords[0] = new aiVector3D[points.size()];
    useMesh(addNode(scene->mRootNode, "node"), 0);
    addMaterial(*scene, "");
    return scene;
}

void addQuad(std::vector<Corners>& triangles, const std::array<Point, 4>& corners) {
    triangles.push_back({corners[0], corners[1], corners[2]});
    triangles.push_back({corners[0], corners[2], corners[3]});
}

/// A sphere with 2 × rings × segments triangles, some of them without area, and at most
/// (rings - 1) × segments + 2 positions.
std::vector<Corners> sphere(int rings, int segments) {
    constexpr double kPi = 3.14159265358979;
    const auto at = [&](int ring, int segment) {
        const double latitude = kPi * ring / rings;
        const double longitude = 2 * kPi * (segment % segments) / segments;
        const double radius = ring % rings == 0 ? 0 : 10 * std::sin(latitude);
        return Point{radius * std::sin(longitude), 10 * std::cos(latitude), radius * std::cos(longitude)};
    };
    std::vector<Corners> triangles;
    for (int i = 0; i < rings; ++i) {
        for (int k = 0; k < segments; ++k) {
            addQuad(triangles, {at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)});
        }
    }
    return triangles;
}

TEST_F(Md2Export, AllCountsAboveTheirLimitsAreInOneMessage) {
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    const auto scene = sceneOf(sphere(60, 60));
    setPositions(addChannel(addAnimation(*scene, "walk", 60), "node"), {{0, {0, 0, 0}}, {60, {0, 9, 0}}});
    const std::string error = exportScene(*scene);
    EXPECT_EQ(
        error.substr(error.find(' ', sizeof "MD2: header:")),
        " vertices, expected at most 2048; 7200 triangles, expected at most 4096; 601 frames, expected at "
        "most 512; simplify the mesh or leave meshes out (EXPORT_MD2_MESHES); lower the frame rate "
        "(EXPORT_MD2_FPS) or choose fewer clips "
        "(EXPORT_MD2_CLIPS); EXPORT_MD2_LIMITS=format writes what the format allows and the game does not")
        << error;
}

TEST_F(Md2Export, OnlyWhatSimplificationCannotFixIsReported) {
    const auto scene = sceneOf(sphere(60, 60));
    setPositions(addChannel(addAnimation(*scene, "walk", 60), "node"), {{0, {0, 0, 0}}, {60, {0, 9, 0}}});
    EXPECT_EQ(
        exportScene(*scene),
        "MD2: header: 601 frames, expected at most 512; lower the frame rate (EXPORT_MD2_FPS) or choose "
        "fewer clips (EXPORT_MD2_CLIPS); EXPORT_MD2_LIMITS=format writes what the format allows and the "
        "game does not");
}

TEST_F(Md2Export, TooManyFramesAndSkinsAreInOneMessage) {
    Md2Builder model = smallModel(600);
    model.skins.assign(33, "grunt.pcx");
    const auto importer = makeImporter();
    const aiScene* const scene = importBytes(*importer, model.bytes());
    ASSERT_NE(scene, nullptr);
    const std::string error = exportScene(*scene);
    EXPECT_NE(error.find("600 frames, expected at most 512; 33 skins, expected at most 32; lower"),
              std::string::npos)
        << error;
}

TEST_F(Md2Export, VerticesThatDifferInTheirNormalAreMergedAboveTheLimit) {
    const WarningLog log;
    const auto scene = sceneOf(sphere(30, 40));
    const Bytes file = written(*scene);
    EXPECT_LE(viewOf(file).vertexCount(), 29u * 40 + 2);
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_NE(log.lines()[0].find("vertices that differ only in their normal are merged"), std::string::npos);
    const auto model = decodeNaively(file, "triangles").value();
    for (std::size_t i = 0; i < model.frames[0].positions.size(); ++i) {
        const auto& position = model.frames[0].positions[i];
        const auto& normal = model.frames[0].normals[i];
        const float length = std::hypot(position[0], position[1], position[2]);
        EXPECT_GT((position[0] * normal[0] + position[1] * normal[1] + position[2] * normal[2]) / length,
                  0.95)
            << i;
    }
    // Within the limit they stay.
    EXPECT_GT(viewOf(written(*sceneOf(sphere(12, 20)))).vertexCount(), 500u);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    EXPECT_GT(viewOf(written(*scene)).vertexCount(), 2048u);
}

TEST_F(Md2Export, TheNormalOfMergedVerticesIsWeightedByAngles) {
    std::vector<Corners> triangles;
    for (int cube = 0; cube < 200; ++cube) {
        const std::array<int, 3> origin = {cube % 10 * 2, cube / 10 % 10 * 2, cube / 100 * 2};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const int side : {0, 1}) {
                std::array<Point, 4> corners{};
                for (std::size_t k = 0; k < 4; ++k) {
                    const std::size_t turned = side == 1 ? k : 3 - k;
                    corners[k][axis] = origin[axis] + side;
                    corners[k][(axis + 1) % 3] =
                        origin[(axis + 1) % 3] + (turned == 1 || turned == 2 ? 1 : 0);
                    corners[k][(axis + 2) % 3] = origin[(axis + 2) % 3] + (turned > 1 ? 1 : 0);
                }
                addQuad(triangles, corners);
            }
        }
    }
    // A sheet with two sides: the mean of its normals is zero.
    const std::array<Point, 4> sheet = {{{30, 0, 5}, {31, 0, 5}, {31, 1, 5}, {30, 1, 5}}};
    addQuad(triangles, sheet);
    addQuad(triangles, {sheet[3], sheet[2], sheet[1], sheet[0]});
    const auto model = decodeNaively(written(*sceneOf(triangles)), "triangles").value();
    ASSERT_EQ(model.frames[0].normals.size(), 3 * triangles.size());
    for (std::size_t i = 0; i + 12 < model.frames[0].normals.size(); ++i) {
        // The table has nothing nearer to (1, 1, 1) than (0.59, 0.43, 0.69) and its like. Areas would give
        // (2, 1, 1).
        for (const float component : model.frames[0].normals[i]) {
            EXPECT_NEAR(std::abs(component), 0.57, 0.15) << i;
        }
    }
    EXPECT_GT(std::abs(model.frames[0].normals.back()[0]), 0.99f); // the front of the scene is +Z
}

TEST_F(Md2Export, AnImportedModelKeepsTheNormalsOfItsVertices) {
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    const Bytes file = written(*sceneOf(sphere(30, 40)));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "game");
    const auto importer = makeImporter();
    EXPECT_NE(exportScene(*importBytes(*importer, file))
                  .find(std::to_string(viewOf(file).vertexCount()) + " vertices, expected at most 2048"),
              std::string::npos);
}

TEST_F(Md2Export, AHundredThousandVerticesAreTooMany) {
    auto scene = emptyScene();
    std::vector<Point> points;
    for (int i = 0; i < 100'000; ++i) {
        points.push_back({i % 317 * 1.0, i / 317 * 1.0, 0});
    }
    aiMesh* const mesh = addMesh(*scene, "grid", points);
    delete[] mesh->mFaces;
    mesh->mNumFaces = 33'333;
    mesh->mFaces = new aiFace[mesh->mNumFaces];
    for (unsigned int i = 0; i < mesh->mNumFaces; ++i) {
        mesh->mFaces[i].mNumIndices = 3;
        mesh->mFaces[i].mIndices = new unsigned int[3]{3 * i, 3 * i + 1, 3 * i + 2};
    }
    useMesh(scene->mRootNode, 0);
    addMaterial(*scene, "");
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    EXPECT_NE(
        exportScene(*scene).find(" vertices, expected at most 2048; 33333 triangles, expected at most 4096; "
                                 "simplify the mesh or leave meshes out"),
        std::string::npos);
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, true);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    // Three corners of a row are a triangle, on a grid of 256 × 256 points.
    const std::string error = exportScene(*scene);
    EXPECT_TRUE(error.empty() || error.find("expected at most 65536; simplify the mesh") != std::string::npos)
        << error;
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "game");
    mesh->mNumFaces = 4000;
    EXPECT_NE(exportScene(*scene).find("the mesh cannot be simplified to 4096 triangles, 2048 vertices"),
              std::string::npos);
    mesh->mNumFaces = 33'333;
}

TEST_F(Md2Export, AFolderThatDoesNotExistIsAnError) {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    EXPECT_EQ(exporter.Export(movingSquare({}).get(), "md2", folder_ / "none/tris.md2"), aiReturn_FAILURE);
    EXPECT_NE(std::string(exporter.GetErrorString())
                  .find("cannot be written: the folder " + folder_ / "none does not exist"),
              std::string::npos)
        << exporter.GetErrorString();
    EXPECT_FALSE(exists("none"));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "none");
    EXPECT_NE(exportScene(*movingSquare({})).find("expected a folder that exists"), std::string::npos);
}

TEST_F(Md2Export, ManyAnimationsAreTooMany) {
    auto scene = movingSquare({});
    for (int i = 0; i < 1000; ++i) {
        setPositions(addChannel(addAnimation(*scene, "walk", 1), "square"),
                     {{0, {0, 0, 0}}, {1, {0, 20, 0}}});
    }
    EXPECT_NE(exportScene(*scene).find("11000 frames, expected at most 512"), std::string::npos);
}

TEST_F(Md2Export, AFailureKeepsTheFileThatIsThere) {
    const auto scene = movingSquare({});
    folder_.put("players/knight/tris.md2", {1, 2, 3});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "fly");
    EXPECT_NE(exportScene(*scene), "");
    EXPECT_EQ(file("players/knight/tris.md2"), (Bytes{1, 2, 3}));
    EXPECT_EQ(filesBesideModel(), Strings{"tris.md2"});
}

/// Keeps all files in another folder.
class MappedFiles : public Assimp::IOSystem {
public:
    explicit MappedFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
    bool Exists(const char* path) const override { return files_.Exists(mapped(path).c_str()); }
    char getOsSeparator() const override { return files_.getOsSeparator(); }
    bool DeleteFile(const std::string& path) override { return std::filesystem::remove(mapped(path)); }
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        return files_.Open(mapped(path).c_str(), mode);
    }
    void Close(Assimp::IOStream* stream) override { files_.Close(stream); }

private:
    std::string mapped(const std::string& path) const {
        return (folder_ / std::filesystem::path(path).filename()).string();
    }
    std::filesystem::path folder_;
    Assimp::DefaultIOSystem files_; // a final class in Assimp 6
};

TEST_F(Md2Export, AnIOSystemMayMapPaths) {
    std::filesystem::create_directories(folder_.path() / "real");
    Assimp::Exporter exporter;
    registerExporters(exporter);
    exporter.SetIOHandler(new MappedFiles(folder_.path() / "real"));
    EXPECT_EQ(exporter.Export(movingSquare({}).get(), "md2", "/nowhere/tris.md2"), aiReturn_SUCCESS)
        << exporter.GetErrorString();
    EXPECT_TRUE(exists("real/tris.md2"));
    EXPECT_TRUE(exists("real/nowhere.png"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path() / "real"), {}), 2);
}

TEST_F(Md2Export, ManyExportsMayWriteIntoOneFolder) {
    std::filesystem::create_directories(folder_.path() / "players/knight");
    const auto scene = movingSquare({"walk"});
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::set<std::string> errors;
    for (int i = 0; i < 16; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 10; ++k) {
                const std::string error = exportScene(*scene);
                const std::lock_guard<std::mutex> lock(mutex);
                errors.insert(error);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(errors, std::set<std::string>{""});
#ifdef _WIN32
    // While a skin is being replaced, Windows does not let others read it. An export then takes the skin for
    // an image of the user and writes another one.
    std::filesystem::remove(folder_.path() / "players/knight/knight_skin.png");
#endif
    EXPECT_EQ(filesBesideModel(), (Strings{"knight.png", "tris.md2"}));
}

#if !defined(_WIN32)
TEST_F(Md2Export, APipeThatNobodyReadsIsAnError) {
    std::filesystem::create_directories(folder_.path() / "players/knight");
    ASSERT_EQ(mkfifo((folder_ / "players/knight/tris.md2").c_str(), 0600), 0);
    EXPECT_EQ(exportScene(*movingSquare({})), "MD2: the file " + (folder_ / "players/knight/tris.md2") +
                                                  " cannot be written: no program reads this pipe");
    EXPECT_EQ(filesBesideModel(), Strings{"tris.md2"});
}

TEST_F(Md2Export, AnExistingModelIsReplacedWithoutReadingIt) {
    folder_.put("large", {});
    std::filesystem::resize_file(folder_ / "large", std::uintmax_t{6} << 30);
    std::filesystem::create_directories(folder_.path() / "players/knight");
    makeLink(folder_ / "large", folder_.path() / "players/knight/tris.md2");
    EXPECT_EQ(exportScene(*movingSquare({})), "");
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "players/knight/tris.md2"));
    EXPECT_LT(std::filesystem::file_size(folder_ / "large"), 10'000u);
}
#endif

TEST_F(Md2Export, ABlobHasTheModelAndTheSkin) {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    const auto scene = movingSquare({});
    const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "md2");
    ASSERT_NE(blob, nullptr) << exporter.GetErrorString();
    const auto* const data = static_cast<const std::uint8_t*>(blob->data);
    EXPECT_EQ(brokenGameRules(Bytes(data, data + blob->size)), Strings{});
    ASSERT_NE(blob->next, nullptr);
}

} // namespace
} // namespace assimp_md2::test
