// SPDX-License-Identifier: BSD-3-Clause
// What an export takes from the heap, and what it may not take.
#include "assimp-md2/properties.h"
#include "gltf/export_support.h"
#include "gltf/test_scene.h"
#include "registration/entry.h"
#include "registration/gltf_entries.h"
#include "support/heap.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>

#include <cstdlib>
#include <cstring>
#include <numeric>

namespace assimp_md2::test {
namespace {

class GltfMemory : public TestWithFolder {};

Model modelWithClips(unsigned int frames, unsigned int vertices, unsigned int clips) {
    Model model = wavingModel(frames, vertices);
    model.clips.clear();
    for (unsigned int i = 0; i < clips; ++i) {
        model.clips.push_back({"clip" + std::to_string(i), i * (frames / clips), frames / clips});
    }
    return model;
}

/// Only one triangle moves, so the differences are sparse.
Model sparseModel(unsigned int frames, unsigned int vertices) {
    Model model = modelWithClips(frames, vertices, 4);
    for (unsigned int i = 1; i < frames; ++i) {
        for (unsigned int vertex = 3; vertex < vertices; ++vertex) {
            model.positions[i][vertex] = model.positions[0][vertex];
            model.normals[i][vertex] = model.normals[0][vertex];
        }
    }
    return model;
}

/// What Assimp's exporter copies before it calls ours.
std::size_t bytesOfCopy(const Model& model) {
    HeapWatch watch;
    const auto scene = makeScene(model);
    return watch.livingBytes();
}

TEST_F(GltfMemory, AnExportTakesLittleMoreThanTheSceneAndWhatItWrites) {
    for (const Model& model :
         {modelWithClips(198, 900, 20), modelWithClips(40, 9000, 4), sparseModel(100, 3000),
          modelWithClips(600, 30, 600), modelWithClips(900, 12, 1)}) {
        const auto scene = makeScene(model);
        const std::size_t copy = bytesOfCopy(model);
        for (const auto& [format, name] : {std::pair{"glb2", "tris.glb"}, {"gltf2", "tris.gltf"}}) {
            Assimp::Exporter exporter;
            hookGltfExporters(exporter);
            std::size_t peak = 0;
            {
                HeapWatch watch;
                ASSERT_EQ(exporter.Export(scene.get(), format, path(name)), aiReturn_SUCCESS);
                peak = watch.peakBytes();
            }
            std::uintmax_t written = std::filesystem::file_size(path(name));
            if (std::filesystem::exists(path("tris.bin"))) {
                written += std::filesystem::file_size(path("tris.bin"));
            }
            EXPECT_LE(peak, copy + written + written * 3 / 10)
                << model.positions.size() << " frames, " << model.positions[0].size() << " vertices, "
                << format << ", copy " << copy << ", written " << written;
        }
        std::filesystem::remove(path("tris.bin"));
        Assimp::Exporter exporter;
        hookGltfExporters(exporter);
        HeapWatch watch;
        const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "glb2");
        ASSERT_NE(blob, nullptr);
        // The JSON, and a description of each accessor: most of what a file of many tiny frames needs.
        const std::size_t descriptions = blob->size / 10 + 600 * 1536;
        EXPECT_LE(watch.peakBytes(), copy + blob->size + descriptions)
            << model.positions.size() << " frames, " << model.positions[0].size() << " vertices, blob, copy "
            << copy << ", written " << blob->size;
    }
}

TEST_F(GltfMemory, AFileIsWrittenWithoutKeepingItsBytes) {
    const Model model = modelWithClips(100, 9000, 4); // 21.6 MB of differences
    const auto scene = makeScene(model);
    const std::size_t copy = bytesOfCopy(model);
    for (const char* const format : {"glb2", "gltf2"}) {
        Assimp::Exporter exporter;
        hookGltfExporters(exporter);
        HeapWatch watch;
        EXPECT_EQ(exporter.Export(scene.get(), format, path("tris")), aiReturn_SUCCESS);
        EXPECT_LE(watch.peakBytes(), copy + (std::size_t{1} << 20)) << format;
    }
}

TEST_F(GltfMemory, WhatNeedsMoreThanTheLimitIsRefusedBeforeItIsAllocated) {
    const Model model = modelWithClips(100, 9000, 4); // 21.6 MB of differences, which a blob keeps
    const auto scene = makeScene(model);
    const std::size_t copy = bytesOfCopy(model);
    for (const char* const format : {"glb2", "gltf2"}) {
        Assimp::Exporter exporter;
        hookGltfExporters(exporter);
        Assimp::ExportProperties properties;
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 8);
        {
            HeapWatch watch;
            EXPECT_EQ(exporter.ExportToBlob(scene.get(), format, 0, &properties), nullptr);
            EXPECT_LE(watch.peakBytes(), copy + (std::size_t{8} << 20));
        }
        const std::string error = exporter.GetErrorString();
        EXPECT_NE(error.find("IMPORT_MD2_MAX_MEMORY_MB allows 8 MiB"), std::string::npos) << error;
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 64);
        EXPECT_NE(exporter.ExportToBlob(scene.get(), format, 0, &properties), nullptr);
    }
}

