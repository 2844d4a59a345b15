// SPDX-License-Identifier: BSD-3-Clause
// Scenes of this library's importer that a program has changed, and scenes with bones, as exports write them.
#include "assimp-md2/gltf.h"
#include "assimp-md2/metadata.h"
#include "gltf/assimp_formats.h"
#include "gltf/entry.h"
#include "gltf/writer/export_support.h"
#include "gltf/writer/test_scene.h"
#include "support/expect.h"
#include "support/import.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace assimp_md2::inner::test {
namespace {

using Json = nlohmann::json;

class GltfEditedScene : public TestWithFolder {};

const Json& primitiveOf(const GltfFile& file, std::size_t primitive = 0) {
    return file.json["meshes"].at(0)["primitives"].at(primitive);
}

const Json& accessorOf(const GltfFile& file, const Json& index) {
    return file.json["accessors"].at(index.get<std::size_t>());
}

/// A model whose vertices hang on two bones.
std::unique_ptr<aiScene> skinnedScene() {
    auto scene = makeScene(wavingModel(1, 12));
    removeAnimations(*scene);
    aiMesh& mesh = *scene->mMeshes[0];
    removeTargets(mesh);
    addNode(addNode(scene->mRootNode, "hip"), "knee");
    addBone(&mesh, "hip", translation({1, 2, 3}), weightsOfAll(mesh, 0.75));
    addBone(&mesh, "knee", {}, weightsOfAll(mesh, 0.25));
    aiNodeAnim* const channel = addChannel(addAnimation(*scene, "kick", 1, 10), "knee");
    setPositions(channel, {{0, {1, 0, 0}}, {1, {2, 0, 0}}});
    setRotations(channel, {{0, aiQuaternion()}, {1, aiQuaternion(0, 2, 0, 0)}});
    setScalings(channel, {{0, {1, 1, 1}}});
    return scene;
}

TEST_F(GltfEditedScene, TheAccuracyOfBonesIsInTheExtrasOfTheScene) {
    const auto scene = skinnedScene();
    scene->mMetaData->Add(ASSIMP_MD2_METADATA_BONES, std::int32_t{2});
    scene->mMetaData->Add(ASSIMP_MD2_METADATA_BONES_MAXIMUM, 0.5f);
    scene->mMetaData->Add(ASSIMP_MD2_METADATA_BONES_WITHIN_STEP, std::numeric_limits<float>::quiet_NaN());
    recordFolder(*scene, "secret");
    EXPECT_EQ(exportGlb(*scene).json["scenes"][0]["extras"],
              (Json{{"MD2_BONES", 2}, {"MD2_BONES_MAXIMUM", 0.5}, {"MD2_BONES_WITHIN_STEP", 0}}));
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
    const std::vector<float> weights = file.floats(attributes["WEIGHTS_0"]);
    ASSERT_EQ(weights.size(), 48u);
    for (std::size_t i = 0; i < weights.size(); i += 4) {
        EXPECT_FLOAT_EQ(weights[i], 0.75f);
        EXPECT_FLOAT_EQ(weights[i + 1], 0.25f);
    }
    // Translation and rotation have one input, and the scale that never changes is left out.
    const Json& animation = file.json["animations"].at(0);
    ASSERT_EQ(animation["channels"].size(), 2u);
    EXPECT_EQ(animation["samplers"][0]["input"], animation["samplers"][1]["input"]);
    const std::vector<float> rotations = file.floats(animation["samplers"][1]["output"]);
    EXPECT_EQ(rotations, (std::vector<float>{0, 0, 0, 1, 1, 0, 0, 0}));
}

TEST_F(GltfEditedScene, ARotationIsWrittenUnlessItIsThatOfTheNode) {
    const auto scene = skinnedScene();
    const float halfAngle = 0.0012f; // 0.14 degrees: 0.14 units at a distance of 60
    for (const auto& [rotation, channels] :
         {std::pair{aiQuaternion(std::cos(halfAngle), std::sin(halfAngle), 0, 0), 2u},
          {aiQuaternion(1.8f, 1, 0, 0), 2u},
          {aiQuaternion(-3, 0, 0, 0), 1u}}) {
        scene->mAnimations[0]->mChannels[0]->mRotationKeys[1].mValue = rotation;
        EXPECT_EQ(exportGlb(*scene).json["animations"].at(0)["channels"].size(), channels) << rotation.w;
    }
}

TEST_F(GltfEditedScene, NormalsAndRotationsOfLengthZeroBecomeUnitVectors) {
    const auto scene = skinnedScene();
    scene->mMeshes[0]->mNormals[0] = aiVector3D(0, 0, 0);
    aiQuatKey* const keys = scene->mAnimations[0]->mChannels[0]->mRotationKeys;
    keys[0].mValue = aiQuaternion(0, 1, 0, 0);
    keys[1].mValue = aiQuaternion(0, 0, 0, 0);
    const GltfFile file = exportGlb(*scene);
    const auto normals = file.floats(primitiveOf(file)["attributes"]["NORMAL"]);
    EXPECT_EQ(std::vector<float>(normals.begin(), normals.begin() + 3), (std::vector<float>{0, 0, 1}));
    const Json& animation = file.json["animations"].at(0);
    EXPECT_EQ(file.floats(animation["samplers"][1]["output"]), (std::vector<float>{1, 0, 0, 0, 0, 0, 0, 1}));
}

TEST_F(GltfEditedScene, ASkinnedMeshIsInARootWithoutTransformationUnlessItsNodeHasChildren) {
    for (const bool hasChild : {false, true}) {
        const auto scene = skinnedScene();
        aiNode& holder = *scene->mRootNode->mChildren[0];
        holder.mTransformation = translation({1, 2, 3});
        if (hasChild) {
            addNode(&holder, "prop");
        }
        const Json json = exportGlb(*scene).json;
        const Json& roots = json["scenes"][0]["nodes"];
        ASSERT_EQ(roots.size(), hasChild ? 1u : 2u);
        const Json& first = json["nodes"][0]["children"][0];
        const Json& skinned = json["nodes"].at((hasChild ? first : roots[1]).get<std::size_t>());
        EXPECT_EQ(skinned["name"], holder.mName.C_Str());
        EXPECT_TRUE(skinned.contains("mesh"));
        EXPECT_TRUE(skinned.contains("skin"));
        EXPECT_EQ(skinned.contains("matrix"), hasChild);
    }
}

/// Adds a second node with a copy of the first mesh.
aiMesh& addSkinnedCopy(aiScene& scene) {
    addSecondMesh(scene, 1);
    aiMesh& copy = *scene.mMeshes[1];
    removeTargets(copy);
    scene.mRootNode->mChildren[0]->mNumMeshes = 1;
    useMesh(addNode(scene.mRootNode, "copy"), 1);
    return copy;
}

TEST_F(GltfEditedScene, MeshesOfDifferentNodesShareASkin) {
    const auto scene = skinnedScene();
    aiMesh& copy = addSkinnedCopy(*scene);
    addBone(&copy, "knee", {}, weightsOfAll(copy, 1));
    const GltfFile file = exportGlb(*scene);
    ASSERT_EQ(file.json["skins"].size(), 1u);
    EXPECT_EQ(file.json["skins"][0]["joints"].size(), 2u);
    std::size_t skinned = 0;
    for (const Json& node : file.json["nodes"]) {
        skinned += node.value("skin", 1) == 0 ? 1U : 0U;
    }
    EXPECT_EQ(skinned, 2u);
    const Json& attributes = file.json["meshes"].at(1)["primitives"].at(0)["attributes"];
    const std::string joints = file.bytes(accessorOf(file, attributes["JOINTS_0"])["bufferView"]);
    EXPECT_EQ(joints.substr(48, 4), std::string("\1\0\0\0", 4)); // after the 12 vertices of the first mesh
}

TEST_F(GltfEditedScene, TheNodeAboveAllBonesIsTheFirstJoint) {
    const auto scene = makeScene(wavingModel(1, 12));
    removeAnimations(*scene);
    aiMesh& mesh = *scene->mMeshes[0];
    removeTargets(mesh);
    aiNode* const skeleton = addNode(addNode(scene->mRootNode, "above"), "skeleton");
    for (const char* const name : {"arm", "leg"}) {
        addBone(&mesh, name, translation({1, 2, 3}), weightsOfAll(mesh, 0.5));
        addNode(addNode(skeleton, std::string("no bone: ") + name), name);
    }
    const GltfFile file = exportGlb(*scene);
    const Json& skin = file.json["skins"][0];
    ASSERT_EQ(skin["joints"].size(), 3u);
    EXPECT_EQ(skin["joints"][0], skin["skeleton"]);
    EXPECT_EQ(file.json["nodes"].at(skin["skeleton"].get<std::size_t>())["name"], "skeleton");
    const std::vector<float> matrices = file.floats(skin["inverseBindMatrices"]);
    EXPECT_EQ(std::vector<float>(matrices.begin(), matrices.begin() + 16),
              (std::vector<float>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
}

TEST_F(GltfEditedScene, TheRootOfTheSceneIsNoJoint) {
    const Json skin = exportGlb(*skinnedScene()).json["skins"][0];
    EXPECT_EQ(skin["joints"].size(), 2u);
    EXPECT_EQ(skin["skeleton"], 0);
}

TEST_F(GltfEditedScene, NamesOfNodesAndAnimationsAreUnique) {
    const auto scene = skinnedScene();
    addNode(scene->mRootNode, "knee");
    addAnimation(*scene, "kick", 1);
    const Json json = exportGlb(*scene).json;
    std::vector<std::string> names;
    for (const Json& node : json["nodes"]) {
        names.push_back(node["name"]);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"tris.md2", "tris", "hip", "knee", "knee_2"}));
    EXPECT_EQ(json["animations"][0]["name"], "kick");
    EXPECT_EQ(json["animations"][1]["name"], "kick_2");
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
        addNode(scene->mRootNode, name);
        addBone(scene->mMeshes[0], name, {}, {{0, 0.5}});
    }
    const GltfFile file = exportGlb(*scene);
    const std::vector<float> weights = file.floats(primitiveOf(file)["attributes"]["WEIGHTS_0"]);
    EXPECT_NEAR(weights[0] + weights[1] + weights[2] + weights[3], 1, 1e-6f);
    EXPECT_FLOAT_EQ(*std::max_element(weights.begin(), weights.begin() + 4), 0.75f / 2.25f);
}

