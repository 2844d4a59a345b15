// SPDX-License-Identifier: BSD-3-Clause
// Exports as MD2 when memory runs out, and of hierarchies that are deeper than the stack. The writer is
// called directly: Assimp's copy of the scene before an export is recursive, and leaks when memory runs out.
#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "pose/pose_scene.h"
#include "support/heap.h"
#include "support/md2_builder.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>
#include <assimp/commonMetaData.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <numeric>
#include <stdexcept>

namespace assimp_md2::test {
namespace {

/// A folder of exported files.
class Files {
public:
    std::string model() const { return folder_ / "tris.md2"; }
    Assimp::IOSystem* io() { return &io_; }

    std::map<std::string, Bytes> all() const {
        std::map<std::string, Bytes> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
            files.emplace(entry.path().filename().string(), readBytes(entry.path()));
        }
        return files;
    }
    void remove() const {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
            std::filesystem::remove(entry.path());
        }
    }

private:
    TemporaryFolder folder_;
    Assimp::DefaultIOSystem io_;
};

Assimp::Exporter::fpExportFunc writer() {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc* const description = exporter.GetExportFormatDescription(i);
        if (std::strcmp(description->id, "md2") == 0) {
            // The description is the first member of its entry.
            return reinterpret_cast<const Assimp::Exporter::ExportFormatEntry*>(description)->mExportFunction;
        }
    }
    throw std::runtime_error("the format is not registered");
}

/// \return the error; empty when the export succeeds
std::string write(Files& files, const aiScene& scene, const Assimp::ExportProperties& properties = {}) {
    try {
        writer()(files.model().c_str(), files.io(), &scene, &properties);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

/// Two triangles of different materials that a bone, a morph target and a node move.
ScenePointer movingScene() {
    ScenePointer scene = emptyScene();
    aiAnimation* const animation = addAnimation(*scene, "walk", 1);
    scene->mMaterials = new aiMaterial*[2];
    for (unsigned int i = 0; i < 2; ++i) {
        const std::string name = "part" + std::to_string(i);
        aiMesh* const mesh = addMesh(*scene, name, {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}});
        delete[] mesh->mFaces;
        mesh->mNumFaces = 1;
        mesh->mFaces = new aiFace[1];
        mesh->mFaces[0].mNumIndices = 3;
        mesh->mFaces[0].mIndices = new unsigned int[3]{0, 1, 2};
        mesh->mMaterialIndex = i;
        scene->mMaterials[i] = new aiMaterial;
        scene->mNumMaterials = i + 1;
        addBone(mesh, name, {}, {{0, 1}, {1, 0.5}});
        addTarget(mesh, {{0, 0, 1}, {9, 0, 1}, {0, 9, 1}});
        useMesh(addNode(scene->mRootNode, name), i);
        setPositions(addChannel(animation, name), {{1, {0, 20, 0}}, {0, {0, 0, 0}}});
        addMorphChannel(animation, name, {{0, {{0, 0}}}, {1, {{0, 1}}}});
    }
    return scene;
}

TEST(Md2ExportShortOfMemory, IsAnErrorWithoutAFileOrALeak) {
    const ScenePointer scene = movingScene();
    const Assimp::Exporter::fpExportFunc function = writer();
    const Assimp::ExportProperties properties;
    Files files;
    const std::string path = files.model();
    ASSERT_EQ(write(files, *scene), ""); // what is made once, in the first export, is made here
    ASSERT_EQ(files.all().size(), 2u);
    std::size_t failures = 0;
    bool hasFailed = true;
    for (std::size_t after = 0; hasFailed; ++after) {
        files.remove();
        bool isWritten = true;
        bool namesMemory = false;
        {
            HeapWatch watch;
            watch.failAfter(after);
            try {
                function(path.c_str(), files.io(), scene.get(), &properties);
            } catch (const std::exception& error) {
                isWritten = false;
                namesMemory = std::strstr(error.what(), "not enough memory") != nullptr;
            }
            watch.failNoMore();
            hasFailed = watch.hasFailed();
            EXPECT_EQ(watch.livingBytes(), 0u) << after;
        }
        EXPECT_EQ(files.all().size(), isWritten ? 2u : 0u) << after;
        EXPECT_EQ(namesMemory, !isWritten) << after;
        failures += isWritten ? 0U : 1U;
    }
    EXPECT_GT(failures, 100u);
}

TEST(Md2ExportShortOfMemory, KeepsTheFilesThatAreThere) {
    const ScenePointer scene = movingScene();
    const Assimp::Exporter::fpExportFunc function = writer();
    const Assimp::ExportProperties properties;
    Files files;
    const std::string path = files.model();
    ASSERT_EQ(write(files, *scene), "");
    writeBytes(path, {1, 2, 3});
    const auto before = files.all();
    bool hasFailed = true;
    for (std::size_t after = 0; hasFailed; ++after) {
        HeapWatch watch;
        watch.failAfter(after);
        bool isWritten = true;
        try {
            function(path.c_str(), files.io(), scene.get(), &properties);
        } catch (const std::exception&) {
            isWritten = false;
        }
        watch.failNoMore();
        hasFailed = watch.hasFailed();
        EXPECT_EQ(files.all() == before, !isWritten) << after;
        writeBytes(path, {1, 2, 3});
    }
}

TEST(Md2ExportOfManyFrames, IsRefusedBeforeTheyAreMade) {
    const ScenePointer scene = movingScene();
    aiAnimation& animation = *scene->mAnimations[0];
    Assimp::ExportProperties properties;
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 64);
    const std::pair<double, const char*> cases[] = {
        {2e5, "IMPORT_MD2_MAX_MEMORY_MB allows 64 MiB"},                             // two million frames
        {1e8, "1000000001 frames, expected at most 48806446; lower the frame rate"}, // a file above 2 GiB
    };
    for (const auto& [duration, message] : cases) {
        animation.mDuration = duration;
        animation.mChannels[0]->mPositionKeys[0].mTime = duration;
        Files files;
        const HeapWatch watch;
        const std::string error = write(files, *scene, properties);
        EXPECT_NE(error.find(message), std::string::npos) << error;
        EXPECT_LT(watch.peakBytes(), 1U << 20);
    }
}

