// SPDX-License-Identifier: BSD-3-Clause
// Poses of scenes that the test builds.
#include "gltf/scene/usable_parts.h"
#include "maker/pose/animation_times.h"
#include "maker/pose/pose_evaluator.h"
#include "maker/pose/pose_scene.h"
#include "maker/pose/repairs.h"
#include "maker/pose/transform.h"

#include <assimp/commonMetaData.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace assimp_md2::inner::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Pose {
    std::vector<float> positions;
    std::vector<float> normals;
};

/// Vectors without a finite length become 0.
void normalise(std::vector<float>& vectors) {
    for (std::size_t i = 0; i < vectors.size(); i += 3) {
        const DoubleVector unit =
            unitOrZero({double{vectors[i]}, double{vectors[i + 1]}, double{vectors[i + 2]}});
        vectors[i] = static_cast<float>(unit.x);
        vectors[i + 1] = static_cast<float>(unit.y);
        vectors[i + 2] = static_cast<float>(unit.z);
    }
}

/// An evaluator and what it depends on.
class Posed {
public:
    explicit Posed(const aiScene& scene) : evaluator_(scene, repairs) {}

    PoseEvaluator& evaluator() { return evaluator_; }

    /// With normals as unit vectors.
    Pose at(std::optional<std::size_t> animation = {}, double ticks = 0) {
        const std::size_t size = 3 * evaluator().vertexCount();
        Pose pose{std::vector<float>(size, 77), std::vector<float>(size, 77)};
        evaluator().evaluate({animation, ticks}, pose.positions.data(), pose.normals.data());
        normalise(pose.normals);
        return pose;
    }

    Warnings repairs;

private:
    PoseEvaluator evaluator_;
};

std::string textOf(const std::vector<float>& floats) {
    std::string text;
    for (const float value : floats) {
        text += std::to_string(value) + " ";
    }
    return text;
}

testing::AssertionResult areNear(const std::vector<float>& actual, const std::vector<double>& expected) {
    const bool isSame = std::equal(actual.begin(), actual.end(), expected.begin(), expected.end(),
                                   [](double a, double b) { return std::abs(a - b) <= 1e-5; });
    return isSame ? testing::AssertionSuccess()
                  : testing::AssertionFailure()
                        << textOf(actual) << "instead of "
                        << textOf(std::vector<float>(expected.begin(), expected.end()));
}

/// A point at (1, 0, 0) with a normal along x, in a node "box" below "arm" below the root.
ScenePointer pointScene() {
    ScenePointer scene = emptyScene();
    addMesh(*scene, "point", {{1, 0, 0}}, {{1, 0, 0}});
    aiNode* const arm = addNode(scene->mRootNode, "arm");
    useMesh(addNode(arm, "box"), 0);
    return scene;
}

aiNode* armOf(const ScenePointer& scene) {
    return scene->mRootNode->mChildren[0];
}

aiNode* boxOf(const ScenePointer& scene) {
    return armOf(scene)->mChildren[0];
}

/// A point at (1, 0, 0) below the node "arm", whose transformation Assimp's importer of FBX has split: it is
/// at (0, 5, 0) and turned by 90° about z.
ScenePointer sceneWithPivots() {
    ScenePointer scene = emptyScene();
    addMesh(*scene, "point", {{1, 0, 0}});
    aiNode* const place = addNode(scene->mRootNode, "arm_$AssimpFbx$_Translation", translation({0, 5, 0}));
    aiNode* const turn = addNode(place, "arm_$AssimpFbx$_PreRotation", rotation({0, 0, 1}, 90));
    useMesh(addNode(turn, "arm"), 0);
    return scene;
}

TEST(Pose, AChannelOfAnFbxNodeContainsItsPivots) {
    const auto scene = sceneWithPivots();
    EXPECT_TRUE(areNear(Posed(*scene).at().positions, {0, 6, 0}));
    aiNodeAnim* const channel = addChannel(addAnimation(*scene, "wave", 1), "arm");
    setPositions(channel, {{0, {0, 5, 0}}, {1, {0, 7, 0}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at().positions, {0, 6, 0}));
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {0, 6, 0}));
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {0, 8, 0}));
    EXPECT_TRUE(posed.repairs.empty());
}