TEST_F(GltfEditedScene, IndicesHaveSixteenBitsForUpTo65535Vertices) {
    for (const auto& [vertices, type] : {std::pair{65535u, 5123}, {65538u, 5125}}) {
        const auto scene = makeScene(wavingModel(1, vertices));
        removeAnimations(*scene);
        removeTargets(*scene->mMeshes[0]);
        const GltfFile file = exportGlb(*scene);
        EXPECT_EQ(accessorOf(file, primitiveOf(file)["indices"])["componentType"], type);
    }
}

TEST_F(GltfEditedScene, PointsAndLinesAreLeftOutWithAWarning) {
    const auto scene = makeScene(wavingModel(3, 12));
    setFaces(*scene->mMeshes[0], {{0}, {1, 2}, {8, 9, 10}});
    const WarningLog warnings;
    const GltfFile file = exportGlb(*scene);
    ASSERT_EQ(file.json["meshes"][0]["primitives"].size(), 1u);
    EXPECT_EQ(accessorOf(file, primitiveOf(file)["indices"])["count"], 3);
    EXPECT_EQ(primitiveOf(file)["targets"].size(), 3u);
    EXPECT_TRUE(contains(warnings.text(), "points and lines that are left out (2)"));
}

TEST_F(GltfEditedScene, APolygonBecomesAFan) {
    const auto scene = makeScene(wavingModel(3, 12));
    setFaces(*scene->mMeshes[0], {{0, 1, 2, 3, 4}, {8, 9, 10}});
    const GltfFile file = exportGlb(*scene);
    const std::string indices = file.bytes(accessorOf(file, primitiveOf(file)["indices"])["bufferView"]);
    EXPECT_EQ(indices, std::string("\0\0\1\0\2\0\0\0\2\0\3\0\0\0\3\0\4\0\x8\0\x9\0\xA\0", 24));
    EXPECT_EQ(primitiveOf(file)["targets"].size(), 3u);
}