/// Exports with one limit after the other, and expects a peak below each.
///
/// \return whether the export succeeds with the last limit
bool keepsLimits(const aiScene& scene, std::initializer_list<int> limits) {
    const Assimp::Exporter::fpExportFunc function = writer();
    Assimp::ExportProperties properties;
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    bool succeeds = false;
    for (const int megabytes : limits) {
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
        constexpr std::size_t kSmall = std::size_t{64} << 10; // messages and names
        std::size_t written = 0;
        std::size_t peak = 0;
        std::string error;
        {
            Files files;
            const std::string model = files.model();
            HeapWatch watch;
            try {
                function(model.c_str(), files.io(), &scene, &properties);
            } catch (const std::exception& exception) {
                error = exception.what();
            }
            peak = watch.peakBytes();
            for (const auto& file : files.all()) {
                written += file.second.size();
            }
        }
        EXPECT_LE(peak, (static_cast<std::size_t>(megabytes) << 20) + 2 * written + kSmall)
            << megabytes << " MiB";
        succeeds = error.empty();
        EXPECT_TRUE(succeeds || error.find("IMPORT_MD2_MAX_MEMORY_MB allows") != std::string::npos) << error;
    }
    return succeeds;
}

/// Triangles that share three vertices.
ScenePointer sceneOfMaterials(unsigned int count) {
    ScenePointer scene = emptyScene();
    scene->mMaterials = new aiMaterial*[count];
    for (unsigned int i = 0; i < count; ++i) {
        aiMesh* const mesh = addMesh(*scene, "part", {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}});
        delete[] mesh->mFaces;
        mesh->mNumFaces = 1;
        mesh->mFaces = new aiFace[1];
        mesh->mFaces[0].mNumIndices = 3;
        mesh->mFaces[0].mIndices = new unsigned int[3]{0, 1, 2};
        mesh->mMaterialIndex = i;
        scene->mMaterials[i] = new aiMaterial;
        scene->mNumMaterials = i + 1;
        useMesh(scene->mRootNode, i);
    }
    return scene;
}