/// An animation for each clip that moves each of the tags.
std::unique_ptr<aiScene> sceneWithTags(unsigned int tags, unsigned int clips) {
    auto scene = makeScene(modelWithClips(clips, 3, clips));
    for (unsigned int i = 0; i < tags; ++i) {
        auto* node = new aiNode("tag" + std::to_string(i));
        scene->mRootNode->addChildren(1, &node);
    }
    for (unsigned int i = 0; i < clips; ++i) {
        aiAnimation& animation = *scene->mAnimations[i];
        auto** channels = new aiNodeAnim*[tags + 1];
        channels[tags] = animation.mChannels[0];
        delete[] animation.mChannels;
        animation.mChannels = channels;
        animation.mNumChannels = tags + 1;
        for (unsigned int tag = 0; tag < tags; ++tag) {
            auto* channel = channels[tag] = new aiNodeAnim;
            channel->mNodeName.Set("tag" + std::to_string(tag));
            channel->mNumPositionKeys = channel->mNumRotationKeys = 2;
            channel->mPositionKeys = new aiVectorKey[2]{{0, aiVector3D(1, 0, 0)}, {1, aiVector3D(2, 0, 0)}};
            channel->mRotationKeys = new aiQuatKey[2]{{0, aiQuaternion(0, 1, 0, 0)}, {1, aiQuaternion()}};
        }
    }
    return scene;
}

TEST_F(GltfMemory, TheLimitIncludesNodesChannelsAndKeys) {
    for (const auto& [tags, clips] : {std::pair{120u, 150u}, {2000u, 2u}}) {
        const auto scene = sceneWithTags(tags, clips);
        std::size_t copy = 0;
        {
            HeapWatch watch;
            const auto again = sceneWithTags(tags, clips);
            copy = watch.livingBytes();
        }
        for (const int megabytes : {1, 4, 8, 24, 64}) {
            Assimp::Exporter exporter;
            hookGltfExporters(exporter);
            Assimp::ExportProperties properties;
            properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
            HeapWatch watch;
            const aiReturn result = exporter.Export(scene.get(), "glb2", path("tris.glb"), 0, &properties);
            if (megabytes == 64) {
                EXPECT_EQ(result, aiReturn_SUCCESS) << exporter.GetErrorString();
            }
            EXPECT_LE(watch.peakBytes(), copy + (static_cast<std::size_t>(megabytes) << 20) + (1 << 18))
                << tags << " tags, " << megabytes << " MiB";
        }
    }
}

/// The error of an export with a memory limit, or an empty string.
std::string errorWithLimit(const aiScene& scene, const std::string& file, int megabytes) {
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    Assimp::ExportProperties properties;
    properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
    exporter.Export(&scene, "glb2", file, 0, &properties);
    return exporter.GetErrorString();
}

