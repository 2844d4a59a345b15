// SPDX-License-Identifier: BSD-3-Clause
// Models that are imported with bones instead of anim meshes.
#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "gltf/writer/gltf_file.h"
#include "importer/md2/view.h"
#include "maker/pose/pose_evaluator.h"
#include "support/expect.h"
#include "support/export.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/sample.h"
#include "support/scene_checker.h"
#include "support/temporary_folder.h"

#include <assimp/ProgressHandler.hpp>
#include <assimp/config.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace assimp_md2::inner::test {
namespace {

using Lines = std::vector<std::string>;
using Corners = std::vector<std::array<float, 3>>;

/// Every mesh of a scene at one time, three corners for each triangle, in model space (z up) and the order of
/// the file.
class Player {
public:
    explicit Player(const aiScene& scene) : evaluator_(scene, repairs_) {
        EXPECT_EQ(repairs_.lines("MD2: "), Lines());
    }

    Corners cornersAt(unsigned int animation, double ticks, std::size_t posedMesh = 0) {
        std::vector<float> positions(3 * evaluator_.vertexCount());
        evaluator_.evaluate({animation, ticks}, positions.data(), nullptr);
        const PosedMesh& posed = evaluator_.meshes()[posedMesh];
        Corners corners;
        for (unsigned int face = 0; face < posed.mesh->mNumFaces; ++face) {
            // The importer reverses the order of the corners.
            for (const unsigned int i : {2u, 1u, 0u}) {
                const float* const p =
                    &positions[3 * (posed.firstVertex + posed.mesh->mFaces[face].mIndices[i])];
                corners.push_back({p[0], -p[2], p[1]});
            }
        }
        return corners;
    }

    /// Those of all meshes, one after another.
    Corners allCornersAt(unsigned int animation, double ticks) {
        Corners corners;
        for (std::size_t mesh = 0; mesh < meshCount(); ++mesh) {
            const Corners more = cornersAt(animation, ticks, mesh);
            corners.insert(corners.end(), more.begin(), more.end());
        }
        return corners;
    }

    std::size_t meshCount() const { return evaluator_.meshes().size(); }

private:
    Warnings repairs_;
    PoseEvaluator evaluator_;
};

double distance(const std::array<float, 3>& a, const std::array<float, 3>& b) {
    return std::hypot(double{a[0]} - b[0], double{a[1]} - b[1], double{a[2]} - b[2]);
}

/// Expects that corners are within `tolerance` of others.
void expectNear(const Corners& corners, const Corners& expected, double tolerance) {
    ASSERT_EQ(corners.size(), expected.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        EXPECT_LT(distance(corners[i], expected[i]), tolerance) << "corner " << i;
    }
}

std::unique_ptr<Assimp::Importer> skeletalImporter() {
    auto importer = makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, "skeleton"}});
    return importer;
}

float metadataOf(const aiScene& scene, const char* key) {
    float value = -1;
    EXPECT_TRUE(scene.mMetaData->Get(key, value)) << key;
    return value;
}

TEST(SlowSkeletonImport, MetadataAndLogHaveTheAccuracy) {
    const WarningLog log(true);
    const auto importer = skeletalImporter();
    const aiScene* const scene = sceneOf(*importer, sampleModel().bytes());
    std::int32_t pairs = 0;
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        pairs += static_cast<std::int32_t>(std::lround(scene->mAnimations[i]->mDuration));
    }
    std::int32_t bones = 0;
    std::int32_t swings = -1;
    EXPECT_TRUE(scene->mMetaData->Get(ASSIMP_MD2_METADATA_BONES, bones));
    EXPECT_TRUE(scene->mMetaData->Get(ASSIMP_MD2_METADATA_BONES_SWINGS, swings));
    EXPECT_EQ(swings, 0);
    for (const std::string& part : {"MD2: skeleton of md2: " + std::to_string(bones) + " bones, ",
                                    std::string(" % of positions within one step, largest error "),
                                    " units; 0 of " + std::to_string(pairs) + " pairs of keys swing"}) {
        EXPECT_NE(log.text().find(part), std::string::npos) << part << log.text();
    }
    EXPECT_EQ(log.text().find("rest pose"), std::string::npos) << log.text();
}

class CountingProgress : public Assimp::ProgressHandler {
public:
    bool Update(float fraction) override {
        fractions.push_back(fraction);
        return true;
    }
    std::vector<float> fractions;
};