TEST_F(GltfEditedScene, APropOnATagIsWritten) {
    for (const bool hasBones : {false, true}) {
        const auto scene = hasBones ? skinnedScene() : makeScene(wavingModel(3, 12));
        addSecondMesh(*scene, 1);
        removeTargets(*scene->mMeshes[1]);
        scene->mRootNode->mChildren[0]->mNumMeshes = 1;
        useMesh(addNode(scene->mRootNode, "tag", translation({5, 0, 0})), 1);
        const WarningLog warnings;
        const GltfFile file = exportGlb(*scene);
        EXPECT_EQ(warnings.text(), "");
        const Json& node = *std::find_if(file.json["nodes"].begin(), file.json["nodes"].end(),
                                         [](const Json& each) { return each["name"] == "tag"; });
        EXPECT_EQ(node["matrix"][12], 5);
        EXPECT_EQ(node["mesh"], 1);
        EXPECT_FALSE(node.contains("skin"));
        EXPECT_EQ(file.json["animations"].size(), scene->mNumAnimations);
    }
}

/// A change after which a glTF cannot have the scene.
struct BadChange {
    const char* error;
    void (*apply)(aiScene& scene);
};
const BadChange kBadChanges[] = {
    {"the bone \"nobody\" has no node",
     [](aiScene& scene) { scene.mMeshes[0]->mBones[0]->mName.Set("nobody"); }},
    {"the mesh \"tris\" has bones, and vertices that none of them moves",
     [](aiScene& scene) {
         scene.mMeshes[0]->mBones[0]->mNumWeights = 1, scene.mMeshes[0]->mBones[1]->mNumWeights = 1;
     }},
    {"the node \"tris\" has meshes with and without bones", [](aiScene& scene) { addSecondMesh(scene, 1); }},
    {"the bone \"knee\" has two offset matrices", [](aiScene& scene) {
         aiMesh& copy = addSkinnedCopy(scene);
         addBone(&copy, "knee", translation({7, 8, 9}), weightsOfAll(copy, 1));
     }}};