TEST(Pose, PivotsOfAnFbxNodeWithoutChannelStay) {
    const auto scene = sceneWithPivots();
    setPositions(addChannel(addAnimation(*scene, "wave", 1), "arm_$AssimpFbx$_Translation"),
                 {{0, {0, 5, 0}}, {1, {0, 7, 0}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {0, 8, 0}));
    EXPECT_TRUE(posed.repairs.empty());
}

TEST(Pose, PivotsWithChannelsOfTheirOwnStay) {
    const auto scene = sceneWithPivots();
    aiAnimation* const animation = addAnimation(*scene, "wave", 1);
    setPositions(addChannel(animation, "arm_$AssimpFbx$_Translation"), {{0, {0, 7, 0}}});
    setScalings(addChannel(animation, "arm"), {{0, {2, 2, 2}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {0, 9, 0}));
}

/// A node that turns by 90° in one second, in some steps.
std::uint64_t turnsWithoutCurve(const char* format, int steps) {
    const ScenePointer scene = pointScene();
    scene->mMetaData = aiMetadata::Alloc(1);
    scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString(format));
    aiAnimation* const animation = addAnimation(*scene, "turn", 30);
    animation->mTicksPerSecond = 30;
    std::vector<std::pair<double, aiQuaternion>> keys;
    for (int i = 0; i <= steps; ++i) {
        keys.emplace_back(30.0 * i / steps, rotationAbout({0, 0, 1}, 90.0 * i / steps));
    }
    setRotations(addChannel(animation, "arm"), keys);
    return Posed(*scene).repairs.count(repair::kCurveLost);
}

TEST(Pose, RotationsOfFbxFilesThatAreNotBakedAreReported) {
    EXPECT_EQ(turnsWithoutCurve("Autodesk FBX Importer", 1), 1u);
    EXPECT_EQ(turnsWithoutCurve("Autodesk FBX Importer", 4), 0u) << "less than 30° from key to key";
    EXPECT_EQ(turnsWithoutCurve("glTF2 Importer", 1), 0u) << "glTF defines this interpolation";
}

TEST(Pose, WithoutAnimationHasTheTransformationsOfAllNodesOnTheWay) {
    const ScenePointer scene = pointScene();
    scene->mRootNode->mTransformation = translation({0, 0, 5});
    armOf(scene)->mTransformation = rotation({0, 0, 1}, 90);
    boxOf(scene)->mTransformation = translation({1, 0, 0}) * scaling({2, 3, 4});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at().positions, {0, 3, 5}));
    EXPECT_TRUE(areNear(posed.at().normals, {0, 1, 0}));
}

TEST(Pose, ListsEachMeshOfEachNode) {
    const ScenePointer scene = pointScene();
    addMesh(*scene, "line", {{0, 0, 0}, {0, 1, 0}});
    useMesh(armOf(scene), 1);
    useMesh(boxOf(scene), 1);
    armOf(scene)->mTransformation = translation({0, 0, 1});
    boxOf(scene)->mTransformation = translation({0, 0, 1});
    Posed posed(*scene);
    const std::vector<PosedMesh>& meshes = posed.evaluator().meshes();
    ASSERT_EQ(meshes.size(), 3u);
    EXPECT_EQ(meshes[0].node, armOf(scene));
    EXPECT_EQ(meshes[0].mesh, scene->mMeshes[1]);
    EXPECT_EQ(meshes[0].firstVertex, 0u);
    EXPECT_EQ(meshes[1].node, boxOf(scene));
    EXPECT_EQ(meshes[1].mesh, scene->mMeshes[0]);
    EXPECT_EQ(meshes[1].firstVertex, 2u);
    EXPECT_EQ(meshes[2].mesh, scene->mMeshes[1]);
    EXPECT_EQ(meshes[2].firstVertex, 3u);
    EXPECT_EQ(posed.evaluator().vertexCount(), 5u);
    const Pose pose = posed.at();
    EXPECT_TRUE(areNear(pose.positions, {0, 0, 1, 0, 1, 1, 1, 0, 2, 0, 0, 2, 0, 1, 2}));
    EXPECT_TRUE(areNear(pose.normals, {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}))
        << "a mesh without normals";
}

TEST(PoseOfNodes, KeysAreInterpolatedAndHeldOutside) {
    const ScenePointer scene = pointScene();
    aiNodeAnim* const channel = addChannel(addAnimation(*scene, "move", 20), "arm");
    setPositions(channel, {{10, {0, 0, 0}}, {20, {0, 0, 4}}});
    setRotations(channel, {{10, rotationAbout({0, 0, 1}, 0)}, {20, rotationAbout({0, 0, 1}, 90)}});
    setScalings(channel, {{10, {1, 1, 1}}, {20, {3, 1, 1}}});
    Posed posed(*scene);
    const double half = std::sqrt(0.5);
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {1, 0, 0}));
    EXPECT_TRUE(areNear(posed.at(0, 10).positions, {1, 0, 0}));
    EXPECT_TRUE(areNear(posed.at(0, 15).positions, {2 * half, 2 * half, 2}));
    EXPECT_TRUE(areNear(posed.at(0, 20).positions, {0, 3, 4}));
    EXPECT_TRUE(areNear(posed.at(0, 1e300).positions, {0, 3, 4}));
    EXPECT_TRUE(areNear(posed.at(0, -kInfinity).positions, {1, 0, 0}));
    EXPECT_TRUE(areNear(posed.at().positions, {1, 0, 0})) << "the scene as it stands";
}

