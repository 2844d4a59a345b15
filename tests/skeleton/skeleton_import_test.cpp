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
#include <assimp/postprocess.h>
#include <assimp/version.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

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

TEST(SlowSkeletonImport, AFoldedPartIsOpenInTheRestPose) {
    // A tetrahedron that follows the first vertex is folded in frame 0.
    Md2Builder model = sampleModel();
    const auto first = static_cast<std::uint16_t>(model.frames[0].vertices.size());
    for (std::uint16_t left = 0; left < 4; ++left) {
        std::array<std::uint16_t, 3> corners{};
        for (std::uint16_t i = 0; i < 3; ++i) {
            corners[i] = static_cast<std::uint16_t>(first + (left + 1 + i) % 4);
        }
        model.triangles.push_back({corners, {0, 0, 0}});
    }
    for (FrameSource& frame : model.frames) {
        const std::array<std::uint8_t, 4> place = frame.vertices[0];
        const std::uint8_t size = &frame == model.frames.data() ? 0 : 40;
        for (std::size_t corner = 0; corner < 4; ++corner) {
            frame.vertices.push_back(place);
            for (std::size_t axis = 0; axis < corner; ++axis) {
                std::uint8_t& value = frame.vertices.back()[axis];
                value = static_cast<std::uint8_t>(value < 128 ? value + size : value - size);
            }
        }
    }
    const WarningLog log(true);
    const auto importer = skeletalImporter();
    const aiMesh& mesh = *sceneOf(*importer, model.bytes())->mMeshes[0];
    EXPECT_FALSE(contains(log.text(), "the rest pose is frame")) << log.text();
    const aiFace& face = mesh.mFaces[mesh.mNumFaces - 1];
    EXPECT_GT((mesh.mVertices[face.mIndices[0]] - mesh.mVertices[face.mIndices[2]]).Length(), 3);
}

/// Compares every tick of every clip with the frame of the file that `shown` gives for it: at most eight
/// steps off. \return the share of corners that are at most one step off
double shareWithinAStep(const aiScene& scene, const Bytes& file,
                        const std::function<std::size_t(std::size_t)>& shown) {
    EXPECT_EQ(problemsOf(scene), Lines());
    const auto naive = decodeNaively(file);
    const View view = parse(ByteSlice(file.data(), file.size())).value();
    Player player(scene);
    std::size_t frame = 0;
    std::size_t within = 0;
    std::size_t all = 0;
    for (unsigned int animation = 0; animation < scene.mNumAnimations; ++animation) {
        for (double tick = 0; tick <= scene.mAnimations[animation]->mDuration; ++tick, ++frame) {
            const std::array<float, 3> scale = view.frame(shown(frame)).scale;
            const double step = std::hypot(scale[0], scale[1], scale[2]);
            const auto corners = player.cornersAt(animation, tick);
            const auto& expected = naive->frames[shown(frame)].positions;
            EXPECT_EQ(corners.size(), expected.size());
            for (std::size_t i = 0; i < std::min(corners.size(), expected.size()); ++i) {
                const double error = distance(corners[i], expected[i]);
                EXPECT_LT(error, 8 * step) << "frame " << frame << ", corner " << i;
                within += error <= step ? 1 : 0;
                ++all;
            }
        }
    }
    EXPECT_EQ(frame, naive->frames.size());
    return static_cast<double>(within) / static_cast<double>(all);
}

TEST(SlowSkeletonImport, EveryFrameOfTheSampleIsWithinEightSteps) {
    const Bytes file = sampleModel().bytes();
    const auto importer = skeletalImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "none");
    const aiScene* const scene = sceneOf(*importer, file);
    EXPECT_GT(shareWithinAStep(*scene, file, [](std::size_t frame) { return frame; }), 0.98);
    EXPECT_GT(metadataOf(*scene, ASSIMP_MD2_METADATA_BONES_WITHIN_STEP), 0.98F);
    EXPECT_GT(metadataOf(*scene, ASSIMP_MD2_METADATA_BONES_MAXIMUM), 0);
    std::int32_t bones = 0;
    EXPECT_TRUE(scene->mMetaData->Get(ASSIMP_MD2_METADATA_BONES, bones));
    EXPECT_EQ(static_cast<unsigned int>(bones), scene->mAnimations[0]->mNumChannels - 1);
}

TEST(SlowSkeletonImport, AGarbageFrameDoesNotChangeTheBonesOfOtherFrames) {
    Md2Builder model = sampleModel();
    const std::size_t last = model.frames.size() - 1;
    model.frames[last].translate = {-431602080, -431602080, -431602080};
    model.frames[last].scale = {};
    const Bytes file = model.bytes();
    const auto importer = skeletalImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "none");
    // The last frame repeats the good one before.
    shareWithinAStep(*sceneOf(*importer, file), file,
                     [&](std::size_t frame) { return std::min(frame, last - 1); });
}

