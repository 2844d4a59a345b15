// SPDX-License-Identifier: BSD-3-Clause
// What an export takes from the heap, and what it may not take.
#include "assimp-md2/properties.h"
#include "gltf/export_support.h"
#include "gltf/exporter.h"
#include "gltf/test_scene.h"
#include "support/heap.h"

#include <assimp/Exporter.hpp>

#include <cstdlib>

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
        EXPECT_LE(watch.peakBytes(), copy + blob->size + blob->size * 3 / 10)
            << model.positions.size() << " frames, " << model.positions[0].size() << " vertices, blob, copy "
            << copy << ", written " << blob->size;
    }
}

TEST_F(GltfMemory, WhatNeedsMoreThanTheLimitIsRefusedBeforeItIsAllocated) {
    const Model model = modelWithClips(100, 9000, 4); // 21.6 MB of differences
    const auto scene = makeScene(model);
    const std::size_t copy = bytesOfCopy(model);
    for (const char* const format : {"glb2", "gltf2"}) {
        Assimp::Exporter exporter;
        hookGltfExporters(exporter);
        Assimp::ExportProperties properties;
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 8);
        {
            HeapWatch watch;
            EXPECT_EQ(exporter.Export(scene.get(), format, path("tris"), 0, &properties), aiReturn_FAILURE);
            EXPECT_LE(watch.peakBytes(), copy + (std::size_t{8} << 20));
        }
        const std::string error = exporter.GetErrorString();
        EXPECT_NE(error.find("IMPORT_MD2_MAX_MEMORY_MB allows 8 MiB"), std::string::npos) << error;
        properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 64);
        EXPECT_EQ(exporter.Export(scene.get(), format, path("tris"), 0, &properties), aiReturn_SUCCESS);
    }
}

TEST_F(GltfMemory, ALimitThatIsNoneIsAnError) {
    const auto scene = makeScene(wavingModel(4, 12));
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    Assimp::ExportProperties properties;
    properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 0);
    EXPECT_EQ(exporter.Export(scene.get(), "glb2", path("tris.glb"), 0, &properties), aiReturn_FAILURE);
    EXPECT_STREQ(exporter.GetErrorString(),
                 "glTF: IMPORT_MD2_MAX_MEMORY_MB: expected a whole number of MiB, 1 or more");
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