TEST(PoseOfNodes, RotationsGoTheShortWay) {
    const ScenePointer scene = pointScene();
    aiNodeAnim* const channel = addChannel(addAnimation(*scene, "turn", 3), "arm");
    const aiQuaternion end = rotationAbout({0, 0, 1}, 90);
    setRotations(channel, {{0, aiQuaternion()}, {3, aiQuaternion(-end.w, -end.x, -end.y, -end.z)}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {std::sqrt(0.75), 0.5, 0}));
}

TEST(PoseOfNodes, MissingKindsOfKeysLeaveTheNodesOwn) {
    const ScenePointer scene = pointScene();
    armOf(scene)->mTransformation = translation({0, 0, 5}) * rotation({0, 0, 1}, 90) * scaling({2, 2, 2});
    aiAnimation* const animation = addAnimation(*scene, "move", 1);
    aiNodeAnim* const channel = addChannel(animation, "arm");
    setPositions(channel, {{0, {7, 0, 0}}});
    addChannel(animation, "box");
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {7, 2, 0}));
    setPositions(channel, {});
    setScalings(channel, {{0, {3, 3, 3}}});
    EXPECT_TRUE(areNear(Posed(*scene).at(0, 0).positions, {0, 3, 5}));
}

TEST(PoseOfNodes, ComponentsWithoutKeysComeFromTheNodesMatrix) {
    const std::vector<Point> scalings{{1, 2, 3}, {-1, -2, -3}};
    const std::vector<aiMatrix4x4> rotations{{},
                                             rotation({0, 0, 1}, 40),
                                             rotation({1, 2, 3}, 70),
                                             rotation({1, 0, 0}, 179),
                                             rotation({0, 1, 0}, 179),
                                             rotation({0, 0, 1}, 179)};
    for (const Point& factors : scalings) {
        for (std::size_t i = 0; i < rotations.size(); ++i) {
            const ScenePointer scene = pointScene();
            aiMesh& mesh = *scene->mMeshes[0];
            mesh.mVertices[0] = vectorOf({1, 2, 3});
            armOf(scene)->mTransformation = rotations[i] * scaling(factors);
            setPositions(addChannel(addAnimation(*scene, "move", 1), "arm"), {{0, {0, 0, 0}}});
            Posed posed(*scene);
            const std::vector<float> rest = posed.at().positions;
            EXPECT_TRUE(areNear(posed.at(0, 0).positions, {rest.begin(), rest.end()})) << i;
            setRotations(scene->mAnimations[0]->mChannels[0], {{0, aiQuaternion()}});
            EXPECT_TRUE(
                areNear(Posed(*scene).at(0, 0).positions, {factors[0], 2 * factors[1], 3 * factors[2]}))
                << i;
        }
    }
}

TEST(PoseOfNodes, TheFirstNodeOfANameAndItsFirstChannelCount) {
    const ScenePointer scene = pointScene();
    useMesh(addNode(scene->mRootNode, "box"), 0);
    aiAnimation* const animation = addAnimation(*scene, "move", 1);
    setPositions(addChannel(animation, "box"), {{0, {0, 0, 1}}});
    setPositions(addChannel(animation, "box"), {{0, {0, 0, 2}}});
    setPositions(addChannel(animation, "nobody"), {{0, {0, 0, 2}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {1, 0, 1, 1, 0, 0}));
}

TEST(PoseOfNodes, UnorderedKeysAreSortedAndThoseWithoutATimeLeftOut) {
    const ScenePointer scene = pointScene();
    aiNodeAnim* const channel = addChannel(addAnimation(*scene, "move", 2), "arm");
    setPositions(channel,
                 {{kNan, {9, 9, 9}}, {2, {4, 0, 0}}, {0, {0, 0, 0}}, {kInfinity, {9, 9, 9}}, {1, {0, 2, 0}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0.5).positions, {1, 1, 0}));
    EXPECT_TRUE(areNear(posed.at(0, 1.5).positions, {3, 1, 0}));
    setPositions(channel, {{kNan, {9, 9, 9}}});
    EXPECT_TRUE(areNear(Posed(*scene).at(0, 1).positions, {1, 0, 0}));
}

TEST(PoseOfNodes, OfKeysAtOneTimeTheLastCounts) {
    const ScenePointer scene = pointScene();
    setPositions(addChannel(addAnimation(*scene, "jump", 2), "arm"),
                 {{0, {0, 0, 0}}, {1, {2, 0, 0}}, {1, {0, 0, 5}}, {2, {0, 0, 6}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0.5).positions, {2, 0, 0}));
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {1, 0, 5}));
}

