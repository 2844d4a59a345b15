// SPDX-License-Identifier: BSD-3-Clause
// What an export takes from the heap, and what it may not take.
#include "assimp-md2/properties.h"
#include "gltf/assimp_formats.h"
#include "gltf/entry.h"
#include "gltf/writer/export_support.h"
#include "gltf/writer/test_scene.h"
#include "support/expect.h"
#include "support/heap.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>

#include <cstring>
#include <numeric>

namespace assimp_md2::inner::test {
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

/// What Assimp's exporter copies before it calls ours.
std::size_t bytesOfCopy(const Model& model) {
    HeapWatch watch;
    const auto scene = makeScene(model);
    return watch.livingBytes();
}

TEST_F(GltfMemory, AFileIsWrittenWithoutKeepingItsBytes) {
    const Model model = modelWithClips(100, 9000, 4); // 21.6 MB of differences
    const auto scene = makeScene(model);
    const std::size_t copy = bytesOfCopy(model);
    for (const char* const format : {"glb2", "gltf2"}) {
        HookedExporter exporter;
        HeapWatch watch;
        EXPECT_EQ(exporter.Export(scene.get(), format, path("tris")), aiReturn_SUCCESS);
        EXPECT_LE(watch.peakBytes(), copy + (std::size_t{1} << 20)) << format;
    }
}

TEST_F(GltfMemory, WhatNeedsMoreThanTheLimitIsRefusedBeforeItIsAllocated) {
    const Model model = modelWithClips(100, 9000, 4); // 21.6 MB of differences
    const auto scene = makeScene(model);
    const std::size_t copy = bytesOfCopy(model);
    for (const auto& [megabytes, succeeds] : {std::pair{8, false}, {64, true}}) {
        HookedExporter exporter;
        Assimp::ExportProperties properties;
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
        HeapWatch watch;
        const aiReturn result = exporter.Export(scene.get(), "glb2", path("tris.glb"), 0, &properties);
        EXPECT_EQ(result, succeeds ? aiReturn_SUCCESS : aiReturn_FAILURE);
        EXPECT_LE(watch.peakBytes(), copy + (std::size_t{1} << 20));
        const std::string error = exporter.GetErrorString();
        EXPECT_EQ(error.find("IMPORT_MD2_MAX_MEMORY_MB allows 8 MiB") == std::string::npos, succeeds)
            << error;
    }
}

/// The function of a hooked entry, to be called with a scene as Assimp's Exporter calls it.
Assimp::Exporter::fpExportFunc hookedFunction(Assimp::Exporter& exporter) {
    hookExporters(exporter);
    return findEntry(exporter, "glb2")->mExportFunction;
}

/// A model with many frames, animations or materials, and without anything else that is large.
std::unique_ptr<aiScene> sceneOfSmallParts(unsigned int frames, unsigned int clips, unsigned int materials,
                                           bool hasSecondMesh, const std::string& name = "skin") {
    Model model = wavingModel(frames, 3);
    model.clips.assign(clips, {"clip", 0, 1});
    auto scene = makeScene(model);
    if (hasSecondMesh) {
        addSecondMesh(*scene, frames);
    }
    for (unsigned int i = 0; i < materials; ++i) {
        addMaterial(*scene, "absent.png", name + std::to_string(i));
    }
    return scene;
}

/// Control characters take six bytes in JSON.
const std::string kLongestName(1000, '\x01');

/// A model with tags, which an animation moves.
std::unique_ptr<aiScene> sceneOfNodes(unsigned int count) {
    auto scene = sceneOfSmallParts(2, 1, 0, false);
    auto** const children = new aiNode*[count];
    auto** const channels = new aiNodeAnim*[count];
    for (unsigned int i = 0; i < count; ++i) {
        const std::string name = (i % 10 == 0 ? kLongestName : "tag") + std::to_string(i);
        children[i] = new aiNode(name);
        channels[i] = new aiNodeAnim;
        channels[i]->mNodeName.Set(name);
        channels[i]->mNumPositionKeys = channels[i]->mNumRotationKeys = 1;
        channels[i]->mPositionKeys = new aiVectorKey[1];
        channels[i]->mRotationKeys = new aiQuatKey[1];
    }
    scene->mRootNode->addChildren(count, children);
    delete[] children;
    aiAnimation& animation = *scene->mAnimations[0];
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        delete animation.mChannels[i];
    }
    delete[] std::exchange(animation.mChannels, channels);
    animation.mNumChannels = count;
    return scene;
}

std::unique_ptr<aiScene> sceneOfNamedTargets(unsigned int count) {
    auto scene = sceneOfSmallParts(count, 0, 0, false);
    for (unsigned int i = 0; i < count; ++i) {
        scene->mMeshes[0]->mAnimMeshes[i]->mName.Set(kLongestName);
    }
    return scene;
}

std::unique_ptr<aiScene> sceneOfNamedImages(unsigned int count) {
    auto scene = sceneOfSmallParts(2, 0, 0, false);
    for (unsigned int i = 0; i < count; ++i) {
        embedTexture(*scene, kLongestName + std::to_string(i));
        addMaterial(*scene, "skin", "*" + std::to_string(i));
    }
    return scene;
}

TEST_F(GltfMemory, ManySmallPartsAreRefusedBeforeTheyAreAllocated) {
    const std::string longName(200, 'n');
    for (const auto& scene :
         {sceneOfSmallParts(8'000, 0, 0, false), sceneOfSmallParts(2, 0, 30'000, false),
          sceneOfSmallParts(2, 0, 30'000, true), sceneOfSmallParts(2, 0, 5'000, false, longName),
          sceneOfSmallParts(2, 0, 5'000, false, std::string(200, '\x01')), sceneOfNodes(5'000),
          sceneOfNamedTargets(2'000), sceneOfNamedImages(1'000), sceneOfSmallParts(2, 10'000, 0, false)}) {
        Assimp::Exporter exporter;
        const auto function = hookedFunction(exporter);
        Assimp::DefaultIOSystem files;
        const std::string target = path("tris.glb");
        bool succeeds = false;
        for (int megabytes = 1; !succeeds; megabytes *= 2) {
            ASSERT_LE(megabytes, 1024);
            Assimp::ExportProperties properties;
            properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
            const HeapWatch watch;
            try {
                function(target.c_str(), &files, scene.get(), &properties);
                succeeds = true;
            } catch (const std::exception&) {
                succeeds = false;
            }
            EXPECT_LE(watch.peakBytes(), std::size_t(megabytes) << 20)
                << scene->mNumMaterials << " materials, " << scene->mNumAnimations << " animations, "
                << scene->mRootNode->mNumChildren << " nodes";
        }
    }
}

/// Whether an export succeeds with a limit that is set as text.
bool succeedsWith(const char* limit, const char* sourceFormat) {
    const auto scene = makeScene(modelWithClips(100, 9000, 4));
    if (sourceFormat != nullptr) {
        setSourceFormat(*scene, sourceFormat);
    }
    Assimp::ExportProperties properties;
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, limit);
    HookedExporter exporter;
    return exporter.ExportToBlob(scene.get(), "glb2", 0, &properties) != nullptr;
}

TEST_F(GltfMemory, ALimitHoldsForImportedMd2sOnly) {
    EXPECT_FALSE(succeedsWith("8", nullptr));
    EXPECT_TRUE(succeedsWith("64", nullptr));
    EXPECT_FALSE(succeedsWith("many", nullptr));
    EXPECT_TRUE(succeedsWith("8", "another importer"));
}

} // namespace
} // namespace assimp_md2::inner::test
