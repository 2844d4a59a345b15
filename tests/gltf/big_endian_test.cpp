// SPDX-License-Identifier: BSD-3-Clause
// Assimp's glTF exporter writes broken files on big-endian machines, which is why ours refuses there.
#include "gltf/exporter.h"
#include "gltf/little_endian.h"
#include "gltf/test_scene.h"

#include <assimp/Exporter.hpp>
#include <gtest/gtest.h>

namespace assimp_md2::test {
namespace {

TEST(GltfOnBigEndianMachines, IsRefusedWithAMessage) {
    const auto scene = makeScene(wavingModel(3, 12));
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "glb2");
    EXPECT_EQ(blob == nullptr, kIsBigEndian);
    EXPECT_STREQ(exporter.GetErrorString(),
                 kIsBigEndian
                     ? "glTF: Assimp's exporter writes broken files on a big-endian machine; export on "
                       "another one"
                     : "");
}

} // namespace
} // namespace assimp_md2::test
