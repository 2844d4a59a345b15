// SPDX-License-Identifier: BSD-3-Clause
// Where Assimp's glTF exporter writes broken files, ours refuses.
#include "gltf/exporter.h"
#include "gltf/little_endian.h"
#include "gltf/test_scene.h"

#include <assimp/Exporter.hpp>
#include <gtest/gtest.h>

#include <string>

namespace assimp_md2::test {
namespace {

TEST(GltfRefusal, OnABigEndianMachineAndInDoublePrecision) {
    const auto scene = makeScene(wavingModel(3, 12));
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "glb2");
    std::string error;
    if (kIsBigEndian) {
        error = "glTF: Assimp's exporter writes broken files on a big-endian machine; export on another one";
    } else if (sizeof(ai_real) == sizeof(double)) {
        error = "glTF: Assimp's exporter writes broken files in double precision; export with an Assimp of "
                "single precision";
    }
    EXPECT_EQ(blob == nullptr, !error.empty());
    EXPECT_EQ(exporter.GetErrorString(), error);
}

} // namespace
} // namespace assimp_md2::test
