// SPDX-License-Identifier: BSD-3-Clause
// Scenes of this library's importer that a program has changed, and scenes with bones, as exports write them.
#include "assimp-md2/metadata.h"
#include "gltf/export_support.h"
#include "gltf/test_scene.h"
#include "registration/gltf_entries.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>

#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>

namespace assimp_md2::test {
namespace {

using Json = nlohmann::json;

class GltfEditedScene : public TestWithFolder {};

const Json& primitiveOf(const GltfFile& file, std::size_t primitive = 0) {
    return file.json["meshes"].at(0)["primitives"].at(primitive);
}

const Json& accessorOf(const GltfFile& file, const Json& index) {
    return file.json["accessors"].at(index.get<std::size_t>());
}

void setFaces(aiMesh& mesh, const std::vector<std::vector<unsigned int>>& faces) {
    delete[] mesh.mFaces;
    mesh.mNumFaces = static_cast<unsigned int>(faces.size());
    mesh.mFaces = new aiFace[faces.size()];
    for (std::size_t i = 0; i < faces.size(); ++i) {
        mesh.mFaces[i].mNumIndices = static_cast<unsigned int>(faces[i].size());
        mesh.mFaces[i].mIndices = new unsigned int[faces[i].size()];
        std::copy(faces[i].begin(), faces[i].end(), mesh.mFaces[i].mIndices);
    }
}

aiNode* addNode(aiNode& parent, const std::string& name) {
    auto* node = new aiNode(name);
    parent.addChildren(1, &node);
    return node;
}

void addBone(aiMesh& mesh, const std::string& name, const std::vector<aiVertexWeight>& weights,
             const aiMatrix4x4& offset = aiMatrix4x4()) {
    auto* bone = new aiBone;
    bone->mName.Set(name);
    bone->mOffsetMatrix = offset;
    bone->mNumWeights = static_cast<unsigned int>(weights.size());
    bone->mWeights = new aiVertexWeight[weights.size()];
    std::copy(weights.begin(), weights.end(), bone->mWeights);
    auto** bones = new aiBone*[mesh.mNumBones + 1];
    std::copy_n(mesh.mBones, mesh.mNumBones, bones);
    bones[mesh.mNumBones++] = bone;
    delete[] mesh.mBones;
    mesh.mBones = bones;
}

/// A model whose vertices hang on two bones; the last vertex has no weights when `isComplete` is false.
std::unique_ptr<aiScene> skinnedScene(bool isComplete = true) {
    auto scene = makeScene(wavingModel(1, 12));
    removeAnimations(*scene);
    removeTargets(*scene);
    aiMesh& mesh = *scene->mMeshes[0];
    addNode(*addNode(*scene->mRootNode, "hip"), "knee");
    std::vector<aiVertexWeight> hip;
    std::vector<aiVertexWeight> knee;
    for (unsigned int i = 0; i < mesh.mNumVertices - (isComplete ? 0 : 1); ++i) {
        hip.emplace_back(i, 0.75f);
        knee.emplace_back(i, 0.25f);
    }
    aiMatrix4x4 offset;
    aiMatrix4x4::Translation(aiVector3D(1, 2, 3), offset);
    addBone(mesh, "hip", hip, offset);
    addBone(mesh, "knee", knee);
    auto* channel = new aiNodeAnim;
    channel->mNodeName.Set("knee");
    channel->mNumPositionKeys = channel->mNumRotationKeys = 2;
    channel->mPositionKeys = new aiVectorKey[2]{{0, aiVector3D(1, 0, 0)}, {1, aiVector3D(2, 0, 0)}};
    channel->mRotationKeys = new aiQuatKey[2]{{0, aiQuaternion()}, {1, aiQuaternion(0, 2, 0, 0)}};
    channel->mNumScalingKeys = 1;
    channel->mScalingKeys = new aiVectorKey[1]{{0, aiVector3D(1, 1, 1)}};
    auto* animation = new aiAnimation;
    animation->mName.Set("kick");
    animation->mTicksPerSecond = 10;
    animation->mNumChannels = 1;
    animation->mChannels = new aiNodeAnim* [1] { channel };
    scene->mNumAnimations = 1;
    delete[] scene->mAnimations;
    scene->mAnimations = new aiAnimation* [1] { animation };
    return scene;
}

TEST_F(GltfEditedScene, TheAccuracyOfBonesIsInTheExtrasOfTheScene) {
    const auto scene = skinnedScene();
    EXPECT_FALSE(exportGlb(*scene).json["scenes"][0].contains("extras"));
    scene->mMetaData->Add(ASSIMP_MD2_METADATA_BONES, std::int32_t{2});
    scene->mMetaData->Add(ASSIMP_MD2_METADATA_BONES_MAXIMUM, 0.5f);
    scene->mMetaData->Add(ASSIMP_MD2_METADATA_BONES_RMS, std::numeric_limits<float>::quiet_NaN());
    scene->mMetaData->Add("MD2_BONES\"", std::int32_t{3});
    scene->mMetaData->Add("MD2_BONES_NAME", aiString("text"));
    recordFolder(*scene, "secret");
    EXPECT_EQ(exportGlb(*scene).json["scenes"][0]["extras"],
              (Json{{"MD2_BONES", 2}, {"MD2_BONES_MAXIMUM", 0.5}, {"MD2_BONES_RMS", 0}}));
}

TEST_F(GltfEditedScene, ASkinHasJointsWeightsAndInverseBindMatrices) {
    const GltfFile file = exportGlb(*skinnedScene());
    const Json& skin = file.json["skins"].at(0);
    ASSERT_EQ(skin["joints"].size(), 2u);
    EXPECT_EQ(file.json["nodes"].at(skin["joints"][0].get<std::size_t>())["name"], "hip");
    EXPECT_EQ(file.json["nodes"].at(skin["joints"][1].get<std::size_t>())["name"], "knee");
    const Json& matrices = accessorOf(file, skin["inverseBindMatrices"]);
    EXPECT_EQ(matrices["type"], "MAT4");
    EXPECT_EQ(matrices["count"], 2);
    const Json& attributes = primitiveOf(file)["attributes"];
    EXPECT_EQ(accessorOf(file, attributes["JOINTS_0"])["componentType"], 5121);
    const std::vector<float> weights = file.floats(attributes["WEIGHTS_0"].get<std::size_t>());
    ASSERT_EQ(weights.size(), 48u);
    for (std::size_t i = 0; i < weights.size(); i += 4) {
        EXPECT_FLOAT_EQ(weights[i], 0.75f);
        EXPECT_FLOAT_EQ(weights[i + 1], 0.25f);
    }
    // Translation and rotation have one input, and the scale that never changes is left out.
    const Json& animation = file.json["animations"].at(0);
    ASSERT_EQ(animation["channels"].size(), 2u);
    EXPECT_EQ(animation["samplers"][0]["input"], animation["samplers"][1]["input"]);
    const std::vector<float> rotations = file.floats(animation["samplers"][1]["output"].get<std::size_t>());
    EXPECT_EQ(rotations, (std::vector<float>{0, 0, 0, 1, 1, 0, 0, 0}));
}

TEST_F(GltfEditedScene, ASmallRotationIsKept) {
    const auto scene = skinnedScene();
    aiQuatKey* const keys = scene->mAnimations[0]->mChannels[0]->mRotationKeys;
    const float halfAngle = 0.0012f; // 0.14 degrees: 0.14 units at a distance of 60
    keys[1].mValue = aiQuaternion(std::cos(halfAngle), std::sin(halfAngle), 0, 0);
    EXPECT_EQ(exportGlb(*scene).json["animations"].at(0)["channels"].size(), 2u);
}

TEST_F(GltfEditedScene, ARotationByALongQuaternionIsKept) {
    const auto scene = skinnedScene();
    aiQuatKey* const keys = scene->mAnimations[0]->mChannels[0]->mRotationKeys;
    const auto channelsWith = [&](const aiQuaternion& rotation) {
        keys[1].mValue = rotation;
        return exportGlb(*scene).json["animations"].at(0)["channels"].size();
    };
    EXPECT_EQ(channelsWith(aiQuaternion(1.8f, 1, 0, 0)), 2u);
    EXPECT_EQ(channelsWith(aiQuaternion(-3, 0, 0, 0)), 1u) << "the rotation of the node itself";
}

TEST_F(GltfEditedScene, NormalsAndRotationsOfLengthZeroBecomeUnitVectors) {
    const auto scene = skinnedScene();
    scene->mMeshes[0]->mNormals[0] = aiVector3D(0, 0, 0);
    aiQuatKey* const keys = scene->mAnimations[0]->mChannels[0]->mRotationKeys;
    keys[0].mValue = aiQuaternion(0, 1, 0, 0);
    keys[1].mValue = aiQuaternion(0, 0, 0, 0);
    const GltfFile file = exportGlb(*scene);
    const auto normals = file.floats(primitiveOf(file)["attributes"]["NORMAL"].get<std::size_t>());
    EXPECT_EQ(std::vector<float>(normals.begin(), normals.begin() + 3), (std::vector<float>{0, 0, 1}));
    const Json& animation = file.json["animations"].at(0);
    EXPECT_EQ(file.floats(animation["samplers"][1]["output"].get<std::size_t>()),
              (std::vector<float>{1, 0, 0, 0, 0, 0, 0, 1}));
}

TEST_F(GltfEditedScene, ANodeWithASkinnedMeshIsARootWithoutTransformation) {
    const GltfFile file = exportGlb(*skinnedScene());
    for (std::size_t i = 0; i < file.json["nodes"].size(); ++i) {
        const Json& node = file.json["nodes"][i];
        if (node.contains("skin")) {
            EXPECT_FALSE(node.contains("matrix"));
            EXPECT_EQ(file.json["scenes"][0]["nodes"], (Json{0, i}));
            EXPECT_EQ(file.json["nodes"][0]["children"].dump().find(std::to_string(i)), std::string::npos);
        }
    }
}

TEST_F(GltfEditedScene, ANodeWithASkinnedMeshAndChildrenLeavesItsMeshToANewRoot) {
    const auto scene = skinnedScene();
    aiNode& node = *scene->mRootNode->mChildren[0];
    ASSERT_EQ(node.mNumMeshes, 1u);
    addNode(node, "tag");
    const Json json = exportGlb(*scene).json;
    const Json& last = json["nodes"].back();
    EXPECT_EQ(last["name"], node.mName.C_Str() + std::string("_skin"));
    EXPECT_TRUE(last.contains("mesh"));
    EXPECT_TRUE(last.contains("skin"));
    EXPECT_EQ(json["scenes"][0]["nodes"], (Json{0, json["nodes"].size() - 1}));
    const Json& first = json["nodes"].at(json["nodes"][0]["children"][0].get<std::size_t>());
    EXPECT_EQ(first["name"], node.mName.C_Str());
    EXPECT_FALSE(first.contains("mesh"));
    EXPECT_EQ(first["children"].size(), 1u);
}

TEST_F(GltfEditedScene, WeightsOfTargetsMoveTheNodeThatHasTheSkinnedMesh) {
    for (const std::string reason : {"none", "child", "joint", "animation"}) {
        const auto scene = makeScene(wavingModel(4, 12));
        aiMesh& mesh = *scene->mMeshes[0];
        aiNode& node = *scene->mRootNode->mChildren[0];
        addNode(*scene->mRootNode, "hip");
        std::vector<aiVertexWeight> weights;
        for (unsigned int i = 0; i < mesh.mNumVertices - (reason == "joint" ? 1 : 0); ++i) {
            weights.emplace_back(i, 1.0f);
        }
        addBone(mesh, "hip", weights);
        if (reason == "child") {
            addNode(node, "tag");
        } else if (reason == "animation") {
            scene->mAnimations[1]->mChannels[0]->mPositionKeys[0].mValue.x = 3;
        }
        const Json json = exportGlb(*scene).json;
        EXPECT_EQ(json["nodes"].back()["name"] == "tris_skin", reason != "none") << reason;
        std::size_t channels = 0;
        for (const Json& animation : json["animations"]) {
            for (const Json& channel : animation["channels"]) {
                const Json& target = channel["target"];
                const Json& moved = json["nodes"].at(target["node"].get<std::size_t>());
                EXPECT_EQ(moved.contains("mesh"), target["path"] == "weights") << reason << ", " << target;
                channels += target["path"] == "weights" ? 1u : 0u;
            }
        }
        EXPECT_EQ(channels, scene->mNumAnimations) << reason;
    }
}

TEST_F(GltfEditedScene, AVertexWithoutWeightsFollowsItsNode) {
    const auto scene = skinnedScene(false);
    const GltfFile file = exportGlb(*scene);
    const Json& joints = file.json["skins"].at(0)["joints"];
    ASSERT_EQ(joints.size(), 3u);
    EXPECT_EQ(file.json["nodes"].at(joints[2].get<std::size_t>())["name"],
              scene->mRootNode->mChildren[0]->mName.C_Str());
}

TEST_F(GltfEditedScene, MeshesOfANodeShareASkin) {
    const auto scene = skinnedScene();
    addSecondMesh(*scene, 1);
    for (unsigned int i = 0; i < scene->mMeshes[1]->mNumAnimMeshes; ++i) {
        delete scene->mMeshes[1]->mAnimMeshes[i];
    }
    delete[] scene->mMeshes[1]->mAnimMeshes;
    scene->mMeshes[1]->mAnimMeshes = nullptr;
    scene->mMeshes[1]->mNumAnimMeshes = 0;
    addBone(*scene->mMeshes[1], "knee", {aiVertexWeight(0, 1)});
    const GltfFile file = exportGlb(*scene);
    ASSERT_EQ(file.json["skins"].size(), 1u);
    EXPECT_EQ(file.json["skins"][0]["joints"].size(), 3u);
    const std::string bytes = file.bytes(
        accessorOf(file, primitiveOf(file, 1)["attributes"]["JOINTS_0"])["bufferView"].get<std::size_t>());
    EXPECT_EQ(bytes.substr(48, 8), std::string("\1\0\0\0\2\0\0\0", 8)); // the knee, then the node
}

/// Adds a second node with a copy of the first mesh.
aiMesh& addSkinnedCopy(aiScene& scene) {
    addSecondMesh(scene, 1);
    aiMesh& copy = *scene.mMeshes[1];
    for (unsigned int i = 0; i < copy.mNumAnimMeshes; ++i) {
        delete copy.mAnimMeshes[i];
    }
    delete[] copy.mAnimMeshes;
    copy.mAnimMeshes = nullptr;
    copy.mNumAnimMeshes = 0;
    scene.mRootNode->mChildren[0]->mNumMeshes = 1;
    aiNode& node = *addNode(*scene.mRootNode, "copy");
    node.mNumMeshes = 1;
    node.mMeshes = new unsigned int[1]{1};
    return copy;
}

std::vector<aiVertexWeight> fullWeights(const aiMesh& mesh) {
    std::vector<aiVertexWeight> weights;
    for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
        weights.emplace_back(i, 1);
    }
    return weights;
}

TEST_F(GltfEditedScene, MeshesOfDifferentNodesShareASkin) {
    const auto scene = skinnedScene();
    aiMesh& copy = addSkinnedCopy(*scene);
    addBone(copy, "knee", fullWeights(copy));
    const GltfFile file = exportGlb(*scene);
    ASSERT_EQ(file.json["skins"].size(), 1u);
    EXPECT_EQ(file.json["skins"][0]["joints"].size(), 2u);
    std::size_t skinned = 0;
    for (const Json& node : file.json["nodes"]) {
        skinned += node.value("skin", 1) == 0 ? 1U : 0U;
    }
    EXPECT_EQ(skinned, 2u);
    const Json& attributes = file.json["meshes"].at(1)["primitives"].at(0)["attributes"];
    const std::string joints =
        file.bytes(accessorOf(file, attributes["JOINTS_0"])["bufferView"].get<std::size_t>());
    EXPECT_EQ(joints.substr(48, 4), std::string("\1\0\0\0", 4)); // after the 12 vertices of the first mesh
}

TEST_F(GltfEditedScene, AMeshWithAnotherOffsetMatrixHasItsOwnSkin) {
    const auto scene = skinnedScene();
    aiMesh& copy = addSkinnedCopy(*scene);
    aiMatrix4x4 offset;
    aiMatrix4x4::Translation(aiVector3D(7, 8, 9), offset);
    addBone(copy, "knee", fullWeights(copy), offset);
    const GltfFile file = exportGlb(*scene);
    ASSERT_EQ(file.json["skins"].size(), 2u);
    EXPECT_EQ(file.json["skins"][0]["joints"].size(), 2u);
    EXPECT_EQ(file.json["skins"][1]["joints"].size(), 1u);
    EXPECT_EQ(accessorOf(file, file.json["skins"][1]["inverseBindMatrices"])["count"], 1);
}

TEST_F(GltfEditedScene, AJointHasNoMatrix) {
    const auto scene = skinnedScene();
    aiMatrix4x4::Translation(aiVector3D(4, 5, 6), scene->mRootNode->FindNode("hip")->mTransformation);
    const GltfFile file = exportGlb(*scene);
    const Json& hip = file.json["nodes"].at(file.json["skins"][0]["joints"][0].get<std::size_t>());
    EXPECT_FALSE(hip.contains("matrix"));
    EXPECT_EQ(hip["translation"], (std::vector<float>{4, 5, 6}));
}

TEST_F(GltfEditedScene, TheFourStrongestJointsOfAVertexAreKept) {
    const auto scene = skinnedScene();
    for (int i = 0; i < 4; ++i) {
        const std::string name = "extra" + std::to_string(i);
        addNode(*scene->mRootNode, name);
        addBone(*scene->mMeshes[0], name, {aiVertexWeight(0, 0.5f)});
    }
    const GltfFile file = exportGlb(*scene);
    const std::vector<float> weights =
        file.floats(primitiveOf(file)["attributes"]["WEIGHTS_0"].get<std::size_t>());
    EXPECT_NEAR(weights[0] + weights[1] + weights[2] + weights[3], 1, 1e-6f);
    EXPECT_FLOAT_EQ(*std::max_element(weights.begin(), weights.begin() + 4), 0.75f / 2.25f);
}

TEST_F(GltfEditedScene, IndicesHaveSixteenBitsForUpTo65535Vertices) {
    for (const auto& [vertices, type] : {std::pair{65535u, 5123}, {65538u, 5125}}) {
        const auto scene = makeScene(wavingModel(1, vertices));
        removeAnimations(*scene);
        removeTargets(*scene);
        const GltfFile file = exportGlb(*scene);
        EXPECT_EQ(accessorOf(file, primitiveOf(file)["indices"])["componentType"], type);
    }
}

TEST_F(GltfEditedScene, PointsLinesAndPolygonsArePrimitivesOfTheirOwn) {
    const auto scene = makeScene(wavingModel(3, 12));
    setFaces(*scene->mMeshes[0], {{0, 1, 2, 3, 4}, {5}, {6, 7}, {8, 9, 10}, {0, 1, 99}});
    const GltfFile file = exportGlb(*scene);
    const Json& primitives = file.json["meshes"][0]["primitives"];
    ASSERT_EQ(primitives.size(), 3u);
    EXPECT_EQ(primitives[0]["mode"], 0);
    EXPECT_EQ(primitives[1]["mode"], 1);
    EXPECT_FALSE(primitives[2].contains("mode"));
    EXPECT_EQ(accessorOf(file, primitives[2]["indices"])["count"], 12);
    for (const Json& primitive : primitives) {
        EXPECT_EQ(primitive["targets"].size(), 3u);
    }
}

TEST_F(GltfEditedScene, MeshesWithoutNormalsAndWithColoursAndSeveralCoordinatesAreWritten) {
    const auto scene = makeScene(wavingModel(3, 12));
    aiMesh& mesh = *scene->mMeshes[0];
    delete[] mesh.mNormals;
    mesh.mNormals = nullptr;
    mesh.mColors[0] = new aiColor4D[12];
    mesh.mTextureCoords[1] = new aiVector3D[12];
    mesh.mNumUVComponents[1] = 2;
    const GltfFile file = exportGlb(*scene);
    const Json& attributes = primitiveOf(file)["attributes"];
    EXPECT_FALSE(attributes.contains("NORMAL"));
    EXPECT_TRUE(attributes.contains("COLOR_0"));
    EXPECT_TRUE(attributes.contains("TEXCOORD_1"));
    EXPECT_FALSE(primitiveOf(file)["targets"][1].contains("NORMAL"));
}

TEST_F(GltfEditedScene, HugeAndUndefinedNumbersBecomeFinite) {
    for (const ai_real value : {std::numeric_limits<ai_real>::max(), std::numeric_limits<ai_real>::infinity(),
                                std::numeric_limits<ai_real>::quiet_NaN()}) {
        const auto scene = makeScene(wavingModel(5, 12));
        aiMesh& mesh = *scene->mMeshes[0];
        mesh.mVertices[1].x = -value;
        mesh.mAnimMeshes[1]->mVertices[1].x = value;
        mesh.mNormals[2] = aiVector3D(value, value, value);
        mesh.mTextureCoords[0][0].x = value;
        mesh.mAnimMeshes[2]->mWeight = static_cast<float>(value);
        scene->mRootNode->mTransformation.a4 = value;
        scene->mAnimations[0]->mChannels[0]->mPositionKeys[0].mValue.y = value;
        const GltfFile file = exportGlb(*scene);
        for (const char* const word : {"null", "inf", "nan"}) {
            EXPECT_EQ(file.json.dump().find(word), std::string::npos) << word;
        }
        for (std::size_t i = 0; i < file.json["accessors"].size(); ++i) {
            if (file.json["accessors"][i]["componentType"] == 5126) {
                for (const float number : file.floats(i)) {
                    ASSERT_TRUE(std::isfinite(number)) << i;
                }
            }
        }
    }
}

TEST_F(GltfEditedScene, CamerasLightsAndOtherPropertiesAreLeftOutWithAWarning) {
    const auto scene = makeScene(wavingModel(3, 12));
    scene->mNumCameras = 1;
    scene->mCameras = new aiCamera* [1] { new aiCamera };
    const float sheen = 1;
    scene->mMaterials[0]->AddProperty(&sheen, 1, AI_MATKEY_SHEEN_ROUGHNESS_FACTOR);
    Warnings warnings;
    EXPECT_TRUE(exportGlb(*scene).json.contains("meshes"));
    EXPECT_NE(warnings.text.find("left out 1 cameras and 0 lights"), std::string::npos) << warnings.text;
    EXPECT_NE(warnings.text.find("$mat.sheen"), std::string::npos) << warnings.text;
    EXPECT_EQ(warnings.count, 2);
}

TEST_F(GltfEditedScene, AddedNodesAreWrittenWithTheirTransformations) {
    const auto scene = makeScene(wavingModel(3, 12));
    aiNode* const hand = addNode(*scene->mRootNode, "hand");
    hand->mTransformation.a4 = 5;
    hand->mNumMeshes = 1;
    hand->mMeshes = new unsigned int[1]{0};
    const GltfFile file = exportGlb(*scene);
    const Json& node = file.json["nodes"].at(2);
    EXPECT_EQ(node["name"], "hand");
    EXPECT_EQ(node["matrix"][12], 5);
    EXPECT_EQ(node["mesh"], file.json["nodes"][1]["mesh"]);
}

TEST_F(GltfEditedScene, ManyMaterialsAndTagsTakeLinearTime) {
    const auto start = std::chrono::steady_clock::now();
    const auto scene = makeScene(wavingModel(2, 12));
    for (int i = 0; i < 5000; ++i) {
        addNode(*scene->mRootNode, "tag");
    }
    auto** materials = new aiMaterial*[20000];
    materials[0] = scene->mMaterials[0];
    for (int i = 1; i < 20000; ++i) {
        const aiString name("skin");
        const aiString path("absent" + std::to_string(i) + ".pcx");
        materials[i] = new aiMaterial;
        materials[i]->AddProperty(&name, AI_MATKEY_NAME);
        materials[i]->AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0));
    }
    delete[] scene->mMaterials;
    scene->mMaterials = materials;
    scene->mNumMaterials = 20000;
    const GltfFile file = exportGlb(*scene);
    EXPECT_EQ(file.json["materials"].size(), 20000u);
    EXPECT_EQ(file.json["materials"][19999]["name"], "skin_19999");
    // A generous bound: quadratic searches took minutes.
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