TEST(SlowSkeletonImport, HasBonesAndNodeChannelsInPlaceOfAnimMeshesAndMorphChannels) {
    const auto importer = skeletalImporter();
    const aiScene* const scene =
        soundSceneOf(*importer, sampleModel().bytes(), aiProcess_ValidateDataStructure);
    const aiMesh& mesh = *scene->mMeshes[0];
    EXPECT_EQ(mesh.mNumAnimMeshes, 0u);
    ASSERT_GT(mesh.mNumBones, 1u);
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        EXPECT_EQ(std::string(mesh.mBones[i]->mName.C_Str()).rfind("md2_bone", 0), 0u);
    }
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        const aiAnimation& animation = *scene->mAnimations[i];
        for (unsigned int j = 0; j < animation.mNumChannels; ++j) {
            const aiNodeAnim& channel = *animation.mChannels[j];
            EXPECT_EQ(channel.mScalingKeys[0].mValue, aiVector3D(1, 1, 1));
            for (unsigned int key = 1; key < channel.mNumRotationKeys; ++key) {
                const aiQuaternion& p = channel.mRotationKeys[key - 1].mValue;
                const aiQuaternion& q = channel.mRotationKeys[key].mValue;
                EXPECT_GE(q.w * p.w + q.x * p.x + q.y * p.y + q.z * p.z, 0);
            }
        }
    }
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

TEST(SlowSkeletonImport, RestNormalsPointOutOfTheRestPose) {
    const SkeletonSamples samples;
    for (const char* const front : {"x", "z"}) {
        const auto importer = samples.import("imp", "skeleton", front);
        const aiMesh& mesh = *importer->GetScene()->mMeshes[0];
        double sum = 0;
        double area = 0;
        for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
            const unsigned int* const corners = mesh.mFaces[i].mIndices;
            const aiVector3D& first = mesh.mVertices[corners[0]];
            const aiVector3D normal =
                (mesh.mVertices[corners[1]] - first) ^ (mesh.mVertices[corners[2]] - first);
            area += static_cast<double>(normal.Length());
            for (unsigned int k = 0; k < 3; ++k) {
                sum += static_cast<double>(normal * mesh.mNormals[corners[k]]) / 3;
            }
        }
        EXPECT_GT(sum, 0.7 * area) << front;
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

TEST(SlowSkeletonImport, AWeaponHasItsOwnBones) {
    const TemporaryFolder folder;
    folder.put("imp.md2", sampleModel().bytes());
    folder.put("weapon.md2", sampleWeapon().bytes());
    const auto importer = skeletalImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
    const aiScene* const scene = soundSceneOfFile(*importer, folder / "imp.md2");
    ASSERT_EQ(scene->mNumMeshes, 2u);
    EXPECT_EQ(std::string(scene->mMeshes[0]->mBones[0]->mName.C_Str()).rfind("imp_bone", 0), 0u);
    EXPECT_EQ(std::string(scene->mMeshes[1]->mBones[0]->mName.C_Str()).rfind("weapon_bone", 0), 0u);
    const aiNode* const skeleton = scene->mRootNode->FindNode("imp_skeleton");
    ASSERT_NE(skeleton, nullptr);
    EXPECT_NE(skeleton->FindNode("imp_bone0"), nullptr);
    EXPECT_NE(skeleton->FindNode("weapon_bone0"), nullptr);
    EXPECT_EQ(scene->mRootNode->FindNode("weapon_skeleton"), nullptr);
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

TEST(SlowSkeletonImport, ClipsMayOverlap) {
    const auto importer = skeletalImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "a:0-5;b:3-8");
    const aiScene* const scene = soundSceneOf(*importer, sampleModel().bytes());
    ASSERT_EQ(scene->mNumAnimations, 2u);
    Player player(*scene);
    expectNear(player.cornersAt(0, 4), player.cornersAt(1, 1), 1e-3);
}

TEST(SlowSkeletonImport, AWeaponMovesInStepAndMayHaveFewerFrames) {
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
        const auto naive = decodeNaively(weapon.bytes());
        Player player(*scene);
        for (const std::size_t tick : {0U, 1U, 5U}) {
            // The last frame is held.
            expectNear(player.cornersAt(0, static_cast<double>(tick), 1),
                       naive->frames[std::min(tick, frames - 1)].positions, 0.5);
        }
    }
}

TEST(SlowSkeletonImport, ALimitOfBonesThatIsTooHighIsAnError) {
    const auto importer = skeletalImporter();
    importer->SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_BONES, 257);
    EXPECT_EQ(importBytes(*importer, sampleModel().bytes()), nullptr);
    EXPECT_STREQ(importer->GetErrorString(),
                 "MD2: IMPORT_MD2_MAX_BONES is \"257\", expected a whole number from 1 to 256");
}