TEST(SlowSkeletonImport, ProgressOfTheFitGoesToTheHandler) {
    std::size_t calls = 0;
    for (const bool hasSkeleton : {false, true}) {
        CountingProgress progress;
        const auto importer = hasSkeleton ? skeletalImporter() : makeImporter();
        importer->SetProgressHandler(&progress);
        EXPECT_NE(importBytes(*importer, smallModel(50).bytes()), nullptr);
        importer->SetProgressHandler(nullptr); // gives it back
        EXPECT_TRUE(std::is_sorted(progress.fractions.begin(), progress.fractions.end()));
        // Assimp itself calls before and after the import.
        EXPECT_GT(progress.fractions.size(), calls);
        calls = progress.fractions.size();
    }
}

TEST(SlowSkeletonImport, TheLogNamesTheRestFrameIfTheModelIsFoldedInTheFirst) {
    Md2Builder model = sampleModel();
    for (std::size_t i = 0; i < 2; ++i) {
        auto& vertices = model.frames[i].vertices;
        std::fill(vertices.begin(), vertices.end(), vertices[0]);
    }
    const WarningLog log(true);
    const auto importer = skeletalImporter();
    sceneOf(*importer, model.bytes());
    EXPECT_TRUE(
        contains(log.text(), "; the rest pose is frame 2, because parts are folded in the frames before"));
}

TEST(SlowSkeletonImport, EveryFrameOfTheSampleIsWithinEightSteps) {
    const Bytes file = sampleModel().bytes();
    const auto importer = skeletalImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "none");
    const aiScene* const scene = sceneOf(*importer, file);
    EXPECT_EQ(problemsOf(*scene), Lines());
    const auto naive = decodeNaively(file);
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    Player player(*scene);
    std::size_t frame = 0;
    std::size_t within = 0;
    std::size_t all = 0;
    for (unsigned int animation = 0; animation < scene->mNumAnimations; ++animation) {
        for (double tick = 0; tick <= scene->mAnimations[animation]->mDuration; ++tick, ++frame) {
            const std::array<float, 3> scale = view.frame(frame).scale;
            const double step = std::hypot(scale[0], scale[1], scale[2]);
            const auto corners = player.cornersAt(animation, tick);
            const auto& expected = naive->frames[frame].positions;
            ASSERT_EQ(corners.size(), expected.size());
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const double error = distance(corners[i], expected[i]);
                EXPECT_LT(error, 8 * step) << "frame " << frame << ", corner " << i;
                within += error <= step ? 1 : 0;
                ++all;
            }
        }
    }
    EXPECT_EQ(frame, naive->frames.size());
    EXPECT_GT(static_cast<double>(within), 0.98 * static_cast<double>(all));
    EXPECT_GT(metadataOf(*scene, ASSIMP_MD2_METADATA_BONES_WITHIN_STEP), 0.98F);
    EXPECT_GT(metadataOf(*scene, ASSIMP_MD2_METADATA_BONES_MAXIMUM), 0);
    std::int32_t bones = 0;
    EXPECT_TRUE(scene->mMetaData->Get(ASSIMP_MD2_METADATA_BONES, bones));
    EXPECT_EQ(static_cast<unsigned int>(bones), scene->mAnimations[0]->mNumChannels - 1);
}

aiMatrix4x4 globalOf(const aiNode& node) {
    return node.mParent == nullptr ? node.mTransformation : globalOf(*node.mParent) * node.mTransformation;
}

/// A model with its first two clips, stand and run: sanitizers take long for bones.
Bytes withTwoClips(Md2Builder model) {
    model.frames.resize(20);
    return model.bytes();
}

/// A model, its weapon and a model of version 15 with tags, in a folder.
class SkeletonSamples {
public:
    SkeletonSamples() {
        folder_.put("imp.md2", withTwoClips(sampleModel()));
        folder_.put("weapon.md2", withTwoClips(sampleWeapon()));
        Md2Builder still = sampleWeapon();
        still.frames.resize(1);
        folder_.put("still.md2", still.bytes());
        Md2Builder tagged = anachronoxModel(1);
        // The second tag is on a triangle without an area.
        tagged.triangles[5].vertex = {1, 1, 1};
        tagged.tags = {{"hand", 0}, {"point", 5}};
        folder_.put("tagged.md2", tagged.bytes());
    }

