// SPDX-License-Identifier: BSD-3-Clause
// What the hooked glTF exporters promise, checked on files and blobs with a naive reader and Assimp's
// importer.
#include "assimp-md2/metadata.h"
#include "gltf/assimp_formats.h"
#include "gltf/writer/export_support.h"
#include "gltf/writer/exporter.h"
#include "gltf/writer/gltf_file.h"
#include "gltf/writer/test_scene.h"

#include <assimp/Exporter.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace assimp_md2::inner::test {
namespace {

using Json = nlohmann::json;

class GltfExport : public TestWithFolder {};

std::vector<float> flat(const std::vector<Vector>& vectors) {
    std::vector<float> values;
    for (const Vector& vector : vectors) {
        values.insert(values.end(), vector.begin(), vector.end());
    }
    return values;
}

void expectNear(const std::vector<float>& actual, const std::vector<float>& expected,
                float tolerance = 1e-5f) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        ASSERT_NEAR(actual[i], expected[i], tolerance) << "at " << i;
    }
}

/// What a player shows with one target at its full weight.
std::vector<float> shown(const GltfFile& file, const char* attribute, std::size_t target,
                         std::size_t primitive = 0) {
    const Json& json = file.json["meshes"][0]["primitives"].at(primitive);
    std::vector<float> values = file.floats(json["attributes"][attribute]);
    const Json& differences = json["targets"].at(target);
    if (differences.contains(attribute)) {
        const std::vector<float> difference = file.floats(differences[attribute]);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] += difference.at(i);
        }
    }
    return values;
}

void expectModel(const GltfFile& file, const Model& model) {
    for (std::size_t i = 0; i < model.positions.size(); ++i) {
        expectNear(shown(file, "POSITION", i), flat(model.positions[i]));
        expectNear(shown(file, "NORMAL", i), flat(model.normals[i]));
    }
}

struct Played {
    std::string name;
    std::vector<float> times;
    std::vector<float> weights;
    bool operator==(const Played& other) const {
        return name == other.name && times == other.times && weights == other.weights;
    }
};

/// The animations, each of which has nothing but one channel for weights.
std::vector<Played> played(const GltfFile& file) {
    std::vector<Played> animations;
    for (const Json& animation : file.json.value("animations", Json::array())) {
        EXPECT_EQ(animation["channels"].size(), 1u);
        EXPECT_EQ(animation["samplers"].size(), 1u);
        EXPECT_EQ(animation["channels"][0]["target"]["path"], "weights");
        const Json& sampler = animation["samplers"][0];
        EXPECT_FALSE(sampler.contains("interpolation")); // LINEAR, the default
        animations.push_back(
            {animation["name"], file.floats(sampler["input"]), file.floats(sampler["output"])});
    }
    return animations;
}

/// As keys of 10 frames a second, each showing one frame.
std::vector<Played> expectedPlay(const Model& model) {
    std::vector<Played> animations;
    for (const Clip& clip : model.clips) {
        Played animation{clip.name, {}, {}};
        for (unsigned int key = 0; key < std::max(clip.count, 2u); ++key) {
            animation.times.push_back(static_cast<float>(key / 10.0));
            for (unsigned int frame = 0; frame < model.positions.size(); ++frame) {
                animation.weights.push_back(frame == clip.first + std::min(key, clip.count - 1) ? 1.f : 0.f);
            }
        }
        animations.push_back(animation);
    }
    return animations;
}

TEST_F(GltfExport, ListOfFormatsStaysAsItIs) {
    Assimp::Exporter plain;
    Assimp::Exporter hooked;
    hookExporters(hooked);
    ASSERT_EQ(plain.GetExportFormatCount(), hooked.GetExportFormatCount());
    for (std::size_t i = 0; i < plain.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc* expected = plain.GetExportFormatDescription(i);
        const aiExportFormatDesc* actual = hooked.GetExportFormatDescription(i);
        EXPECT_STREQ(actual->id, expected->id);
        EXPECT_STREQ(actual->description, expected->description);
        EXPECT_STREQ(actual->fileExtension, expected->fileExtension);
    }
}