TEST_F(GltfEditedScene, BonesThatCannotShareASkinAreErrors) {
    for (const BadChange& bad : kBadChanges) {
        const auto scene = skinnedScene();
        bad.apply(*scene);
        HookedExporter exporter;
        EXPECT_EQ(exporter.ExportToBlob(scene.get(), "glb2"), nullptr);
        EXPECT_EQ(exporter.GetErrorString(), std::string("glTF: scene: ") + bad.error);
    }
}

TEST_F(GltfEditedScene, AMeshWithoutFacesAndVerticesIsLeftOutAndOneWithFacesIsAnError) {
    const auto importer = makeImporter();
    aiScene& scene = const_cast<aiScene&>(*importBytes(*importer, sampleModel().bytes()));
    aiMesh empty;
    empty.mName.Set("empty");
    aiMesh* const whole = std::exchange(scene.mMeshes[0], &empty);
    Assimp::Exporter exporter;
    assimp_md2::registerExporters(exporter);
    ASSERT_EQ(scene.mNumMeshes, 1u);
    EXPECT_FALSE(exportGlb(scene).json.contains("meshes"));
    empty.mNumFaces = 1;
    empty.mFaces = new aiFace[1];
    EXPECT_EQ(exporter.ExportToBlob(&scene, "glb2"), nullptr);
    EXPECT_STREQ(exporter.GetErrorString(), "glTF: scene: the mesh \"empty\" has no vertices");
    scene.mMeshes[0] = whole;
}