TEST_F(GltfMemory, EqualKeysAreChargedOnce) {
    const auto scene = sceneWithTags(120, 150);
    EXPECT_EQ(errorWithLimit(*scene, path("tris.glb"), 6), "");
}

TEST_F(GltfMemory, KeysThatWereSharedAreNotChargedAgain) {
    const auto scene = sceneWithTags(1, 40);
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        aiNodeAnim& channel = *scene->mAnimations[i]->mChannels[0];
        constexpr unsigned int kKeys = 8000; // 96,000 bytes in each animation
        delete[] channel.mPositionKeys;
        channel.mPositionKeys = new aiVectorKey[kKeys];
        channel.mNumPositionKeys = kKeys;
        for (unsigned int key = 0; key < kKeys; ++key) {
            channel.mPositionKeys[key] = {static_cast<double>(key),
                                          aiVector3D(static_cast<ai_real>(key), 0, 0)};
        }
    }
    EXPECT_EQ(errorWithLimit(*scene, path("tris.glb"), 2), "");
}

/// A scene with eight textures: files that are written as they are, or texels that become PNG.
std::unique_ptr<aiScene> sceneWithEightTextures(bool isFile, std::size_t bytesOfEach) {
    Model model = wavingModel(2, 3);
    model.texture = "*0";
    auto scene = makeScene(model);
    for (int i = 0; i < 8; ++i) {
        if (i > 0) {
            addMaterial(*scene, "skin" + std::to_string(i), "*" + std::to_string(i));
        }
        if (isFile) {
            std::string file = kPng;
            file.resize(bytesOfEach);
            embedTexture(*scene, "skin" + std::to_string(i) + ".png", file);
            continue;
        }
        auto* const texture = new aiTexture;
        texture->mWidth = 512;
        texture->mHeight = static_cast<unsigned int>(bytesOfEach / sizeof(aiTexel) / texture->mWidth);
        const std::size_t texels = std::size_t{texture->mWidth} * texture->mHeight;
        texture->pcData = new aiTexel[texels];
        std::uint32_t noise = 1;
        for (std::size_t texel = 0; texel < texels; ++texel) {
            noise = noise * 1664525 + 1013904223;
            std::memcpy(&texture->pcData[texel], &noise, sizeof noise);
        }
        addTexture(*scene, texture);
    }
    return scene;
}

/// Eight images of 200 MB with the default limit of 1,024 MiB, at the hundredth part of the size.
TEST_F(GltfMemory, ImagesBeyondTheLimitAreLeftOutWithOneWarning) {
    for (const bool isFile : {true, false}) {
        const auto scene = sceneWithEightTextures(isFile, 2'000'000);
        std::size_t copy = 0;
        {
            HeapWatch watch;
            const auto again = sceneWithEightTextures(isFile, 2'000'000);
            copy = watch.livingBytes();
        }
        Assimp::Exporter exporter;
        hookGltfExporters(exporter);
        Assimp::ExportProperties properties;
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 10);
        Warnings warnings;
        std::size_t peak = 0;
        const aiExportDataBlob* blob = nullptr;
        {
            HeapWatch watch;
            blob = exporter.ExportToBlob(scene.get(), "glb2", 0, &properties);
            peak = watch.peakBytes();
        }
        ASSERT_NE(blob, nullptr) << exporter.GetErrorString();
        EXPECT_LE(peak, copy + (std::size_t{10} << 20) + (std::size_t{1} << 18));
        const std::size_t images = readGlb(*blob).json["images"].size();
        EXPECT_GE(images, 1u);
        EXPECT_LT(images, 8u);
        EXPECT_EQ(warnings.count, 1);
        EXPECT_NE(warnings.text.find("images that are left out (" + std::to_string(8 - images)),
                  std::string::npos)
            << warnings.text;
        EXPECT_NE(warnings.text.find("MiB of memory are needed, IMPORT_MD2_MAX_MEMORY_MB allows 10 MiB"),
                  std::string::npos)
            << warnings.text;
    }
}