TEST_F(GltfExport, OtherFormatsStayAsTheyAre) {
    const auto scene = makeScene(wavingModel(4, 12));
    Assimp::Exporter plain;
    Assimp::Exporter hooked;
    hookExporters(hooked);
    const auto blobOf = [&](Assimp::Exporter& exporter, const char* format) {
        const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), format);
        return std::string(static_cast<const char*>(blob->data), blob->size);
    };
    for (const char* format : {"gltf", "obj", "ply"}) {
        EXPECT_EQ(blobOf(hooked, format), blobOf(plain, format)) << format;
    }
    // Assimp fills gaps in this one with whatever is in memory.
    EXPECT_EQ(hooked.ExportToBlob(scene.get(), "glb")->size, plain.ExportToBlob(scene.get(), "glb")->size);
}

TEST_F(GltfExport, WritesEveryTargetAndEveryClip) {
    const Model model = wavingModel(9, 30);
    const GltfFile file = exportGlb(*makeScene(model));
    expectModel(file, model);
    EXPECT_EQ(played(file), expectedPlay(model));
    EXPECT_EQ(file.json["meshes"][0]["extras"]["targetNames"][8], "frame8");
}

TEST_F(GltfExport, AMeshWithTargetsHasWeights) {
    // VTK reads outside its memory where there are none.
    const auto scene = makeScene(wavingModel(5, 30));
    EXPECT_EQ(exportGlb(*scene).json["meshes"][0]["weights"], Json(std::vector<float>(5)));
    scene->mMeshes[0]->mAnimMeshes[3]->mWeight = 0.5f;
    EXPECT_EQ(exportGlb(*scene).json["meshes"][0]["weights"], (Json{0, 0, 0, 0.5f, 0}));
}

TEST_F(GltfExport, EveryAccessorHasABufferViewAndNoneIsSparse) {
    Model model = wavingModel(5, 300);
    model.positions[2] = model.positions[0];
    model.positions[3] = model.positions[0];
    model.positions[3][7] = {2, 1, 0.5f};
    const auto scene = makeScene(model);
    addSecondMesh(*scene, 5);
    const GltfFile file = exportGlb(*scene);
    for (const Json& accessor : file.json["accessors"]) {
        EXPECT_TRUE(accessor.contains("bufferView"));
        EXPECT_FALSE(accessor.contains("sparse"));
    }
    expectModel(file, model);
}

TEST_F(GltfExport, ManyShortClipsAreExact) {
    Model model = wavingModel(40, 30);
    model.clips.clear();
    for (unsigned int i = 0; i < 10; ++i) {
        model.clips.push_back({"clip" + std::to_string(i), 4 * i, 4});
    }
    for (unsigned int i = 0; i < 40; ++i) {
        model.clips.push_back({"still" + std::to_string(i), i, 1});
    }
    EXPECT_EQ(played(exportGlb(*makeScene(model))), expectedPlay(model));
}

TEST_F(GltfExport, ClipsOfOtherWeightsAreExact) {
    const Model model = wavingModel(6, 30);
    const auto scene = makeScene(model);
    std::vector<Played> expected = expectedPlay(model);
    const auto change = [&](std::size_t clip, unsigned int key, unsigned int target, double weight) {
        scene->mAnimations[clip]->mMorphMeshChannels[0]->mKeys[key].mWeights[target] = weight;
        expected[clip].weights[key * 6 + target] = static_cast<float>(weight);
    };
    change(0, 2, 2, 0); // a closed clip
    change(0, 2, 0, 1);
    change(1, 0, 0, 0.5); // a blend
    change(2, 1, 5, 0);   // backwards
    change(2, 1, 4, 1);
    EXPECT_EQ(played(exportGlb(*scene)), expected);
}

TEST_F(GltfExport, AnimationsThatMoveNothingKeepTheirPlace) {
    const auto scene = makeScene(wavingModel(5, 12));
    scene->mAnimations[0]->mMorphMeshChannels[0]->mName.Set("nobody");
    scene->mAnimations[1]->mMorphMeshChannels[0]->mName.Set("nobody");
    scene->mAnimations[1]->mChannels[0]->mNodeName.Set("nobody");
    const GltfFile file = exportGlb(*scene);
    const Json& animations = file.json["animations"];
    ASSERT_EQ(animations.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(animations[i]["name"], scene->mAnimations[i]->mName.C_Str());
        ASSERT_EQ(animations[i]["channels"].size(), 1u);
        EXPECT_EQ(animations[i]["channels"][0]["target"]["path"], i < 2 ? "translation" : "weights");
    }
}

