// SPDX-License-Identifier: BSD-3-Clause
// Exports of scenes that Assimp's exporters crash on or refuse: as the plugin hands them over, and through
// exporters that are registered on by hand.
#include "gltf/assimp_formats.h"

#include "assimp-md2/gltf.h"
#include "assimp-md2/properties.h"
#include "support/import.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/commonMetaData.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

namespace assimp_md2::inner::test {
namespace {

/// A scene of the importer's, with changes that a program could make to it.
class Import {
public:
    explicit Import(unsigned int flags = 0, double framesPerSecond = 10) : importer_(makeImporter()) {
        importer_->SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, static_cast<ai_real>(framesPerSecond));
        EXPECT_NE(importBytes(*importer_, smallModel(5).bytes(), flags), nullptr)
            << importer_->GetErrorString();
    }
    aiScene& scene() { return const_cast<aiScene&>(*importer_->GetScene()); }
    aiMesh& mesh() { return *scene().mMeshes[0]; }

private:
    std::unique_ptr<Assimp::Importer> importer_;
};

/// What Assimp's Export would have been called with.
struct Call {
    const aiScene* scene;
    std::function<void(const aiScene&)> look;
};
Call* currentCall = nullptr;

int recordCall(void*, const void* scene, const char*, const char*, unsigned int, const void*) {
    currentCall->scene = static_cast<const aiScene*>(scene);
    currentCall->look(*currentCall->scene);
    return 12;
}

/// Exports with a function that calls `look` in place of Assimp's.
/// \return whether it was called with the scene itself
bool isHandedOver(
    const aiScene& scene, const char* format, unsigned int preprocessing = 0,
    std::function<void(const aiScene&)> look = [](const aiScene&) {}) {
    Call call{nullptr, std::move(look)};
    currentCall = &call;
    Assimp::Exporter exporter;
    EXPECT_EQ(exportSafely(recordCall, exporter, &scene, format, "path", preprocessing, nullptr), 12);
    currentCall = nullptr;
    return call.scene == &scene;
}

TEST(SafeExport, ClearsTheFlagOfAJoinedScene) {
    for (const unsigned int flags : {0u, unsigned{aiProcess_JoinIdenticalVertices}}) {
        Import import(flags);
        const aiScene& scene = import.scene();
        ASSERT_EQ((scene.mFlags & AI_SCENE_FLAGS_NON_VERBOSE_FORMAT) != 0, flags != 0);
        const unsigned int before = scene.mFlags;
        EXPECT_FALSE(isHandedOver(scene, "x", 0, [&](const aiScene& copy) {
            EXPECT_EQ(copy.mFlags, scene.mFlags & ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT});
            EXPECT_EQ(copy.mRootNode, scene.mRootNode);
            EXPECT_EQ(copy.mMeshes, scene.mMeshes);
            EXPECT_EQ(copy.mAnimations, scene.mAnimations);
            EXPECT_EQ(copy.mMetaData, scene.mMetaData);
            // Which steps the import has run.
            EXPECT_EQ(copy.mPrivate, scene.mPrivate);
        }));
        EXPECT_EQ(scene.mFlags, before);
        EXPECT_EQ(scene.mMeshes[0]->mNumAnimMeshes, 5u);
    }
}

TEST(SafeExport, HandsScenesOfOtherImportersOver) {
    Import import(aiProcess_JoinIdenticalVertices | aiProcess_DropNormals, 0.25);
    aiScene& scene = import.scene();
    scene.mMetaData->Set(AI_METADATA_SOURCE_FORMAT, aiString("another importer"));
    for (const char* format : {"obj", "x", "fbx", "fbxa", "gltf2", "glb2", "collada"}) {
        EXPECT_TRUE(isHandedOver(scene, format, aiProcess_GenSmoothNormals)) << format;
    }
}

/// What an exporter that was registered on by hand writes; empty when it fails.
std::string exported(const aiScene& scene, const char* format) {
    Assimp::Exporter exporter;
    EXPECT_TRUE(registerExporters(exporter));
    EXPECT_TRUE(registerExporters(exporter));
    const aiExportDataBlob* const blob = exporter.ExportToBlob(&scene, format);
    return blob == nullptr ? "" : std::string(static_cast<const char*>(blob->data), blob->size);
}

TEST(RegisteredExporters, ExportAnimMeshesWithNormalsOfAMeshWithoutToFbx) {
    Import import(aiProcess_DropNormals);
    const std::string text = exported(import.scene(), "fbxa");
    EXPECT_NE(text.find("BlendShapeChannel"), std::string::npos);
    EXPECT_NE(exported(import.scene(), "fbx"), "");
    EXPECT_NE(import.mesh().mAnimMeshes[0]->mNormals, nullptr);
}