TEST(SlowSkeletonImport, TheSameFileGivesTheSameScene) {
    const auto glb = [] {
        const auto importer = skeletalImporter();
        return exported(*sceneOf(*importer, sampleModel().bytes()), "glb2");
    };
    EXPECT_EQ(glb(), glb());
}

/// The largest distance from a corner to the nearest of others.
double farthestFrom(const Corners& corners, Corners others) {
    std::sort(others.begin(), others.end());
    double farthest = 0;
    for (const std::array<float, 3>& corner : corners) {
        double nearest = std::numeric_limits<double>::max();
        const auto isNearer = [&](const std::array<float, 3>& other) {
            nearest = std::min(nearest, distance(corner, other));
            return std::abs(corner[0] - other[0]) < nearest; // the next one may still be nearer
        };
        const auto middle = std::lower_bound(others.begin(), others.end(), corner);
        for (auto other = middle; other != others.end() && isNearer(*other); ++other) {
        }
        for (auto other = middle; other != others.begin() && isNearer(*std::prev(other)); --other) {
        }
        farthest = std::max(farthest, nearest);
    }
    return farthest;
}

TEST(SlowSkeletonImport, PostProcessingOfEnginesKeepsTheMotion) {
    struct {
        const char* name;
        unsigned int steps;
        float scale = 1;
        bool isLeftHanded = false;
    } const rows[] = {
        {"fast preset", aiProcessPreset_TargetRealtime_Fast},
        {"quality preset", aiProcessPreset_TargetRealtime_Quality},
        {"maximum quality preset", aiProcessPreset_TargetRealtime_MaxQuality},
        {"JoinIdenticalVertices", aiProcess_JoinIdenticalVertices},
        {"LimitBoneWeights", aiProcess_LimitBoneWeights},
        {"OptimizeGraph", aiProcess_OptimizeGraph},
        {"OptimizeGraph and OptimizeMeshes", aiProcess_OptimizeGraph | aiProcess_OptimizeMeshes},
        {"ValidateDataStructure", aiProcess_ValidateDataStructure},
        {"PopulateArmatureData", aiProcess_PopulateArmatureData},
        {"SplitByBoneCount", aiProcess_SplitByBoneCount},
        {"SplitLargeMeshes", aiProcess_SplitLargeMeshes},
        {"GlobalScale", aiProcess_GlobalScale, 0.5F},
        {"GlobalScale and the quality preset", aiProcess_GlobalScale | aiProcessPreset_TargetRealtime_Quality,
         0.5F},
        {"MakeLeftHanded", aiProcess_MakeLeftHanded, 1, true},
        {"ConvertToLeftHanded and the quality preset",
         aiProcess_ConvertToLeftHanded | aiProcessPreset_TargetRealtime_Quality, 1, true},
    };
    const std::pair<unsigned int, double> moments[] = {{0, 2.5}, {1, 5}};
    const Bytes file = withTwoClips(sampleModel());
    const auto plain = skeletalImporter();
    const aiScene* const plainScene = sceneOf(*plain, file);
    Player plainPlayer(*plainScene);
    std::vector<Corners> expected;
    for (const auto& [animation, ticks] : moments) {
        expected.push_back(plainPlayer.cornersAt(animation, ticks));
    }
    // In Assimp 5.3 to 5.4.2, SplitByBoneCount does not update the indices of meshes in nodes.
    const bool isAssimpWrong =
        aiGetVersionMajor() == 5 &&
        (aiGetVersionMinor() == 3 || (aiGetVersionMinor() == 4 && aiGetVersionPatch() < 3));
    for (const auto& row : rows) {
        if (row.steps == aiProcess_SplitByBoneCount && isAssimpWrong) {
            continue;
        }
        SCOPED_TRACE(row.name);
        const auto importer = skeletalImporter();
        importer->SetPropertyFloat(AI_CONFIG_GLOBAL_SCALE_FACTOR_KEY, row.scale);
        importer->SetPropertyInteger(AI_CONFIG_PP_SBBC_MAX_BONES, 12);
        const aiScene* const scene = sceneOf(*importer, file, row.steps);
        Player player(*scene);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            // Steps reorder and split, so that each corner is compared with the nearest one.
            Corners corners = player.allCornersAt(moments[i].first, moments[i].second);
            for (std::array<float, 3>& corner : corners) {
                corner[1] *= row.isLeftHanded ? -1.0F : 1.0F;
                for (float& coordinate : corner) {
                    coordinate /= row.scale;
                }
            }
            EXPECT_EQ(corners.size(), expected[i].size());
            EXPECT_LT(farthestFrom(corners, expected[i]), 2e-3);
            EXPECT_LT(farthestFrom(expected[i], corners), 2e-3);
        }
    }
}

} // namespace
} // namespace assimp_md2::inner::test