TEST_F(GltfExport, TargetsWithoutAnimationAreWrittenAndFitTheirMesh) {
    const Model model = wavingModel(6, 30);
    const auto scene = makeScene(model);
    removeAnimations(*scene);
    scene->mFlags |= AI_SCENE_FLAGS_NON_VERBOSE_FORMAT;
    HookedExporter exporter;
    const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "glb2");
    ASSERT_NE(blob, nullptr);
    expectModel(readGlb(*blob), model);
}

/// Assimp fuses them.
TEST_F(GltfExport, VerticesThatCoincideFirstStayApart) {
    const GltfFile file = exportGlb(*makeScene(wavingModel(5, 30)));
    const Json& attributes = file.json["meshes"][0]["primitives"][0]["attributes"];
    EXPECT_EQ(file.floats(attributes["POSITION"]).size(), 3 * 30u);
}

TEST_F(GltfExport, TargetsThatDoNotMoveShareZeros) {
    Model model = wavingModel(2, 3000);
    model.clips = {{"all", 0, 2}};
    const std::size_t size = exportGlb(*makeScene(model)).buffer.size();
    for (int i = 0; i < 20; ++i) {
        model.positions.push_back(model.positions[0]);
        model.normals.push_back(model.normals[0]);
        model.names.push_back("still" + std::to_string(i));
    }
    const GltfFile file = exportGlb(*makeScene(model));
    // The zeros are there for the first frame. Each key has a weight for each target.
    EXPECT_LE(file.buffer.size(), size + 3 * 20 * sizeof(float));
    expectModel(file, model);
}

TEST_F(GltfExport, TargetsWithoutNamesGetNames) {
    Model model = wavingModel(3, 12);
    model.names[1] = "";
    const nlohmann::json named = exportGlb(*makeScene(model)).json["meshes"][0]["extras"]["targetNames"];
    EXPECT_EQ(named, (std::vector<std::string>{"frame0", "target_1", "frame2"}));
}

TEST_F(GltfExport, NamesOfTargetsAreUniqueAndSeparateNoPath) {
    Model model = wavingModel(6, 12);
    model.names = {"FRAME 000", "FRAME 000", "a:1", "a/1", "b.@", "FRAME 000_2"};
    const auto scene = makeScene(model);
    EXPECT_EQ(exportGlb(*scene).json["meshes"][0]["extras"]["targetNames"],
              (std::vector<std::string>{"FRAME 000", "FRAME 000_3", "a_1", "a_1_2", "b__", "FRAME 000_2"}));
    EXPECT_STREQ(scene->mMeshes[0]->mAnimMeshes[2]->mName.C_Str(), "a:1");
}

TEST_F(GltfExport, AllMeshesOfANodeHaveTheSameNumberOfTargets) {
    const Model model = wavingModel(5, 12);
    for (const unsigned int lost : {0u, 1u}) {
        const auto scene = makeScene(model);
        addSecondMesh(*scene, 3);
        // As after a step that joins vertices
        scene->mMeshes[1]->mAnimMeshes[2]->mNumVertices -= lost;
        const WarningLog warnings;
        const GltfFile file = exportGlb(*scene);
        const Json& primitives = file.json["meshes"][0]["primitives"];
        ASSERT_EQ(primitives.size(), 2u);
        EXPECT_EQ(primitives[0]["targets"].size(), 5u);
        EXPECT_EQ(primitives[1]["targets"].size(), 5u);
        expectModel(file, model);
        const auto& second = wavingModel(3, 12).positions;
        expectNear(shown(file, "POSITION", 2, 1), flat(second[lost == 0 ? 2 : 0]));
        expectNear(shown(file, "POSITION", 4, 1), flat(second[0]));
        EXPECT_EQ(played(file), expectedPlay(model));
        EXPECT_EQ(warnings.text().find("morph targets are left out") != std::string::npos, lost > 0);
    }
}