    std::unique_ptr<Assimp::Importer> import(const std::string& name, const char* animation,
                                             const char* front) const {
        auto importer =
            makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, animation}, {ASSIMP_MD2_CONFIG_FRONT, front}});
        const std::size_t plus = name.find('+');
        if (plus != std::string::npos) {
            importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, name.substr(plus + 1) + ".md2");
        }
        const aiScene* const scene = importer->ReadFile(folder_ / (name.substr(0, plus) + ".md2"), 0);
        EXPECT_NE(scene, nullptr) << importer->GetErrorString();
        return importer;
    }

    static constexpr const char* kNames[] = {"weapon", "imp+weapon", "imp+still", "tagged"};

private:
    TemporaryFolder folder_;
};

/// A matrix of glTF: column by column.
aiMatrix4x4 matrixAt(const std::vector<float>& values, std::size_t index) {
    aiMatrix4x4 matrix;
    for (unsigned int i = 0; i < 16; ++i) {
        matrix[i % 4][i / 4] = values.at(16 * index + i);
    }
    return matrix;
}

aiMatrix4x4 localOf(const nlohmann::json& node) {
    if (node.contains("matrix")) {
        return matrixAt(node.at("matrix"), 0);
    }
    const auto translation = node.value("translation", std::vector<float>{0, 0, 0});
    const auto rotation = node.value("rotation", std::vector<float>{0, 0, 0, 1});
    const auto scale = node.value("scale", std::vector<float>{1, 1, 1});
    return {aiVector3D(scale[0], scale[1], scale[2]),
            aiQuaternion(rotation[3], rotation[0], rotation[1], rotation[2]),
            aiVector3D(translation[0], translation[1], translation[2])};
}

TEST(SlowSkeletonImport, AGlbHasOneSkinWhoseRestPoseIsItsBindPose) {
    const SkeletonSamples samples;
    for (const std::string name : SkeletonSamples::kNames) {
        for (const char* const front : {"x", "z"}) {
            SCOPED_TRACE(name + ", front " + front);
            const auto importer = samples.import(name, "skeleton", front);
            const Bytes glb = exported(*importer->GetScene(), "glb2");
            const GltfFile file = readGlb(std::string(glb.begin(), glb.end()));
            const nlohmann::json& nodes = file.json.at("nodes");
            std::vector<aiMatrix4x4> globals(nodes.size());
            const std::function<void(std::size_t, const aiMatrix4x4&)> visit =
                [&](std::size_t index, const aiMatrix4x4& parent) {
                    globals[index] = parent * localOf(nodes[index]);
                    for (const std::size_t child :
                         nodes[index].value("children", std::vector<std::size_t>())) {
                        visit(child, globals[index]);
                    }
                };
            for (const std::size_t root : file.json.at("scenes")[0].at("nodes")) {
                visit(root, aiMatrix4x4());
            }
            ASSERT_EQ(file.json.at("skins").size(), 1u);
            const nlohmann::json& skin = file.json.at("skins")[0];
            const std::vector<float> inverses = file.floats(skin.at("inverseBindMatrices"));
            const std::vector<std::size_t> joints = skin.at("joints");
            ASSERT_EQ(inverses.size(), 16 * joints.size());
            for (std::size_t i = 0; i < joints.size(); ++i) {
                EXPECT_TRUE((globals[joints[i]] * matrixAt(inverses, i)).Equal(aiMatrix4x4(), 1e-4F))
                    << "joint " << i;
            }
            for (const nlohmann::json& node : nodes) {
                EXPECT_EQ(node.contains("mesh"), node.contains("skin"));
            }
        }
    }
}

