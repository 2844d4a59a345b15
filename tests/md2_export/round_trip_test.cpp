// SPDX-License-Identifier: BSD-3-Clause
// Imported MD2s that are exported again, also through GLB.
#include "md2_export/export_fixture.h"

namespace assimp_md2::test {
namespace {

class Md2RoundTrip : public Md2Export {};

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

/// The frames of a model, each followed by the corners of its weapon, which holds its last frame.
NaiveModel withWeapon(NaiveModel model, const NaiveModel& weapon) {
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        const auto& more = weapon.frames[std::min(i, weapon.frames.size() - 1)].positions;
        std::vector<std::array<float, 3>>& positions = model.frames[i].positions;
        positions.insert(positions.end(), more.begin(), more.end());
    }
    return model;
}

TEST_F(Md2RoundTrip, AnImportedModelIsWrittenAgain) {
    const auto importer = makeImporter();
    const Bytes original = sampleModel().bytes();
    const Bytes file = written(*importBytes(*importer, original));
    expectSameModel(file, original);
    EXPECT_EQ(brokenGameRules(file), Strings{"skins are below the game root"}); // the sample has backslashes
    EXPECT_EQ(valueAt(file, field::kSkinwidth), valueAt(original, field::kSkinwidth));
}

TEST_F(Md2RoundTrip, AModelWithBonesComesBackFromGlb) {
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

TEST_F(Md2RoundTrip, AClosedClipIsWrittenWithoutItsRepeatedFrame) {
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

TEST_F(Md2RoundTrip, ClosingKeysAddLittleToTheGlbOfAPlayer) {
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

TEST_F(Md2RoundTrip, AClosedClipThatIsChosenIsWrittenWithoutItsRepeatedFrame) {
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

TEST_F(Md2RoundTrip, BonesOfWeaponsAndOfModelsWithTagsComeBack) {
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

TEST_F(Md2RoundTrip, AStaticMeshOfASkeletalImportComesBack) {
    const Bytes original = modelWithFrames({"only"}).bytes();
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRONT, front);
        expectSameModel(written(*importBytes(*importer, original)), original);
    }
}

TEST_F(Md2RoundTrip, AllFramesOfAnImportedModelAreWrittenAlsoWithoutClips) {
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "none");
    EXPECT_EQ(frameNames(written(*importBytes(*importer, smallModel(3).bytes()))),
              (Strings{"stand1", "stand2", "stand3"}));
}

TEST_F(Md2RoundTrip, AModelOfOneFrameKeepsItsName) {
    const auto importer = makeImporter();
    EXPECT_EQ(frameNames(written(*importBytes(*importer, modelWithFrames({"caf\xE9"}).bytes()))),
              Strings{"caf\xE9"});
}

TEST_F(Md2RoundTrip, OurImporterReadsItStrictly) {
    const auto scene = movingSquare({"stand"});
    const Bytes file = written(*scene);
    const auto importer = makeImporter();
    importer->SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, true);
    const aiScene* const read = importBytes(*importer, file);
    ASSERT_NE(read, nullptr) << importer->GetErrorString();
    ASSERT_EQ(read->mNumAnimations, 1u);
    EXPECT_STREQ(read->mAnimations[0]->mName.C_Str(), "stand");
}

TEST_F(Md2RoundTrip, AnImportedModelKeepsItsFront) {
    const Bytes original = sampleModel().bytes();
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRONT, front);
        expectSameModel(written(*importBytes(*importer, original)), original);
    }
}

TEST_F(Md2RoundTrip, AScaledImportedModelKeepsItsFront) {
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

TEST_F(Md2RoundTrip, TheOffsetMovesAnImportedModel) {
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

TEST_F(Md2RoundTrip, AnImportedModelKeepsTheNormalsOfItsVertices) {
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    const Bytes file = written(*sceneOf(sphere(30, 40)));
    properties_.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, true);
    const auto importer = makeImporter();
    EXPECT_NE(exportScene(*importBytes(*importer, file))
                  .find(std::to_string(viewOf(file).vertexCount()) + " vertices, expected at most 2048"),
              std::string::npos);
}

} // namespace
} // namespace assimp_md2::test