TEST(PoseOfNodes, NormalsFollowTheInverseTranspose) {
    const ScenePointer scene = emptyScene();
    addMesh(*scene, "slope", {{1, 0, 0}, {0, 1, 0}}, {{1, 1, 0}, {1, 1, 0}});
    aiNode* const node = addNode(scene->mRootNode, "node", scaling({2, 1, 1}));
    useMesh(node, 0);
    Posed posed(*scene);
    const double length = std::sqrt(5);
    EXPECT_TRUE(areNear(posed.at().normals, {1 / length, 2 / length, 0, 1 / length, 2 / length, 0}));
    EXPECT_FALSE(posed.evaluator().meshes()[0].isMirrored);

    node->mTransformation = scaling({-2, 1, 1});
    Posed mirrored(*scene);
    EXPECT_TRUE(areNear(mirrored.at().normals, {-1 / length, 2 / length, 0, -1 / length, 2 / length, 0}));
    EXPECT_TRUE(mirrored.evaluator().meshes()[0].isMirrored);
    // The root of many X files is a mirror, and Direct3D does not reverse the winding then.
    scene->mMetaData = aiMetadata::Alloc(1);
    scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString("Direct3D XFile Importer"));
    EXPECT_FALSE(Posed(*scene).evaluator().meshes()[0].isMirrored);
    scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString("Wavefront Object Importer"));

    node->mTransformation = scaling({2, 2, 0});
    EXPECT_TRUE(areNear(Posed(*scene).at().normals, {0, 0, 0, 0, 0, 0})) << "flat: no direction";
    scene->mMeshes[0]->mNormals[0] = vectorOf({1, 0, 1});
    EXPECT_TRUE(areNear(Posed(*scene).at().normals, {0, 0, 1, 0, 0, 0})) << "flat: across the plane";
}

/// Two vertices and two bones: "upper" at the origin, "lower" at x = 1 below it. The mesh's own node is
/// elsewhere.
ScenePointer skinnedScene() {
    ScenePointer scene = emptyScene();
    aiMesh* const mesh = addMesh(*scene, "arm", {{1, 0, 0}, {2, 0, 0}}, {{0, 1, 0}, {0, 1, 0}});
    addBone(mesh, "upper", aiMatrix4x4(), {{0, 1}});
    addBone(mesh, "lower", translation({-1, 0, 0}), {{1, 1}});
    aiNode* const upper = addNode(scene->mRootNode, "upper");
    addNode(upper, "lower", translation({1, 0, 0}));
    useMesh(addNode(scene->mRootNode, "body", translation({0, 0, 9})), 0);
    aiAnimation* const animation = addAnimation(*scene, "bend", 1);
    setRotations(addChannel(animation, "lower"), {{0, aiQuaternion()}, {1, rotationAbout({0, 0, 1}, 90)}});
    return scene;
}

TEST(PoseOfSkins, BonesMoveTheirVerticesInWorldSpace) {
    const ScenePointer scene = skinnedScene();
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at().positions, {1, 0, 0, 2, 0, 0})) << "the mesh's node does not matter";
    const Pose bent = posed.at(0, 1);
    EXPECT_TRUE(areNear(bent.positions, {1, 0, 0, 1, 1, 0}));
    EXPECT_TRUE(areNear(bent.normals, {0, 1, 0, -1, 0, 0}));
}

TEST(PoseOfSkins, OfTwoNodesWithOneNameTheBoneCounts) {
    const ScenePointer scene = emptyScene();
    // Nodes of meshes before the bones.
    aiNode* const body = addNode(scene->mRootNode, "lower", translation({0, 7, 9}));
    aiNode* const other = addNode(scene->mRootNode, "upper", translation({0, 5, 0}));
    const ScenePointer source = skinnedScene();
    std::swap(scene->mMeshes, source->mMeshes);
    std::swap(scene->mNumMeshes, source->mNumMeshes);
    std::swap(scene->mAnimations, source->mAnimations);
    std::swap(scene->mNumAnimations, source->mNumAnimations);
    useMesh(body, 0);
    aiNode* const upper = addNode(scene->mRootNode, "upper");
    addNode(upper, "lower", translation({1, 0, 0}));
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {1, 0, 0, 1, 1, 0}));
    EXPECT_EQ(posed.repairs.count(repair::kNodesAmbiguous), 0u) << "the parent of a bone is preferred";
    addNode(other, "lower");
    Posed ambiguous(*scene);
    EXPECT_TRUE(areNear(ambiguous.at().positions, {1, 5, 0, 1, 5, 0}));
    EXPECT_EQ(ambiguous.repairs.count(repair::kNodesAmbiguous), 1u) << "that a clip moves";
}