TEST(SlowSkeletonImport, TheFrontIsThatOfAnImportWithMorphTargetsAndInTheMetadata) {
    const SkeletonSamples samples;
    for (const std::string name : SkeletonSamples::kNames) {
        for (const char* const front : {"x", "z"}) {
            SCOPED_TRACE(name + ", front " + front);
            const auto withBones = samples.import(name, "skeleton", front);
            const auto withTargets = samples.import(name, "morph", front);
            for (const auto* const importer : {&withBones, &withTargets}) {
                const aiScene& scene = *(*importer)->GetScene();
                EXPECT_EQ(problemsOf(scene), Lines());
                aiString value;
                EXPECT_TRUE(scene.mMetaData->Get(ASSIMP_MD2_METADATA_FRONT, value));
                EXPECT_STREQ(value.C_Str(), front);
            }
            Player bones(*withBones->GetScene());
            Player targets(*withTargets->GetScene());
            ASSERT_EQ(bones.meshCount(), targets.meshCount());
            for (std::size_t mesh = 0; mesh < bones.meshCount(); ++mesh) {
                // the error of the bones
                expectNear(bones.cornersAt(0, 1, mesh), targets.cornersAt(0, 1, mesh), 0.7);
            }
        }
    }
}

/// The transformations of a node at the keys of an animation, to the space of the scene.
std::vector<aiMatrix4x4> keysOfTag(const aiScene& scene, const char* name) {
    std::vector<aiMatrix4x4> matrices;
    const aiAnimation& animation = *scene.mAnimations[0];
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        const aiNodeAnim& channel = *animation.mChannels[i];
        for (unsigned int k = 0; channel.mNodeName == aiString(name) && k < channel.mNumPositionKeys; ++k) {
            matrices.push_back(globalOf(*scene.mRootNode->FindNode(name)->mParent) *
                               aiMatrix4x4(aiVector3D(1, 1, 1), channel.mRotationKeys[k].mValue,
                                           channel.mPositionKeys[k].mValue));
        }
    }
    return matrices;
}

TEST(SlowSkeletonImport, TagsAreWhereAnImportWithMorphTargetsHasThem) {
    const SkeletonSamples samples;
    for (const char* const front : {"x", "z"}) {
        const auto withBones = samples.import("tagged", "skeleton", front);
        const auto withTargets = samples.import("tagged", "morph", front);
        for (const char* const tag : {"hand", "point"}) {
            SCOPED_TRACE(std::string(tag) + ", front " + front);
            const aiNode* const a = withBones->GetScene()->mRootNode->FindNode(tag);
            const aiNode* const b = withTargets->GetScene()->mRootNode->FindNode(tag);
            ASSERT_TRUE(a != nullptr && b != nullptr);
            EXPECT_TRUE(globalOf(*a).Equal(globalOf(*b), 1e-5F));
            const auto keys = keysOfTag(*withBones->GetScene(), tag);
            const auto expected = keysOfTag(*withTargets->GetScene(), tag);
            ASSERT_GT(keys.size(), 2u);
            ASSERT_EQ(keys.size(), expected.size());
            for (std::size_t i = 0; i < keys.size(); ++i) {
                EXPECT_TRUE(keys[i].Equal(expected[i], 1e-5F)) << "key " << i;
            }
        }
    }
}

/// How many bones a model and its weapon have.
struct Parts {
    std::size_t model = 0;
    std::size_t weapon = 0;
};

Parts partsWithin(const std::string& folder, int maxBones) {
    const auto importer = skeletalImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "weapon.md2");
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "player"); // keeps equal frames
    importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_BONES, maxBones);
    const aiScene* const scene = importer->ReadFile(folder, 0);
    if (scene == nullptr) {
        ADD_FAILURE() << importer->GetErrorString();
        return {};
    }
    EXPECT_EQ(problemsOf(*scene), Lines());
    Parts parts;
    for (unsigned int i = 0; i < scene->mAnimations[0]->mNumChannels; ++i) {
        const std::string name = scene->mAnimations[0]->mChannels[i]->mNodeName.C_Str();
        parts.model += name.rfind("imp_bone", 0) == 0 ? 1U : 0U;
        parts.weapon += name.rfind("weapon_bone", 0) == 0 ? 1U : 0U;
    }
    std::int32_t bones = 0;
    EXPECT_TRUE(scene->mMetaData->Get(ASSIMP_MD2_METADATA_BONES, bones));
    EXPECT_EQ(static_cast<std::size_t>(bones), parts.model + parts.weapon);
    return parts;
}