/// The largest coordinates of the first mesh; its transformation is in the vertices.
aiVector3D largestOf(const aiScene& scene) {
    const aiMesh& mesh = *scene.mMeshes[0];
    return std::accumulate(mesh.mVertices, mesh.mVertices + mesh.mNumVertices, mesh.mVertices[0],
                           [](const aiVector3D& a, const aiVector3D& b) {
                               return aiVector3D(std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z));
                           });
}

TEST(RegisteredExporters, ExportAnUprightModelToFbx) {
    const auto upright = makeImporter();
    const Bytes model = sampleModel().bytes();
    const aiVector3D expected = largestOf(*sceneOf(*upright, model, aiProcess_PreTransformVertices));
    const auto importer = makeImporter();
    const std::string text = exported(*sceneOf(*importer, model), "fbxa");
    Assimp::Importer reader;
    const aiScene* const scene =
        reader.ReadFileFromMemory(text.data(), text.size(), aiProcess_PreTransformVertices, "fbx");
    ASSERT_NE(scene, nullptr) << reader.GetErrorString();
    EXPECT_TRUE(largestOf(*scene).Equal(expected, ai_real(0.001)));
}

TEST(RegisteredExporters, ExportSlowAnimationsToFbx) {
    Import import(0, 0.25);
    const std::string text = exported(import.scene(), "fbxa");
    // Five frames and the closing key, at 4 s each; an FBX second has 46186158000 ticks.
    const long long lastKey = 20 * 46186158000LL;
    EXPECT_NE(text.find("\"LocalStop\", \"KTime\", \"Time\", \"\", " + std::to_string(lastKey)),
              std::string::npos);
    EXPECT_DOUBLE_EQ(import.scene().mAnimations[0]->mTicksPerSecond, 0.25);
}

/// How often `text` is in `all`.
std::size_t countOf(const std::string& text, const std::string& all) {
    std::size_t count = 0;
    for (std::size_t at = all.find(text); at != std::string::npos; at = all.find(text, at + 1)) {
        ++count;
    }
    return count;
}

TEST(RegisteredExporters, WriteTheNodeAboveTheBonesAsTheirRoot) {
    const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, "skeleton"}});
    const aiScene* const scene = sceneOf(*importer, sampleModel().bytes());
    const std::string name = std::string(scene->mMeshes[0]->mName.C_Str()) + "_skeleton";
    const unsigned int bones = scene->mMeshes[0]->mNumBones;
    const std::string fbx = exported(*scene, "fbxa");
    EXPECT_EQ(countOf("\"Model::" + name + "\", \"LimbNode\"", fbx), 1u);
    EXPECT_EQ(countOf("\"LimbNode\"", fbx) / 2, bones + 1) << "each has a node and its attribute";
    const std::string collada = exported(*scene, "collada");
    EXPECT_EQ(countOf("name=\"" + name + "\" type=\"JOINT\"", collada), 1u);
    EXPECT_EQ(countOf("type=\"JOINT\"", collada), bones + 1);
    EXPECT_EQ(countOf("<skeleton>#" + name + "</skeleton>", collada), 1u);
    EXPECT_EQ(scene->mMeshes[0]->mNumBones, bones);
    Assimp::Importer reader;
    const aiScene* const read = reader.ReadFileFromMemory(fbx.data(), fbx.size(), 0, "fbx");
    ASSERT_NE(read, nullptr) << reader.GetErrorString();
    EXPECT_GE(read->mMeshes[0]->mNumBones, bones);
}

TEST(RegisteredExporters, GiveTheTargetsOfAnFbxUniqueNames) {
    const auto importer = makeImporter();
    const aiScene* const scene =
        sceneOf(*importer, modelWithFrames({"FRAME 000", "FRAME 000", "a:1", "a/1"}).bytes());
    const std::string fbx = exported(*scene, "fbxa");
    for (const char* const name : {"FRAME 000", "FRAME 000_2", "a_1", "a_1_2"}) {
        EXPECT_EQ(countOf("\"SubDeformer::" + std::string(name) + "\", \"BlendShapeChannel\"", fbx), 1u)
            << name;
    }
    EXPECT_STREQ(scene->mMeshes[0]->mAnimMeshes[1]->mName.C_Str(), "FRAME 000");
}

TEST(RegisteredExporters, LeaveTheProgramsOwnFbxExporter) {
    static bool isCalled = false;
    Assimp::Exporter exporter;
    exporter.UnregisterExporter("fbx");
    ASSERT_EQ(exporter.RegisterExporter(Assimp::Exporter::ExportFormatEntry(
                  "fbx", "the program's own", "fbx",
                  [](const char*, Assimp::IOSystem*, const aiScene*, const Assimp::ExportProperties*) {
                      isCalled = true;
                  })),
              aiReturn_SUCCESS);
    EXPECT_TRUE(registerExporters(exporter));
    Import import;
    exporter.ExportToBlob(&import.scene(), "fbx");
    EXPECT_TRUE(isCalled);
}

} // namespace
} // namespace assimp_md2::inner::test