TEST(PoseOfSkins, KeysThatAssimpCopiedFromAnotherNodeOfTheNameDoNotCount) {
    const ScenePointer scene = emptyScene(); // Blockbench writes the node of a mesh above its bone
    addBone(addMesh(*scene, "mesh", {{0, 0, 0}}), "head", aiMatrix4x4(), {{0, 1}});
    aiNode* const mesh = addNode(scene->mRootNode, "head", translation({0, 2, 0}));
    useMesh(mesh, 0);
    addNode(mesh, "head", translation({1, 0, 0}));
    aiNodeAnim* const channel = addChannel(addAnimation(*scene, "nod", 1), "head");
    setPositions(channel, {{0, {0, 2, 0}}});
    EXPECT_TRUE(areNear(Posed(*scene).at(0, 0).positions, {1, 2, 0}));
    channel->mPositionKeys[0].mValue.y = 3;
    EXPECT_TRUE(areNear(Posed(*scene).at(0, 0).positions, {0, 5, 0}));

    mesh->mTransformation = rotation({0, 0, 1}, 180) * scaling({1000, 1000, 1000});
    setPositions(channel, {});
    setRotations(channel, {{0, aiQuaternion(0, 0, 0, -1)}});
    setScalings(channel, {{0, {1000.001, 1000, 1000}}});
    scene->mMeshes[0]->mVertices[0] = vectorOf({1, 0, 0});
    EXPECT_NEAR(Posed(*scene).at(0, 0).positions[0], -2000, 0.01) << "rounded, of the other sign";
}

TEST(PoseOfNodes, ASingleKeyMayDifferALittleFromItsNode) {
    const ScenePointer scene = pointScene();
    setRotations(addChannel(addAnimation(*scene, "turn", 1), "arm"), {{0, rotationAbout({0, 0, 1}, 0.4)}});
    EXPECT_NEAR(Posed(*scene).at(0, 0).positions[1], 0.00698, 1e-5);
}

/// Each of these nodes would be compared with all children of its parent, for a minute.
TEST(PoseOfNodes, ThatShareANameAndAParentTakeLinearTime) {
    constexpr unsigned int kNodes = 200'000;
    const ScenePointer scene = emptyScene();
    addBone(addMesh(*scene, "mesh", {{0, 0, 0}}), "bone", aiMatrix4x4(), {{0, 1}});
    std::vector<aiNode*> nodes(kNodes);
    std::generate(nodes.begin(), nodes.end(), [] { return new aiNode("bone"); });
    scene->mRootNode->addChildren(kNodes, nodes.data());
    EXPECT_EQ(Posed(*scene).repairs.count(repair::kNodesAmbiguous), 0u) << "nothing moves them";
}

TEST(PoseOfNodes, ChannelThatNamesTwoNodesIsReported) {
    const ScenePointer scene = emptyScene();
    addMesh(*scene, "mesh", {{0, 0, 0}});
    for (const char* const name : {"cube", "cube", "other", "other"}) {
        useMesh(addNode(scene->mRootNode, name), 0);
    }
    setPositions(addChannel(addAnimation(*scene, "move", 1), "cube"), {{0, {0, 0, 0}}, {1, {3, 0, 0}}});
    aiNode* const wing = addNode(scene->mRootNode, "wing");
    addNode(wing, "wing");
    setPositions(addChannel(scene->mAnimations[0], "wing"), {{0, {0, 0, 0}}});
    addNode(scene->mRootNode, "");
    addNode(scene->mRootNode, "");
    addChannel(scene->mAnimations[0], "");
    Posed posed(*scene);
    EXPECT_EQ(posed.repairs.count(repair::kNodesAmbiguous), 1u) << "both wings move, and nothing moves \"\"";
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})) << "the first moves";
}

TEST(PoseOfSkins, WeightsAreDividedByTheirSum) {
    const ScenePointer scene = skinnedScene();
    aiMesh& mesh = *scene->mMeshes[0];
    mesh.mBones[1]->mWeights[0].mWeight = 0.25f;
    EXPECT_TRUE(areNear(Posed(*scene).at(0, 1).positions, {1, 0, 0, 1, 1, 0}));
    addBone(&mesh, "root", aiMatrix4x4(), {{1, 0.75}, {0, 3}});
    const Pose pose = Posed(*scene).at(0, 1);
    EXPECT_TRUE(areNear(pose.positions, {1, 0, 0, 1.75, 0.25, 0}));
    const double length = std::sqrt(0.75 * 0.75 + 0.25 * 0.25);
    EXPECT_TRUE(areNear(pose.normals, {0, 1, 0, -0.25 / length, 0.75 / length, 0}));
}

TEST(PoseOfSkins, VerticesWithoutWeightsStayWithTheirNode) {
    const ScenePointer scene = skinnedScene();
    aiMesh& mesh = *scene->mMeshes[0];
    mesh.mBones[0]->mWeights[0].mWeight = 0;
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {1, 0, 9, 1, 1, 0}));
}