TEST(SlowSkeletonImport, TheLimitOfBonesIsThatOfModelAndWeaponTogether) {
    const TemporaryFolder folder;
    folder.put("imp.md2", withTwoClips(sampleModel()));
    folder.put("weapon.md2", withTwoClips(sampleModel())); // as many vertices, and as restless
    const Parts all = partsWithin(folder / "imp.md2", 64);
    for (const int limit : {2, 3, 4, 7, 8, 16}) {
        const Parts parts = partsWithin(folder / "imp.md2", limit);
        EXPECT_GE(parts.model, 1u) << limit;
        EXPECT_GE(parts.weapon, 1u) << limit;
        EXPECT_LE(parts.model + parts.weapon, static_cast<std::size_t>(limit));
        EXPECT_GT(parts.model + parts.weapon, static_cast<std::size_t>(limit) * 3 / 4) << "bones are left";
    }
    EXPECT_LE(all.model + all.weapon, 64u);
    const Parts least = partsWithin(folder / "imp.md2", 1);
    EXPECT_EQ(least.model + least.weapon, 2u) << "each has a bone";
}

TEST(SlowSkeletonImport, BonesThatOnePartDoesNotNeedAreLeftToTheOther) {
    const TemporaryFolder folder;
    Md2Builder still = sampleModel();
    const FrameSource first = still.frames[0];
    for (FrameSource& frame : still.frames) {
        frame.vertices = first.vertices;
        frame.scale = first.scale;
        frame.translate = first.translate;
    }
    for (const bool isWeaponStill : {false, true}) {
        folder.put("imp.md2", (isWeaponStill ? sampleModel() : still).bytes());
        folder.put("weapon.md2", (isWeaponStill ? still : sampleModel()).bytes());
        const Parts parts = partsWithin(folder / "imp.md2", 12);
        EXPECT_EQ(isWeaponStill ? parts.weapon : parts.model, 1u);
        EXPECT_GT(isWeaponStill ? parts.model : parts.weapon, 9u);
    }
}

TEST(SlowSkeletonImport, SeveralMeshesHaveOneSkeletonAndAreWhereTheFramesHaveThem) {
    for (const int resolution : {0, 1, 2}) {
        SCOPED_TRACE(resolution);
        const Bytes file = anachronoxModel(resolution).bytes();
        const auto importer = skeletalImporter();
        const aiScene* const scene = sceneOf(*importer, file);
        const auto naive = decodeNaively(file);
        const std::array<float, 3> scale = parse(ByteSlice(file.data(), file.size())).value().frame(0).scale;
        const double step = std::hypot(scale[0], scale[1], scale[2]);
        EXPECT_EQ(problemsOf(*scene), Lines());
        EXPECT_EQ(scene->mRootNode->mNumChildren, 2u);
        EXPECT_NE(scene->mRootNode->FindNode("md2_skeleton"), nullptr);
        EXPECT_GT(scene->mRootNode->FindNode("md2")->mNumChildren, 0u) << "the tags";
        Player player(*scene);
        ASSERT_EQ(player.meshCount(), 2u);
        for (std::size_t frame = 0; frame < naive->frames.size(); ++frame) {
            expectNear(player.allCornersAt(0, static_cast<double>(frame)), naive->frames[frame].positions,
                       2 * step + 1e-3);
        }
    }
}

TEST(SlowSkeletonImport, TagsNamedLikeBonesKeepTheirNames) {
    const TemporaryFolder folder;
    Md2Builder model = anachronoxModel(1);
    model.tags = {{"a_bone0", 0}, {"a_bone1", 1}};
    folder.put("a.md2", model.bytes());
    const auto importer = skeletalImporter();
    const aiScene* const scene = soundSceneOfFile(*importer, folder / "a.md2");
    const aiNode* const tag = scene->mRootNode->FindNode("a_bone0");
    ASSERT_NE(tag, nullptr);
    EXPECT_STREQ(tag->mParent->mName.C_Str(), "a");
    EXPECT_NE(scene->mRootNode->FindNode("a_skeleton")->FindNode("a_bone0_2"), nullptr);
    const auto naive = decodeNaively(model.bytes());
    Player player(*scene);
    expectNear(player.allCornersAt(0, 2), naive->frames[2].positions, 0.1);
}