TEST_F(GltfExport, AChannelMayNameAMesh) {
    const Model model = wavingModel(5, 12);
    const auto scene = makeScene(model);
    scene->mRootNode->mChildren[0]->mName.Set("holder");
    scene->mMeshes[0]->mName.Set("body");
    for (const char* name : {"body", "holder", "holder*0"}) {
        for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
            scene->mAnimations[i]->mMorphMeshChannels[0]->mName.Set(name);
        }
        EXPECT_EQ(played(exportGlb(*scene)), expectedPlay(model)) << name;
    }
}

TEST_F(GltfExport, EveryNodeOfTheMeshIsAnimated) {
    const auto scene = makeScene(wavingModel(5, 12));
    useMesh(addNode(scene->mRootNode, "twin"), 0);
    scene->mMeshes[0]->mName.Set("body");
    scene->mAnimations[0]->mMorphMeshChannels[0]->mName.Set("body");
    const GltfFile file = exportGlb(*scene);
    const Json& channels = file.json["animations"][0]["channels"];
    ASSERT_EQ(channels.size(), 2u);
    EXPECT_NE(channels[0]["target"]["node"], channels[1]["target"]["node"]);
    EXPECT_EQ(file.json["animations"][0]["samplers"][0]["output"],
              file.json["animations"][0]["samplers"][1]["output"]);
}

TEST_F(GltfExport, AComponentThatMovesInOneAnimationIsWrittenInAll) {
    const auto scene = makeScene(wavingModel(5, 12));
    scene->mAnimations[0]->mChannels[0]->mPositionKeys[0].mValue.x = 3;
    const GltfFile file = exportGlb(*scene);
    for (const Json& animation : file.json["animations"]) {
        ASSERT_EQ(animation["channels"].size(), 2u);
        EXPECT_EQ(animation["channels"][0]["target"]["path"], "translation");
        EXPECT_EQ(animation["channels"][1]["target"]["path"], "weights");
    }
    const auto x = [&](std::size_t animation) {
        const Json& sampler = file.json["animations"][animation]["samplers"][0];
        return file.floats(sampler["output"])[0];
    };
    EXPECT_EQ(x(0), 3);
    EXPECT_EQ(x(1), 0);
}

TEST_F(GltfExport, AnimationsMayHaveAnyNames) {
    const Model model = wavingModel(7, 12);
    const auto scene = makeScene(model);
    scene->mAnimations[0]->mName.Set("tris");
    scene->mAnimations[1]->mName.Set("tris");
    scene->mAnimations[2]->mName.Set("caf\xe9");
    scene->mRootNode->mName.Set("caf\xe9.md2");
    const auto animations = played(exportGlb(*scene));
    ASSERT_EQ(animations.size(), 3u);
    EXPECT_EQ(animations[0].name, "tris");
    EXPECT_EQ(animations[1].name, "tris_2");
    EXPECT_EQ(animations[2].name, "caf\xef\xbf\xbd");
}

TEST_F(GltfExport, TheBufferIsNamedByTheFileNameAlone) {
    const auto scene = makeScene(wavingModel(4, 12));
    std::filesystem::create_directories(folder_ / "my.gltf.d");
    for (const auto& [name, buffer] : {std::pair{"my.gltf.d/knight.json", "knight.json.bin"},
                                       {"my.gltf.d/knight.gltf", "knight.bin"},
                                       {"knight.GLTF", "knight.GLTF.bin"}}) {
        const Json json = exportGltf(*scene, path(name));
        EXPECT_EQ(json["buffers"][0]["uri"], buffer);
        EXPECT_TRUE(std::filesystem::exists((folder_ / name).parent_path() / buffer)) << name;
    }
    EXPECT_EQ(binaryPathOf("C:\\my.gltf.d\\knight"), "C:\\my.gltf.d\\knight.bin");
}

TEST_F(GltfExport, ErrorsNameTheFileAndTheReason) {
    const auto scene = makeScene(wavingModel(4, 12));
    for (const char* format : {"gltf2", "glb2"}) {
        const std::string target = path("no/such/folder/tris");
        HookedExporter exporter;
        EXPECT_EQ(exporter.Export(scene.get(), format, target), aiReturn_FAILURE);
        const std::string file = target + (format == std::string("gltf2") ? ".bin" : "");
        EXPECT_EQ(exporter.GetErrorString(), "glTF: the file " + file + " cannot be written: the folder " +
                                                 path("no/such/folder") + " does not exist");
    }
}

} // namespace
} // namespace assimp_md2::inner::test