TEST_F(GltfMemory, TexelsBeyondTheLimitAreNotEncoded) {
    const auto scene = sceneWithEightTextures(false, 12'000'000);
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    Assimp::ExportProperties properties;
    properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 10);
    const aiExportDataBlob* blob = nullptr;
    std::size_t peak = 0;
    {
        HeapWatch watch;
        blob = exporter.ExportToBlob(scene.get(), "glb2", 0, &properties);
        peak = watch.peakBytes();
    }
    ASSERT_NE(blob, nullptr) << exporter.GetErrorString();
    EXPECT_FALSE(readGlb(*blob).json.contains("images"));
    constexpr std::size_t kCopyOfTheScene = std::size_t{8} * 12'000'000;
    EXPECT_LE(peak, kCopyOfTheScene + (std::size_t{10} << 20));
}

/// The function of a hooked entry, to be called with a scene as Assimp's Exporter calls it.
Assimp::Exporter::fpExportFunc hookedFunction(Assimp::Exporter& exporter) {
    hookGltfExporters(exporter);
    return findEntry(exporter, "glb2")->mExportFunction;
}

/// Exports without Assimp's copy of the scene, with one limit after the other, and expects a peak below each
/// limit.
///
/// \param mostMegabytes the last limit
/// \return whether the export succeeds with it
bool keepsLimits(const aiScene& scene, const std::string& file, int mostMegabytes) {
    Assimp::Exporter exporter;
    const auto function = hookedFunction(exporter);
    Assimp::DefaultIOSystem files;
    bool succeeds = false;
    for (int megabytes = 1; megabytes <= mostMegabytes; megabytes *= 4) {
        Assimp::ExportProperties properties;
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
        constexpr std::size_t kSmall = std::size_t{64} << 10; // error messages, paths and streams
        std::size_t peak = 0;
        std::string error;
        {
            HeapWatch watch;
            try {
                function(file.c_str(), &files, &scene, &properties);
            } catch (const std::exception& exception) {
                error = exception.what();
            }
            peak = watch.peakBytes();
        }
        EXPECT_LE(peak, (static_cast<std::size_t>(megabytes) << 20) + kSmall) << megabytes << " MiB";
        succeeds = error.empty();
        if (!succeeds) {
            EXPECT_NE(error.find("IMPORT_MD2_MAX_MEMORY_MB allows"), std::string::npos) << error;
        }
    }
    return succeeds;
}

TEST_F(GltfMemory, KeysAreChargedBeforeTheyAreCopied) {
    const auto scene = sceneWithTags(1, 1);
    constexpr unsigned int kKeys = 2'000'000;
    aiNodeAnim& channel = *scene->mAnimations[0]->mChannels[0];
    delete[] channel.mPositionKeys;
    channel.mPositionKeys = new aiVectorKey[kKeys];
    channel.mNumPositionKeys = kKeys;
    for (unsigned int key = 0; key < kKeys; ++key) {
        channel.mPositionKeys[key] = {static_cast<double>(key),
                                      aiVector3D(static_cast<ai_real>(key % 7), 0, 0)};
    }
    EXPECT_TRUE(keepsLimits(*scene, path("tris.glb"), 256));
}

TEST_F(GltfMemory, MorphKeysAreChargedBeforeTheyAreCopied) {
    const auto scene = makeScene(modelWithClips(2, 3, 1));
    constexpr unsigned int kKeys = 500'000;
    aiMeshMorphAnim& channel = *scene->mAnimations[0]->mMorphMeshChannels[0];
    delete[] channel.mKeys;
    channel.mKeys = new aiMeshMorphKey[kKeys];
    channel.mNumKeys = kKeys;
    for (unsigned int i = 0; i < kKeys; ++i) {
        aiMeshMorphKey& key = channel.mKeys[i];
        key.mTime = i;
        key.mNumValuesAndWeights = 1;
        key.mValues = new unsigned int[1]{i % 2};
        key.mWeights = new double[1]{i / double{kKeys}};
    }
    EXPECT_TRUE(keepsLimits(*scene, path("tris.glb"), 64));
}