/// A scene of another importer with morph targets, bones and animations.
std::unique_ptr<aiScene> sceneOfAnotherImporter(bool isMorphed) {
    auto scene = isMorphed ? makeScene(wavingModel(6, 30)) : skinnedScene();
    setSourceFormat(*scene, "another importer");
    return scene;
}

TEST_F(GltfEditedScene, ScenesOfOtherImportersAreWrittenAsAssimpWritesThem) {
#ifdef _WIN32
    GTEST_SKIP()
        << "Assimp leaves bytes outside accessors as the heap has them, which differ each time on Windows";
#endif
    for (const bool isMorphed : {true, false}) {
        const auto scene = sceneOfAnotherImporter(isMorphed);
        for (const unsigned int flags : {0u, unsigned{AI_SCENE_FLAGS_ALLOW_SHARED}}) {
            scene->mFlags = flags;
            for (const char* const format : {"gltf2", "glb2"}) {
                const auto bytes = [&](bool isHooked) {
                    Assimp::Exporter exporter;
                    if (isHooked) {
                        hookGltfExporters(exporter);
                    }
                    std::string all;
                    for (const aiExportDataBlob* blob = exporter.ExportToBlob(scene.get(), format);
                         blob != nullptr; blob = blob->next) {
                        all.append(static_cast<const char*>(blob->data), blob->size);
                    }
                    return all;
                };
                EXPECT_NE(bytes(false), "");
                // Assimp leaves bytes outside accessors as the heap has them, which may differ at first.
                bool isEqual = false;
                for (int i = 0; i < 10 && !isEqual; ++i) {
                    isEqual = bytes(true) == bytes(false);
                }
                EXPECT_TRUE(isEqual) << format << isMorphed << flags;
            }
        }
    }
}

TEST_F(GltfEditedScene, AssimpsOwnEntryIsRestoredAndHookedAgain) {
    const auto scene = makeScene(wavingModel(4, 12));
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    const auto isOurs = [&] {
        const GltfFile file = readGlb(*exporter.ExportToBlob(scene.get(), "glb2"));
        return file.json["animations"][0]["channels"][0]["target"]["path"] == "weights";
    };
    EXPECT_TRUE(isOurs());
    {
        const AssimpsOwnGltf assimps(exporter, "glb2");
        EXPECT_FALSE(isOurs());
    }
    EXPECT_TRUE(isOurs());
}

} // namespace
} // namespace assimp_md2::test