TEST(Md2ExportLimit, IncludesTheNamesOfAnimations) {
    const auto sceneOf = [](unsigned int animations) {
        ScenePointer scene = sceneOfMaterials(1);
        scene->mAnimations = new aiAnimation*[animations];
        for (; scene->mNumAnimations < animations; ++scene->mNumAnimations) {
            aiAnimation*& animation = scene->mAnimations[scene->mNumAnimations];
            animation = new aiAnimation;
            animation->mName.Set(std::to_string(scene->mNumAnimations) + std::string(1'000, 'a'));
        }
        return scene;
    };
    EXPECT_FALSE(keepsLimits(*sceneOf(50'000), {1, 4, 16}));
    EXPECT_TRUE(keepsLimits(*sceneOf(5'000), {4, 16, 64}));
}

TEST(Md2ExportLimit, IncludesMissingTextures) {
    for (const unsigned int count : {4'096U, 20'000U}) {
        const ScenePointer scene = sceneOfMaterials(count);
        for (unsigned int i = 0; i < count; ++i) {
            const aiString path("missing" + std::to_string(i) + ".png");
            scene->mMaterials[i]->AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0));
        }
        keepsLimits(*scene, {1, 4, 16});
        EXPECT_TRUE(keepsLimits(*scene, {64})) << count;
    }
}

TEST(Md2ExportLimit, IncludesMaterialsWithoutTextures) {
    EXPECT_FALSE(keepsLimits(*sceneOfMaterials(20'000), {1, 4, 16}));
    EXPECT_TRUE(keepsLimits(*sceneOfMaterials(5'000), {64}));
}

TEST(Md2ExportLimit, IncludesPolygons) {
    const ScenePointer scene = sceneOfMaterials(1);
    aiFace& face = scene->mMeshes[0]->mFaces[0];
    constexpr unsigned int kCorners = 100'000;
    delete[] face.mIndices;
    face.mNumIndices = kCorners;
    face.mIndices = new unsigned int[kCorners];
    for (unsigned int i = 0; i < kCorners; ++i) {
        face.mIndices[i] = i % 3;
    }
    EXPECT_FALSE(keepsLimits(*scene, {1, 5, 8, 16}));
    EXPECT_TRUE(keepsLimits(*scene, {128}));
}

void makeImportedMd2(aiScene& scene) {
    scene.mMetaData = aiMetadata::Alloc(1);
    scene.mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString(ASSIMP_MD2_SOURCE_FORMAT));
}

/// A scene of this library's importer with `frames` anim meshes.
ScenePointer importedScene(int frames) {
    ScenePointer scene = sceneOfMaterials(1);
    makeImportedMd2(*scene);
    aiMesh* const mesh = scene->mMeshes[0];
    mesh->mNormals = new aiVector3D[3]();
    for (int i = 0; i < frames; ++i) {
        addTarget(mesh, {{0, 0, 1}, {9, 0, 1}, {0, 9, 1}}, {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
    }
    return scene;
}

TEST(Md2ExportLimit, IncludesFramesOfImportedModels) {
    const ScenePointer scene = importedScene(30'000);
    EXPECT_FALSE(keepsLimits(*scene, {1, 2, 4, 8}));
    EXPECT_TRUE(keepsLimits(*scene, {32}));
}

TEST(Md2ExportLimit, IncludesRepeatedMeshesOfImportedModels) {
    const ScenePointer scene = importedScene(1);
    aiNode& node = *scene->mRootNode;
    delete[] node.mMeshes;
    node.mNumMeshes = 300'000;
    node.mMeshes = new unsigned int[node.mNumMeshes]();
    EXPECT_FALSE(keepsLimits(*scene, {1, 16, 64}));
}

/// A polygon that goes round three times and crosses itself at each corner. Hardly any corner is an ear.
ScenePointer crossingPolygon(unsigned int corners) {
    ScenePointer scene = emptyScene();
    std::vector<Point> points;
    for (unsigned int i = 0; i < corners; ++i) {
        const double angle = 6 * 3.14159265358979 * i / corners;
        const double radius = i % 2 == 0 ? 0.9 : 1;
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
    return scene;
}

TEST(Md2ExportOfAPolygonThatCrossesItself, TakesLinearTime) {
    const auto seconds = [](unsigned int corners) {
        const ScenePointer scene = crossingPolygon(corners);
        Files files;
        const std::clock_t start = std::clock(); // of the processor, because other programs may run
        Assimp::ExportProperties properties;
        properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
        EXPECT_EQ(write(files, *scene, properties), "");
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    };
    const double few = seconds(256);
    const double many = seconds(4'096);
    EXPECT_LE(many, 3 * 16 * few + 0.1) << few << " s, " << many << " s";
}

TEST(Md2ExportOfADeepHierarchy, DoesNotNeedTheStack) {
    const ScenePointer scene = movingScene();
    aiNode* node = scene->mRootNode;
    constexpr int kDepth = 100'000;
    for (int i = 0; i < kDepth; ++i) {
        node = addNode(node, "node", translation({0.001, 0, 0}));
    }
    useMesh(node, 0);
    Files files;
    EXPECT_EQ(write(files, *scene), "");
    EXPECT_EQ(files.all().count("tris.md2"), 1u);
}

} // namespace
} // namespace assimp_md2::test