TEST_F(GltfMemory, ChildrenAreChargedBeforeTheyAreListed) {
    const auto scene = makeScene(modelWithClips(2, 3, 1));
    std::vector<aiNode*> children(300'000);
    for (aiNode*& child : children) {
        child = new aiNode("child");
    }
    scene->mRootNode->addChildren(static_cast<unsigned int>(children.size()), children.data());
    EXPECT_TRUE(keepsLimits(*scene, path("tris.glb"), 256));
}

TEST_F(GltfMemory, MeshesOfANodeAreChargedBeforeTheyAreListed) {
    const auto scene = makeScene(modelWithClips(2, 3, 1));
    aiNode& node = *scene->mRootNode->mChildren[0];
    delete[] node.mMeshes;
    node.mNumMeshes = 2'000'000;
    node.mMeshes = new unsigned int[node.mNumMeshes]();
    removeTargets(*scene); // they would make the file much larger
    removeAnimations(*scene);
    EXPECT_FALSE(keepsLimits(*scene, path("tris.glb"), 16));
    node.mNumMeshes = 50'000;
    EXPECT_TRUE(keepsLimits(*scene, path("tris.glb"), 64));
}

/// A node that uses each of 20,000 meshes.
TEST_F(GltfMemory, MeshesAreChargedBeforeTheyAreRead) {
    const auto scene = makeScene(modelWithClips(2, 3, 1));
    removeTargets(*scene);
    removeAnimations(*scene);
    constexpr unsigned int kMeshes = 20'000;
    auto** const meshes = new aiMesh*[kMeshes];
    meshes[0] = scene->mMeshes[0];
    for (unsigned int i = 1; i < kMeshes; ++i) {
        meshes[i] = new aiMesh;
        meshes[i]->mNumVertices = 1;
        meshes[i]->mVertices = new aiVector3D[1];
    }
    delete[] scene->mMeshes;
    scene->mMeshes = meshes;
    scene->mNumMeshes = kMeshes;
    aiNode& node = *scene->mRootNode->mChildren[0];
    delete[] node.mMeshes;
    node.mNumMeshes = kMeshes;
    node.mMeshes = new unsigned int[kMeshes];
    std::iota(node.mMeshes, node.mMeshes + kMeshes, 0U);
    EXPECT_TRUE(keepsLimits(*scene, path("tris.glb"), 64));
}

TEST_F(GltfMemory, PolygonsAreChargedBeforeTheyAreSplit) {
    const auto scene = makeScene(modelWithClips(2, 4098, 1));
    aiMesh& mesh = *scene->mMeshes[0];
    delete[] mesh.mFaces;
    mesh.mNumFaces = 100;
    mesh.mFaces = new aiFace[mesh.mNumFaces];
    for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
        mesh.mFaces[i].mNumIndices = mesh.mNumVertices;
        mesh.mFaces[i].mIndices = new unsigned int[mesh.mNumVertices];
        std::iota(mesh.mFaces[i].mIndices, mesh.mFaces[i].mIndices + mesh.mNumVertices, 0U);
    }
    EXPECT_TRUE(keepsLimits(*scene, path("tris.glb"), 16));
}

