// SPDX-License-Identifier: BSD-3-Clause
// Imported MD2s that are exported again, also through GLB.
#include "assimp-md2/gltf.h"
#include "maker/md2/export_fixture.h"

namespace assimp_md2::inner::test {
namespace {

class Md2RoundTrip : public Md2Export {
protected:
    void writeGlb(const aiScene& scene) const {
        Assimp::Exporter exporter;
        registerExporters(exporter);
        EXPECT_EQ(exporter.Export(&scene, "glb2", folder_ / "scene.glb"), aiReturn_SUCCESS);
    }
    /// The scene that Assimp reads from its GLB; belongs to `importer`.
    const aiScene* throughGlb(const aiScene& scene, Assimp::Importer& importer) const {
        writeGlb(scene);
        return sceneOfFile(importer, folder_ / "scene.glb");
    }
};

/// How far the corners of two models are from each other, in any frame. Both have the same triangles.
/// \param scale of the first one
double farthest(const NaiveModel& a, const NaiveModel& b, float scale = 1) {
    double most = 0;
    for (std::size_t i = 0; i < a.frames.size(); ++i) {
        for (std::size_t k = 0; k < a.frames[i].positions.size(); ++k) {
            const auto& p = a.frames[i].positions[k];
            const auto& q = b.frames[i].positions.at(k);
            most = std::max<double>(
                most, std::hypot(scale * p[0] - q[0], scale * p[1] - q[1], scale * p[2] - q[2]));
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

class SlowMd2RoundTrip : public Md2RoundTrip {};

TEST_F(SlowMd2RoundTrip, AModelWithBonesComesBackFromGlb) {
    const Bytes original = sampleModel().bytes();
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const auto importer =
            makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, "skeleton"}, {ASSIMP_MD2_CONFIG_FRONT, front}});
        const aiScene* const scene = sceneOf(*importer, original);
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, "auto");
        const auto direct = decodeNaively(written(*scene), "triangles");
        // Nothing in the GLB tells that it was an MD2.
        properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, front);
        Assimp::Importer other;
        const auto fromGlb = decodeNaively(written(*throughGlb(*scene, other)), "triangles");

        const auto before = decodeNaively(original, "triangles");
        ASSERT_TRUE(before && direct && fromGlb);
        EXPECT_EQ(direct->skins, before->skins);
        for (const auto& after : {*direct, *fromGlb}) {
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
        EXPECT_LT(farthest(*fromGlb, *direct), 0.3);
    }
}

TEST_F(Md2RoundTrip, AClosedClipIsWrittenWithoutItsRepeatedFrame) {
    const Bytes original = player().bytes();
    const auto before = decodeNaively(original, "triangles");
    for (const char* const animation : {"morph", "skeleton"}) {
        for (const char* const loop : {"auto", "all", "none"}) {
            for (const char* const clips : {"", "player"}) {
                SCOPED_TRACE(std::string(animation) + " " + loop + " " + clips);
                const auto importer =
                    makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, animation}, {ASSIMP_MD2_CONFIG_LOOP, loop}});
                const aiScene* const scene = sceneOf(*importer, original);
                Assimp::Importer other;
                const aiScene* const glb = throughGlb(*scene, other);
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

TEST_F(Md2RoundTrip, AClosedClipThatIsChosenIsWrittenWithoutItsRepeatedFrame) {
    const auto importer = makeImporter();
    const aiScene* const scene = sceneOf(*importer, player().bytes());
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "run,jump");
    EXPECT_EQ(frameNames(written(*scene)).size(), 12u);
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 20);
    EXPECT_EQ(frameNames(written(*scene)).size(), 12u + 11u); // jump has five intervals, run six
    // The end of the clip is no sample, so none shows the first frame again.
    properties_.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, 11);
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "run");
    EXPECT_EQ(frameNames(written(*scene)).size(), 7u);
}

TEST_F(SlowMd2RoundTrip, BonesOfWeaponsAndOfModelsWithTagsComeBack) {
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
            const auto importer =
                makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, "skeleton"}, {ASSIMP_MD2_CONFIG_FRONT, front}});
            if (row.weapon) {
                folder_.put("b.md2", row.weapon->bytes());
                expected = withWeapon(std::move(expected), decodeNaively(row.weapon->bytes()).value());
                importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "b.md2");
            }
            const aiScene* const scene = sceneOfFile(*importer, folder_ / "a.md2");
            const auto after = decodeNaively(written(*scene), "triangles");
            ASSERT_TRUE(after);
            ASSERT_EQ(after->frames.size(), expected.frames.size());
            ASSERT_EQ(after->frames[0].positions.size(), expected.frames[0].positions.size());
            EXPECT_LT(farthest(*after, expected), row.tolerance);
        }
    }
}

TEST_F(Md2RoundTrip, AllFramesOfAnImportedModelAreWrittenAlsoWithoutClips) {
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_CLIPS, "none"}});
    EXPECT_EQ(frameNames(written(*importBytes(*importer, smallModel(3).bytes()))),
              (Strings{"stand1", "stand2", "stand3"}));
}

TEST_F(Md2RoundTrip, OurImporterReadsItStrictly) {
    const auto scene = movingSquare({"stand"});
    const Bytes file = written(*scene);
    const auto importer = makeImporter();
    importer->SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, true);
    const aiScene* const read = sceneOf(*importer, file);
    ASSERT_EQ(read->mNumAnimations, 1u);
    EXPECT_STREQ(read->mAnimations[0]->mName.C_Str(), "stand");
}

TEST_F(Md2RoundTrip, AnImportedModelIsWrittenAgainWithItsFrontAlsoIfItIsScaled) {
    const Bytes original = sampleModel().bytes();
    const Bytes still = modelWithFrames({"caf\xE9"}).bytes();
    for (const char* const front : {"x", "z"}) {
        SCOPED_TRACE(front);
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_FRONT, front}});
        const aiScene* const scene = importBytes(*importer, original);
        const Bytes file = written(*scene);
        expectSameModel(file, original);
        EXPECT_EQ(valueAt(file, field::kSkinwidth), valueAt(original, field::kSkinwidth));
        // The sample has backslashes.
        EXPECT_EQ(brokenGameRules(file), Strings{"skins are below the game root"});

        aiMatrix4x4& root = scene->mRootNode->mTransformation;
        root = root * scaling({0.1, 0.1, 0.1});
        const auto scaled = decodeNaively(written(*scene), "triangles");
        // Half a step of a frame of up to 90 units on each axis
        EXPECT_LT(farthest(*scaled, decodeNaively(original, "triangles").value(), 10), 0.31);

        importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "skeleton");
        expectSameModel(written(*importBytes(*importer, still)), still);
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
} // namespace assimp_md2::inner::test