TEST_F(GltfEditedScene, ScenesAfterEveryPostProcessingStepAreWrittenByThisLibrary) {
    std::vector<unsigned int> steps = {aiProcess_GenNormals | aiProcess_DropNormals,
                                       aiProcessPreset_TargetRealtime_MaxQuality};
    for (int bit = 0; bit < 32; ++bit) {
        steps.push_back(1U << bit);
    }
    for (const bool hasBones : {false, true}) {
        const auto scene = hasBones ? skinnedScene() : makeScene(wavingModel(6, 30));
        for (const unsigned int step : steps) {
            Assimp::Exporter exporter;
            hookExporters(exporter);
            const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "glb2", step);
            ASSERT_NE(blob, nullptr) << exporter.GetErrorString();
            const GltfFile file = readGlb(*blob);
            EXPECT_NE(file.json["asset"]["generator"].dump().find("assimp-md2"), std::string::npos) << step;
            const Json& primitive = primitiveOf(file);
            const Json& count = accessorOf(file, primitive["attributes"]["POSITION"])["count"];
            for (const Json& target : primitive.value("targets", Json::array())) {
                EXPECT_EQ(accessorOf(file, target["POSITION"])["count"], count) << step;
            }
            if (step != aiProcess_PreTransformVertices) {
                EXPECT_EQ(file.json["animations"].size(), scene->mNumAnimations) << step;
            }
        }
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
        scene->mRootNode->mTransformation.a4 = value;
        scene->mAnimations[0]->mChannels[0]->mPositionKeys[0].mValue.y = value;
        const GltfFile file = exportGlb(*scene);
        for (const char* const word : {"null", "inf", "nan"}) {
            EXPECT_EQ(file.json.dump().find(word), std::string::npos) << word;
        }
        for (std::size_t i = 0; i < file.json["accessors"].size(); ++i) {
            if (file.json["accessors"][i]["componentType"] == 5126) {
                const std::vector<float> numbers = file.floats(i);
                EXPECT_TRUE(
                    std::all_of(numbers.begin(), numbers.end(), [](float n) { return std::isfinite(n); }));
            }
        }
    }
}

TEST_F(GltfEditedScene, ASceneOfAnotherImporterGetsAssimpsOwnEntryOnlyForItsExport) {
    const auto scene = makeScene(wavingModel(4, 12));
    HookedExporter exporter;
    const auto isOurs = [&] {
        const GltfFile file = readGlb(*exporter.ExportToBlob(scene.get(), "glb2"));
        return file.json["animations"][0]["channels"][0]["target"]["path"] == "weights";
    };
    EXPECT_TRUE(isOurs());
    const auto foreign = makeScene(wavingModel(4, 12));
    setSourceFormat(*foreign, "another importer");
    static bool isCalled = false;
    const ExportFunction look = [](void* called, const void*, const char* format, const char*, unsigned int,
                                   const void*) {
        const auto* const entry = findEntry(*static_cast<Assimp::Exporter*>(called), format);
        isCalled = entry->mEnforcePP != 0; // Assimp's own entry enforces steps, a hooked one does not
        return 0;
    };
    exportSafely(look, exporter, foreign.get(), "glb2", "path", 0, nullptr);
    EXPECT_TRUE(isCalled);
    EXPECT_TRUE(isOurs());
}

} // namespace
} // namespace assimp_md2::inner::test
