// SPDX-License-Identifier: BSD-3-Clause
// What tests of the export share: a folder for each test, the log, and an export to a blob.
#pragma once

#include "gltf/gltf_file.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/LogStream.hpp>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace assimp_md2::test {

/// Every warning that Assimp logs while it lives.
class Warnings : public Assimp::LogStream {
public:
    Warnings() {
        Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
        Assimp::DefaultLogger::get()->attachStream(this, Assimp::Logger::Warn);
    }
    ~Warnings() override {
        Assimp::DefaultLogger::get()->detachStream(this, Assimp::Logger::Warn);
        Assimp::DefaultLogger::kill();
    }
    void write(const char* message) override {
        text += message;
        ++count;
    }

    std::string text;
    int count = 0;
};

class TestWithFolder : public testing::Test {
protected:
    std::string path(const std::string& name) const { return temporary_ / name; }

private:
    TemporaryFolder temporary_;

protected:
    const std::filesystem::path& folder_ = temporary_.path();
};

/// The scene as the hooked exporter writes it to a blob.
GltfFile exportGlb(const aiScene& scene);

/// The scene as the hooked exporter writes it to `path`, a GLB.
GltfFile exportGlb(const aiScene& scene, const std::string& path);

/// The JSON of the scene as the hooked exporter writes it to `path`, a glTF.
nlohmann::json exportGltf(const aiScene& scene, const std::string& path);

} // namespace assimp_md2::test
