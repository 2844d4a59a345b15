// SPDX-License-Identifier: BSD-3-Clause
// What tests of the export share: a folder for each test, the log, and an export to a blob.
#include "exporters/gltf/export_support.h"

namespace assimp_md2::test {

GltfFile exportGlb(const aiScene& scene) {
    HookedExporter exporter;
    const aiExportDataBlob* blob = exporter.ExportToBlob(&scene, "glb2");
    EXPECT_NE(blob, nullptr) << exporter.GetErrorString();
    return blob != nullptr ? readGlb(*blob) : GltfFile();
}

GltfFile exportGlb(const aiScene& scene, const std::string& path) {
    HookedExporter exporter;
    EXPECT_EQ(exporter.Export(&scene, "glb2", path), aiReturn_SUCCESS) << exporter.GetErrorString();
    return readGlb(readFile(path));
}

nlohmann::json exportGltf(const aiScene& scene, const std::string& path) {
    HookedExporter exporter;
    EXPECT_EQ(exporter.Export(&scene, "gltf2", path), aiReturn_SUCCESS) << exporter.GetErrorString();
    return nlohmann::json::parse(readFile(path));
}

} // namespace assimp_md2::test
