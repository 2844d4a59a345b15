// SPDX-License-Identifier: BSD-3-Clause
// What tests of the export share: a folder for each test, and an export to a blob.
#pragma once

#include "gltf/assimp_formats.h"
#include "gltf/writer/gltf_file.h"
#include "support/import.h"
#include "support/temporary_folder.h"

#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

class TestWithFolder : public testing::Test {
protected:
    std::string path(const std::string& name) const { return temporary_ / name; }

private:
    TemporaryFolder temporary_;

protected:
    const std::filesystem::path& folder_ = temporary_.path();
};

/// Writes glTF with this library.
struct HookedExporter : Assimp::Exporter {
    HookedExporter() { hookExporters(*this); }
};

/// The scene as the hooked exporter writes it to a blob.
inline GltfFile exportGlb(const aiScene& scene, const Assimp::ExportProperties* properties = nullptr) {
    HookedExporter exporter;
    const aiExportDataBlob* blob = exporter.ExportToBlob(&scene, "glb2", 0, properties);
    EXPECT_NE(blob, nullptr) << exporter.GetErrorString();
    return blob != nullptr ? readGlb(*blob) : GltfFile();
}

/// The scene as the hooked exporter writes it to `path`, a GLB.
inline GltfFile exportGlb(const aiScene& scene, const std::string& path) {
    HookedExporter exporter;
    EXPECT_EQ(exporter.Export(&scene, "glb2", path), aiReturn_SUCCESS) << exporter.GetErrorString();
    return readGlb(readFile(path));
}

/// The JSON of the scene as the hooked exporter writes it to `path`, a glTF.
inline nlohmann::json exportGltf(const aiScene& scene, const std::string& path) {
    HookedExporter exporter;
    EXPECT_EQ(exporter.Export(&scene, "gltf2", path), aiReturn_SUCCESS) << exporter.GetErrorString();
    return nlohmann::json::parse(readFile(path));
}

} // namespace assimp_md2::inner::test
