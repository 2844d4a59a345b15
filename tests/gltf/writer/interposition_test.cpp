// SPDX-License-Identifier: BSD-3-Clause
// Interposes Assimp's own constructor, as the plugin does, and hooks every exporter of the process, with one
// copy of the library or with two.
#include "gltf/assimp_formats.h"
#include "gltf/writer/gltf_file.h"
#include "gltf/writer/library_copy.h"
#include "gltf/writer/test_scene.h"

#include <assimp/Exporter.hpp>
#include <assimp/cexport.h>

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace {

enum class Copies { kNone, kFirst, kSecond, kBoth };
Copies copies = Copies::kNone;

} // namespace

__attribute__((visibility("default"))) void
constructExporter(Assimp::Exporter* exporter) __asm__("_ZN6Assimp8ExporterC1Ev");

void constructExporter(Assimp::Exporter* exporter) {
    using Constructor = void (*)(Assimp::Exporter*);
    static const auto next = reinterpret_cast<Constructor>(dlsym(RTLD_NEXT, "_ZN6Assimp8ExporterC1Ev"));
    next(exporter);
    if (copies == Copies::kFirst || copies == Copies::kBoth) {
        assimp_md2::inner::hookGltfExporters(*exporter);
    }
    if (copies == Copies::kSecond || copies == Copies::kBoth) {
        assimp_md2::inner::test::hookGltfExportersByCopy(*exporter);
    }
}

namespace assimp_md2::inner::test {
namespace {

std::string exported(const aiScene& scene, const char* format, Copies hookedBy, bool hookHere) {
    copies = hookedBy;
    Assimp::Exporter exporter;
    if (hookHere) {
        hookGltfExporters(exporter);
    }
    const aiExportDataBlob* blob = exporter.ExportToBlob(&scene, format);
    copies = Copies::kNone;
    EXPECT_NE(blob, nullptr);
    return blob == nullptr ? "" : std::string(static_cast<const char*>(blob->data), blob->size);
}

TEST(GltfInterposition, EveryExporterIsHookedAndWritesTheAnimationOnce) {
    const Model model = wavingModel(6, 30);
    const auto moving = makeScene(model);
    auto still = makeScene(model);
    setSourceFormat(*still, "another importer");
    removeTargets(*still->mMeshes[0]);
    for (const char* format : {"glb2", "gltf2"}) {
        const std::string assimps = exported(*moving, format, Copies::kNone, false);
        const std::string ours = exported(*moving, format, Copies::kNone, true);
        const std::string assimpsStill = exported(*still, format, Copies::kNone, false);
        EXPECT_TRUE(ours != assimps);
        for (const Copies hookedBy : {Copies::kFirst, Copies::kSecond, Copies::kBoth}) {
            for (const bool hookHere : {false, true}) {
                EXPECT_TRUE(exported(*moving, format, hookedBy, hookHere) == ours);
                EXPECT_TRUE(exported(*still, format, hookedBy, hookHere) == assimpsStill);
            }
        }
    }
}

TEST(GltfInterposition, TheCInterfaceIsReachedToo) {
    const auto scene = makeScene(wavingModel(6, 30));
    const std::string ours = exported(*scene, "glb2", Copies::kNone, true);
    copies = Copies::kFirst;
    const aiExportDataBlob* blob = aiExportSceneToBlob(scene.get(), "glb2", 0);
    copies = Copies::kNone;
    ASSERT_NE(blob, nullptr);
    EXPECT_TRUE(std::string(static_cast<const char*>(blob->data), blob->size) == ours);
    aiReleaseExportBlob(blob);
}

} // namespace
} // namespace assimp_md2::inner::test