TEST(PoseOfSkins, VerticesOfGltfWithoutWeightsHaveThoseOfTheirNearestNeighbour) {
    const ScenePointer scene = emptyScene();
    const std::vector<Point> points = {{0, 0, 0}, {5, 0, 0}, {6, 0, 0}, {5, 0, 0},
                                       {0, 9, 0}, {0, 8, 0}, {7, 0, 0}};
    aiMesh* const mesh = addMesh(*scene, "body", points);
    setFaces(*mesh, {{0, 2, 1}, {4, 5, 0}, {2, 6, 4}});
    useMesh(addNode(scene->mRootNode, "body"), 0);
    addNode(scene->mRootNode, "still");
    addNode(scene->mRootNode, "moving");
    addBone(mesh, "still", {}, {{0, 1}});
    addBone(mesh, "moving", {}, {{1, 1}, {2, 0}});
    setPositions(addChannel(addAnimation(*scene, "walk", 1), "moving"), {{0, {0, 0, 0}}, {1, {0, 0, 3}}});
    setPositions(addChannel(scene->mAnimations[0], "body"), {{0, {0, 0, 100}}});
    scene->mMetaData = aiMetadata::Alloc(1);
    scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString("glTF2 Importer"));
    Posed posed(*scene);
    const std::vector<float> positions = posed.at(0, 1).positions;
    std::vector<float> heights;
    for (std::size_t i = 2; i < positions.size(); i += 3) {
        heights.push_back(positions[i]);
    }
    // 2, 3 and 6: 1 is nearest. 4 and 5: 0 is.
    EXPECT_EQ(heights, (std::vector<float>{0, 3, 3, 3, 0, 0, 3}));
    EXPECT_EQ(posed.repairs.count(repair::kBoneWeightLacks), 5u);
}

TEST(PoseOfSkins, AMeshWithoutAnyWeightsStaysWithItsNode) {
    const ScenePointer scene = skinnedScene();
    scene->mMetaData = aiMetadata::Alloc(1);
    scene->mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString("glTF2 Importer"));
    aiMesh& mesh = *scene->mMeshes[0];
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        mesh.mBones[i]->mNumWeights = 0;
    }
    Posed posed(*scene);
    EXPECT_EQ(posed.at(0, 1).positions[2], 9);
    EXPECT_TRUE(posed.repairs.empty());
}

TEST(PoseOfSkins, ABoneWithoutANodeMovesWithTheNodeOfItsMesh) {
    const ScenePointer scene = skinnedScene();
    scene->mMeshes[0]->mBones[0]->mName.Set("gone");
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {1, 0, 9, 1, 1, 0}));
}

