// SPDX-License-Identifier: BSD-3-Clause
// What tests of the export share: a folder for each test, the log, and an export to a blob.
#include "gltf/writer/export_support.h"

namespace assimp_md2::inner::test {

GltfFile exportGlb(const aiScene& scene, const Assimp::ExportProperties* properties) {
    HookedExporter exporter;
    const aiExportDataBlob* blob = exporter.ExportToBlob(&scene, "glb2", 0, properties);
    EXPECT_NE(blob, nullptr) << exporter.GetErrorString();
    return blob != nullptr ? readGlb(*blob) : GltfFile();
}

std::vector<std::string> blobContents(Assimp::Exporter& exporter, const aiScene& scene, const char* format,
                                      unsigned int steps) {
    std::vector<std::string> contents;
    for (const aiExportDataBlob* blob = exporter.ExportToBlob(&scene, format, steps); blob != nullptr;
         blob = blob->next) {
        contents.emplace_back(blob->name.C_Str());
        contents.emplace_back(static_cast<const char*>(blob->data), blob->size);
    }
    return contents;
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

} // namespace assimp_md2::inner::test