TEST_F(GltfMemory, WhatDependsOnTheNumberOfNodesIsCharged) {
    // Each node has a mesh of its own, with a bone and a target.
    const auto scene = makeScene(modelWithClips(2, 3, 1));
    std::vector<aiNode*> children(20'000);
    for (std::size_t i = 0; i < children.size(); ++i) {
        children[i] = new aiNode("child" + std::to_string(i));
        children[i]->mNumMeshes = 1;
        children[i]->mMeshes = new unsigned int[1]();
    }
    scene->mRootNode->addChildren(static_cast<unsigned int>(children.size()), children.data());
    auto* bone = new aiBone;
    bone->mName.Set("child7");
    bone->mNumWeights = 1;
    bone->mWeights = new aiVertexWeight[1]{aiVertexWeight(0, 1)};
    scene->mMeshes[0]->mNumBones = 1;
    scene->mMeshes[0]->mBones = new aiBone* [1] { bone };
    EXPECT_TRUE(keepsLimits(*scene, path("tris.glb"), 64));
}

TEST_F(GltfMemory, AFailureOfAnyAllocationIsAnErrorWithoutALeak) {
    Model model = modelWithClips(6, 30, 2);
    model.texture = "*0";
    const auto scene = makeScene(model);
    embedTexture(*scene, "skin.png");
    addMaterial(*scene, "other", "absent.png");
    auto* bone = new aiBone;
    bone->mName.Set("tris.md2");
    bone->mNumWeights = 1;
    bone->mWeights = new aiVertexWeight[1]{aiVertexWeight(0, 1)};
    scene->mMeshes[0]->mNumBones = 1;
    scene->mMeshes[0]->mBones = new aiBone* [1] { bone };
    scene->mAnimations[0]->mChannels[0]->mPositionKeys[0].mValue.x = 3;
    Assimp::Exporter exporter;
    const auto function = hookedFunction(exporter);
    const Assimp::ExportProperties properties;
    const std::string target = path("tris.glb");
    Assimp::DefaultIOSystem files;
    function(target.c_str(), &files, scene.get(),
             &properties); // reads the environment, which stays in memory
    const std::string expected = readFile(target);
    std::size_t failures = 0;
    for (bool hasFailed = true; hasFailed; ++failures) {
        std::size_t living = 0;
        bool isComplete = true;
        {
            HeapWatch watch;
            watch.failAfter(failures);
            try {
                function(target.c_str(), &files, scene.get(), &properties);
            } catch (const std::exception&) {
                isComplete = false;
            }
            hasFailed = watch.hasFailed();
            watch.failNoMore();
            living = watch.livingBytes();
        }
        EXPECT_EQ(living, 0u) << "allocation " << failures;
        EXPECT_TRUE(!isComplete || readFile(target) == expected) << "allocation " << failures;
    }
    EXPECT_GT(failures, 150u);
}

TEST_F(GltfMemory, InvalidLimitIsRejected) {
    const auto scene = makeScene(wavingModel(4, 12));
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    Assimp::ExportProperties properties;
    properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 0);
    EXPECT_EQ(exporter.Export(scene.get(), "glb2", path("tris.glb"), 0, &properties), aiReturn_FAILURE);
    EXPECT_STREQ(exporter.GetErrorString(),
                 "glTF: IMPORT_MD2_MAX_MEMORY_MB is \"0\", expected a whole number of MiB, 1 or more");
}

/// Exports with the environment variable and ends the process; the exit code says what happened.
void exportWithVariable(const char* value, const char* sourceFormat) {
#ifdef _WIN32
    _putenv_s("ASSIMP_MD2_MAX_MEMORY_MB", value);
#else
    setenv("ASSIMP_MD2_MAX_MEMORY_MB", value, 1);
#endif
    const auto scene = makeScene(modelWithClips(100, 9000, 4));
    if (sourceFormat != nullptr) {
        setSourceFormat(*scene, sourceFormat);
    }
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    const bool succeeded = exporter.ExportToBlob(scene.get(), "glb2") != nullptr;
    std::exit(succeeded ? 0 : 1);
}

TEST_F(GltfMemory, TheEnvironmentLimitsImportedMd2sOnly) {
    // Each in a process of its own, since the environment is read once.
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(exportWithVariable("8", nullptr), testing::ExitedWithCode(1), "");
    EXPECT_EXIT(exportWithVariable("64", nullptr), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(exportWithVariable("many", nullptr), testing::ExitedWithCode(1), "");
    EXPECT_EXIT(exportWithVariable("8", "another importer"), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace assimp_md2::test