TEST(PoseOfSkins, ImpossibleWeightsAreIgnored) {
    const ScenePointer scene = skinnedScene();
    addBone(scene->mMeshes[0], "root", aiMatrix4x4(),
            {{0, -1}, {0, kNan}, {1, kInfinity}, {2, 1}, {4'000'000'000u, 1}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {1, 0, 0, 1, 1, 0}));
}

TEST(PoseOfSkins, AreMirroredWhenTheirBonesMirrorMostOfThem) {
    const ScenePointer scene = skinnedScene();
    EXPECT_FALSE(Posed(*scene).evaluator().meshes()[0].isMirrored);
    scene->mRootNode->mChildren[1]->mTransformation = scaling({-1, 1, 1});
    EXPECT_FALSE(Posed(*scene).evaluator().meshes()[0].isMirrored) << "the node of the mesh does not matter";
    scene->mRootNode->mTransformation = scaling({1, -1, 1});
    Posed posed(*scene);
    EXPECT_TRUE(posed.evaluator().meshes()[0].isMirrored);
    EXPECT_TRUE(areNear(posed.at().normals, {0, -1, 0, 0, -1, 0}));
}

/// One point at the origin with two targets, in a node "face" at z = 1.
ScenePointer morphScene() {
    ScenePointer scene = emptyScene();
    aiMesh* const mesh = addMesh(*scene, "skin", {{0, 0, 0}}, {{0, 0, 1}});
    addTarget(mesh, {{4, 0, 0}}, {{1, 0, 0}});
    addTarget(mesh, {{0, 8, 0}}, {{0, 1, 0}});
    useMesh(addNode(scene->mRootNode, "face", translation({0, 0, 1})), 0);
    return scene;
}

TEST(PoseOfMorphTargets, WeightsAddDifferencesToTheBase) {
    const ScenePointer scene = morphScene();
    addMorphChannel(addAnimation(*scene, "smile", 2), "face",
                    {{0, {{0, 0}, {1, 0}}}, {2, {{0, 1}, {1, 0.5}}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {0, 0, 1}));
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {2, 2, 1}));
    EXPECT_TRUE(areNear(posed.at(0, 5).positions, {4, 4, 1}));
    EXPECT_TRUE(areNear(posed.at(0, -1).positions, {0, 0, 1}));
    const double length = std::sqrt(0.5 * 0.5 + 0.25 * 0.25 + 0.25 * 0.25);
    EXPECT_TRUE(areNear(posed.at(0, 1).normals, {0.5 / length, 0.25 / length, 0.25 / length}));
}

TEST(PoseOfMorphTargets, EachIsInterpolatedBetweenTheKeysThatListIt) {
    const ScenePointer scene = morphScene();
    addMorphChannel(addAnimation(*scene, "smile", 4), "face",
                    {{4, {{0, 1}}}, {0, {{0, 0}, {1, 1}}}, {1, {{1, 0.5}}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 1).positions, {1, 4, 1}));
    EXPECT_TRUE(areNear(posed.at(0, 3).positions, {3, 4, 1}));
}

TEST(PoseOfMorphTargets, AChannelMayNameTheNodeOrTheMesh) {
    for (const char* const name : {"face", "face*0", "face*12", "skin"}) {
        const ScenePointer scene = morphScene();
        addMorphChannel(addAnimation(*scene, "smile", 1), name, {{0, {{0, 1}}}});
        Posed posed(*scene);
        EXPECT_TRUE(areNear(posed.at(0, 0).positions, {4, 0, 1})) << name;
    }
    const ScenePointer scene = morphScene();
    aiAnimation* const animation = addAnimation(*scene, "smile", 1);
    addMorphChannel(animation, "nobody", {{0, {{0, 1}}}});
    addMorphChannel(animation, "", {{0, {{0, 1}}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {0, 0, 1}));
}

TEST(PoseOfMorphTargets, OwnWeightsCountWithoutAChannel) {
    const ScenePointer scene = morphScene();
    scene->mMeshes[0]->mAnimMeshes[0]->mWeight = 1;
    scene->mMeshes[0]->mAnimMeshes[1]->mWeight = 0.25f;
    addAnimation(*scene, "still", 1);
    EXPECT_TRUE(areNear(Posed(*scene).at().positions, {4, 2, 1}));
    EXPECT_TRUE(areNear(Posed(*scene).at(0, 0).positions, {4, 2, 1}));
    scene->mMetaData = new aiMetadata;
    scene->mMetaData->Add(AI_METADATA_SOURCE_FORMAT, aiString("Autodesk FBX Importer"));
    EXPECT_TRUE(areNear(Posed(*scene).at().positions, {0, 2, 1})) << "the FBX importer's 1 says nothing";
}

TEST(PoseOfMorphTargets, KeysOfCubicSplinesHaveTheirWeightsInTheMiddle) {
    const ScenePointer scene = morphScene();
    // In-tangents 7 and 8, weights 0.5 and 0.25, out-tangents 9 and 10 without the first and the last.
    addMorphChannel(addAnimation(*scene, "smile", 1), "face", {{0, {{0, 8}, {1, 0.5}, {2, 0.25}, {3, 9}}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {2, 2, 1}));
}

TEST(PoseOfMorphTargets, WhatDoesNotFitIsIgnored) {
    const ScenePointer scene = morphScene();
    aiMesh* const mesh = scene->mMeshes[0];
    addTarget(mesh, {{1, 1, 1}, {2, 2, 2}}, {}, 1);
    addTarget(mesh, {}, {{0, 1, 0}}, 1); // normals only
    addMorphChannel(addAnimation(*scene, "smile", 1), "face",
                    {{0, {{0, 1}, {1, kNan}, {2, 1}, {9, 1}, {4'000'000'000u, 1}}}});
    Posed posed(*scene);
    EXPECT_TRUE(areNear(posed.at(0, 0).positions, {4, 0, 1}));
    EXPECT_TRUE(areNear(posed.at().positions, {0, 0, 1}));
    EXPECT_TRUE(areNear(posed.at().normals, {0, 1, 0}));
}

TEST(Pose, MorphsBeforeItSkins) {
    const ScenePointer scene = skinnedScene();
    addTarget(scene->mMeshes[0], {{1, 0, 0}, {3, 0, 0}}, {{0, 1, 0}, {0, 0, 1}});
    addMorphChannel(scene->mAnimations[0], "body", {{0, {{0, 0}}}, {1, {{0, 1}}}});
    Posed posed(*scene);
    const Pose pose = posed.at(0, 1);
    EXPECT_TRUE(areNear(pose.positions, {1, 0, 0, 1, 2, 0}));
    EXPECT_TRUE(areNear(pose.normals, {0, 1, 0, 0, 0, 1}));
}

TEST(Pose, NumbersThatAreNotFiniteGivePositionsThatAreNotFinite) {
    const ScenePointer scene = pointScene();
    armOf(scene)->mTransformation = scaling({kNan, 1, 1});
    Posed posed(*scene);
    const Pose pose = posed.at();
    EXPECT_FALSE(std::isfinite(pose.positions[0]));
    EXPECT_TRUE(areNear(pose.normals, {0, 0, 0}));
    armOf(scene)->mTransformation = scaling({1e30, 1e30, 1e30});
    boxOf(scene)->mTransformation = scaling({1e30, 1e30, 1e30});
    const Pose huge = Posed(*scene).at();
    EXPECT_EQ(huge.positions[0], std::numeric_limits<float>::infinity());
}

TEST(AnimationDuration, IsThatOfTheLastKeyOrLater) {
    const ScenePointer scene = morphScene();
    aiAnimation* const animation = addAnimation(*scene, "smile", 3);
    EXPECT_EQ(durationInTicks(*animation), 3);
    setPositions(addChannel(animation, "face"), {{5, {}}, {kNan, {}}, {4, {}}});
    EXPECT_EQ(durationInTicks(*animation), 5);
    addMorphChannel(animation, "face", {{6, {}}, {kInfinity, {}}});
    EXPECT_EQ(durationInTicks(*animation), 6);
    for (const double duration : {kNan, kInfinity, -1.0}) {
        animation->mDuration = duration;
        EXPECT_EQ(durationInTicks(*animation), 6);
    }
    animation->mDuration = 7;
    EXPECT_EQ(durationInTicks(*animation), 7);
}

TEST(AnimationStart, IsTheFirstKeyOfAllListsWithTwoKeys) {
    const ScenePointer scene = morphScene();
    aiAnimation* const animation = addAnimation(*scene, "smile", 9);
    EXPECT_EQ(startInTicks(*animation), 0);
    aiNodeAnim* const channel = addChannel(animation, "face");
    setScalings(channel, {{1, {1, 1, 1}}});
    EXPECT_EQ(startInTicks(*animation), 0);
    setPositions(channel, {{5, {}}, {kNan, {}}, {4, {}}});
    EXPECT_EQ(startInTicks(*animation), 4);
    addMorphChannel(animation, "face", {{3, {}}, {kInfinity, {}}});
    EXPECT_EQ(startInTicks(*animation), 3);
    setPositions(addChannel(animation, "other"), {{-5, {}}, {4, {}}});
    EXPECT_EQ(startInTicks(*animation), 0);
}

TEST(ConstantAnimation, HasEqualKeysInAllChannels) {
    const ScenePointer scene = morphScene();
    const auto isConstant = [&] { return Posed(*scene).evaluator().isConstant(0); };
    aiAnimation* const animation = addAnimation(*scene, "smile", 3);
    EXPECT_TRUE(isConstant());
    aiNodeAnim* const channel = addChannel(animation, "face");
    setPositions(channel, {{0, {1, 2, 3}}, {3, {1, 2, 3}}});
    aiMeshMorphAnim* const morph = addMorphChannel(animation, "face", {{0, {{0, 0.5}}}, {1, {{0, 0.5}}}});
    EXPECT_TRUE(isConstant());
    morph->mKeys[1].mWeights[0] = 0.25;
    EXPECT_FALSE(isConstant());
    morph->mKeys[1].mWeights[0] = 0.5;
    EXPECT_TRUE(isConstant());
    channel->mPositionKeys[1].mValue.y = 5;
    EXPECT_FALSE(isConstant());
}

/// \return false before Assimp 5.4, whose keys do not say how they are interpolated
template <typename AnyKey>
auto makeCubic(AnyKey& key, int) -> decltype(static_cast<bool>(key.mInterpolation)) {
    key.mInterpolation = static_cast<decltype(key.mInterpolation)>(3);
    return true;
}
template <typename AnyKey>
bool makeCubic(AnyKey&, long) {
    return false;
}

TEST(ConstantAnimation, MayHaveKeysThatMoveNothing) {
    const ScenePointer scene = pointScene();
    aiAnimation* const animation = addAnimation(*scene, "wait", 1);
    aiNodeAnim* const channel = addChannel(animation, "arm");
    setPositions(addChannel(animation, "nobody"), {{0, {0, 0, 0}}, {1, {1, 0, 0}}});
    setPositions(channel, {{0, {1, 2, 3}}, {kNan, {9, 9, 9}}, {1, {1, 2, 3}}});
    EXPECT_TRUE(Posed(*scene).evaluator().isConstant(0)) << "no node, or no time";
    // In-tangent, value and out-tangent of a cubic spline
    setPositions(channel, {{0, {}}, {0, {1, 2, 3}}, {0, {}}, {1, {}}, {1, {1, 2, 3}}, {1, {}}});
    const bool isCubic = makeCubic(channel->mPositionKeys[0], 0);
    EXPECT_EQ(Posed(*scene).evaluator().isConstant(0), isCubic);
}

TEST(AnimationTicksPerSecond, Are25WhenTheyAreNotSet) {
    aiAnimation animation;
    for (const double notSet : {0.0, -1.0, kNan, kInfinity}) {
        animation.mTicksPerSecond = notSet;
        EXPECT_EQ(ticksPerSecond(animation), 25);
    }
    animation.mTicksPerSecond = 1000;
    EXPECT_EQ(ticksPerSecond(animation), 1000);
}

} // namespace
} // namespace assimp_md2::inner::test