TEST(SlowSkeletonImport, AWeaponMayBeNamedLikeASkeletonOrABone) {
    for (const std::string name : {"imp_skeleton", "imp_bone0"}) {
        SCOPED_TRACE(name);
        const TemporaryFolder folder;
        folder.put("imp.md2", sampleModel().bytes());
        folder.put(name + ".md2", sampleWeapon().bytes());
        const auto importer = skeletalImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, name + ".md2");
        const aiScene* const scene = soundSceneOfFile(*importer, folder / "imp.md2");
        const auto model = decodeNaively(sampleModel().bytes());
        const auto weapon = decodeNaively(sampleWeapon().bytes());
        Player player(*scene);
        for (const std::size_t frame : {0U, 5U}) {
            const auto tick = static_cast<double>(frame);
            expectNear(player.cornersAt(0, tick, 0), model->frames[frame].positions, 0.5);
            expectNear(player.cornersAt(0, tick, 1), weapon->frames[frame].positions, 0.5);
        }
    }
}

TEST(SlowSkeletonImport, OneFrameOrNoClipIsAStaticMeshWithoutBones) {
    const struct {
        Md2Builder model;
        const char* clips;
        int keyframe;
    } cases[] = {
        {sampleModel(), "auto", 7}, {modelWithFrames({"only"}), "auto", -1}, {sampleModel(), "none", -1}};
    for (const auto& [model, clips, keyframe] : cases) {
        const auto importer = skeletalImporter();
        importer->SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, keyframe);
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, clips);
        const Bytes file = model.bytes();
        const aiScene* const scene = soundSceneOf(*importer, file);
        EXPECT_EQ(scene->mMeshes[0]->mNumBones, 0u);
        EXPECT_EQ(scene->mNumAnimations, 0u);
        EXPECT_EQ(scene->mRootNode->FindNode("md2_skeleton"), nullptr);
        EXPECT_EQ(differences(*scene, *decodeNaively(file), std::max(keyframe, 0)), Lines());
    }
}

TEST(SlowSkeletonImport, ClipsLoopAndUsedFramesWork) {
    const auto importer = skeletalImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "run");
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "all");
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRAMES, "used");
    const Bytes file = sampleModel().bytes();
    const aiScene* const scene = sceneOf(*importer, file);
    ASSERT_EQ(scene->mNumAnimations, 1u);
    const aiNodeAnim& channel = *scene->mAnimations[0]->mChannels[1];
    const unsigned int last = channel.mNumRotationKeys - 1;
    EXPECT_TRUE(channel.mPositionKeys[0].mValue.Equal(channel.mPositionKeys[last].mValue));
    const auto naive = decodeNaively(file);
    const auto run =
        std::find_if(naive->frames.begin(), naive->frames.end(),
                     [](const NaiveModel::Frame& frame) { return frame.name.rfind("run", 0) == 0; });
    ASSERT_NE(run, naive->frames.end());
    Player player(*scene);
    expectNear(player.cornersAt(0, 2), (run + 2)->positions, 1);
}

TEST(SlowSkeletonImport, AWeaponHasItsOwnBonesMovesInStepAndMayHaveFewerFrames) {
    for (const std::size_t frames : {1U, 3U, 58U}) {
        const TemporaryFolder folder;
        folder.put("imp.md2", sampleModel().bytes());
        Md2Builder weapon = sampleWeapon();
        weapon.frames.resize(frames);
        folder.put("weapon.md2", weapon.bytes());
        const auto importer = skeletalImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
        const aiScene* const scene = sceneOfFile(*importer, folder / "imp.md2");
        EXPECT_EQ(problemsOf(*scene), Lines()) << frames;
        const aiNode* const skeleton = scene->mRootNode->FindNode("imp_skeleton");
        ASSERT_NE(skeleton, nullptr);
        EXPECT_NE(skeleton->FindNode("imp_bone0"), nullptr);
        EXPECT_NE(skeleton->FindNode("weapon_bone0"), nullptr);
        EXPECT_EQ(scene->mRootNode->FindNode("weapon_skeleton"), nullptr);
        const auto naive = decodeNaively(weapon.bytes());
        Player player(*scene);
        for (const std::size_t tick : {0U, 1U, 5U}) {
            // The last frame is held.
            expectNear(player.cornersAt(0, static_cast<double>(tick), 1),
                       naive->frames[std::min(tick, frames - 1)].positions, 0.5);
        }
    }
}

TEST(SlowSkeletonImport, TheSameFileGivesTheSameScene) {
    const auto glb = [] {
        const auto importer = skeletalImporter();
        return exported(*sceneOf(*importer, sampleModel().bytes()), "glb2");
    };
    EXPECT_EQ(glb(), glb());
}

} // namespace
} // namespace assimp_md2::inner::test
