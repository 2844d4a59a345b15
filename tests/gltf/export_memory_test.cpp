// SPDX-License-Identifier: BSD-3-Clause
// What an export of the plugin takes from the heap before Assimp's own export begins.
#include "gltf/assimp_formats.h"

#include "gltf/entry.h"
#include "support/heap.h"
#include "support/import.h"
#include "support/memory_files.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace assimp_md2::inner::test {
namespace {

HeapWatch* currentWatch = nullptr;
std::size_t peakBeforeExport = 0;

int readPeak(void*, const void*, const char*, const char*, unsigned int, const void*) {
    peakBeforeExport = currentWatch->peakBytes();
    return 12;
}

/// A copy of the scene would not be part of any memory limit.
TEST(SafeExportMemory, ASceneWhoseFlagsChangeIsNotCopied) {
    const auto importer = makeImporter();
    const aiScene* const scene = sceneOf(*importer, smallModel(50).bytes(), aiProcess_JoinIdenticalVertices);
    Assimp::Exporter exporter;
    for (const char* const format : {"x", "obj", "fbx"}) {
        HeapWatch watch;
        currentWatch = &watch;
        EXPECT_EQ(exportSafely(readPeak, exporter, scene, format, "path", aiProcess_GenNormals, nullptr), 12);
        currentWatch = nullptr;
        EXPECT_LT(peakBeforeExport, 512u) << format;
        EXPECT_EQ(watch.livingBytes(), 0u) << format;
    }
}

/// Assimp's Export catches no other exception.
TEST(SafeExportMemory, ACorrectedFormatEndsWithTheErrorOfAssimp) {
    const auto importer = makeImporter();
    const aiScene* const scene = sceneOf(*importer, smallModel(5).bytes());
    Assimp::Exporter exporter;
    hookFailingExporters(exporter);
    const Assimp::ExportProperties properties;
    MemoryFiles files;
    for (const char* const format : {"fbx", "gltf"}) {
        const auto write = findEntry(exporter, format)->mExportFunction;
        constexpr std::size_t kCallsBeforeAssimps = 4; // which leak when memory runs out
        for (std::size_t after = 0; after < kCallsBeforeAssimps; ++after) {
            HeapWatch watch;
            watch.failAfter(after);
            try {
                write("path", &files, scene, &properties);
                ADD_FAILURE() << "no error";
            } catch (const std::runtime_error& error) {
                watch.failNoMore();
                EXPECT_STREQ(error.what(), "there is not enough memory for the export") << after;
            }
        }
    }
}

} // namespace
} // namespace assimp_md2::inner::test
