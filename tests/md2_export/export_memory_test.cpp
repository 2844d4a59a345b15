// SPDX-License-Identifier: BSD-3-Clause
// Exports as MD2 when memory runs out, and of hierarchies that are deeper than the stack. The writer is
// called directly: Assimp's copy of the scene before an export is recursive, and leaks when memory runs out.
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "pose/pose_scene.h"
#include "support/heap.h"
#include "support/md2_builder.h"

#include <assimp/Exporter.hpp>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <stdexcept>

namespace assimp_md2::test {
namespace {

/// Files in memory. It opens a file without allocating more than the stream and the bytes.
class Files : public Assimp::IOSystem {
public:
    std::map<std::string, Bytes> files;

    bool Exists(const char* path) const override { return files.count(path) > 0; }
    char getOsSeparator() const override { return '/'; }
    bool DeleteFile(const std::string& path) override { return files.erase(path) > 0; }
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        if (mode[0] != 'w' && !Exists(path)) {
            return nullptr;
        }
        auto stream = std::make_unique<Stream>(files[path]);
        if (mode[0] == 'w') {
            files[path].clear();
        }
        return stream.release();
    }
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    class Stream : public Assimp::IOStream {
    public:
        explicit Stream(Bytes& bytes) : bytes_(bytes) {}
        std::size_t Read(void* to, std::size_t size, std::size_t count) override {
            std::copy_n(bytes_.begin(), size * count, static_cast<std::uint8_t*>(to));
            return count;
        }
        std::size_t Write(const void* from, std::size_t size, std::size_t count) override {
            const auto* const bytes = static_cast<const std::uint8_t*>(from);
            bytes_.insert(bytes_.end(), bytes, bytes + size * count);
            return count;
        }
        aiReturn Seek(std::size_t, aiOrigin) override { return aiReturn_FAILURE; }
        std::size_t Tell() const override { return 0; }
        std::size_t FileSize() const override { return bytes_.size(); }
        void Flush() override {}

    private:
        Bytes& bytes_;
    };
};

Assimp::Exporter::fpExportFunc writer() {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc* const description = exporter.GetExportFormatDescription(i);
        if (std::strcmp(description->id, "md2") == 0) {
            // The description is the first member of its entry.
            return reinterpret_cast<const Assimp::Exporter::ExportFormatEntry*>(description)->mExportFunction;
        }
    }
    throw std::runtime_error("the format is not registered");
}

/// \return the error; empty when the export succeeds
std::string write(Files& files, const aiScene& scene, const Assimp::ExportProperties& properties = {}) {
    try {
        writer()("tris.md2", &files, &scene, &properties);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

/// Two triangles of different materials that a bone, a morph target and a node move.
ScenePointer movingScene() {
    ScenePointer scene = emptyScene();
    aiAnimation* const animation = addAnimation(*scene, "walk", 1);
    scene->mMaterials = new aiMaterial*[2];
    for (unsigned int i = 0; i < 2; ++i) {
        const std::string name = "part" + std::to_string(i);
        aiMesh* const mesh = addMesh(*scene, name, {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}});
        delete[] mesh->mFaces;
        mesh->mNumFaces = 1;
        mesh->mFaces = new aiFace[1];
        mesh->mFaces[0].mNumIndices = 3;
        mesh->mFaces[0].mIndices = new unsigned int[3]{0, 1, 2};
        mesh->mMaterialIndex = i;
        scene->mMaterials[i] = new aiMaterial;
        scene->mNumMaterials = i + 1;
        addBone(mesh, name, {}, {{0, 1}, {1, 0.5}});
        addTarget(mesh, {{0, 0, 1}, {9, 0, 1}, {0, 9, 1}});
        useMesh(addNode(scene->mRootNode, name), i);
        setPositions(addChannel(animation, name), {{1, {0, 20, 0}}, {0, {0, 0, 0}}});
        addMorphChannel(animation, name, {{0, {{0, 0}}}, {1, {{0, 1}}}});
    }
    return scene;
}

TEST(Md2ExportShortOfMemory, IsAnErrorWithoutAFileOrALeak) {
    const ScenePointer scene = movingScene();
    const Assimp::Exporter::fpExportFunc function = writer();
    const Assimp::ExportProperties properties;
    {
        Files files;
        ASSERT_EQ(write(files, *scene), ""); // what is made once, in the first export, is made here
        ASSERT_EQ(files.files.size(), 2u);
    }
    std::size_t after = 0;
    std::size_t failures = 0;
    for (bool hasFailed = true; hasFailed; ++after) {
        Files files;
        HeapWatch watch;
        watch.failAfter(after);
        std::string error;
        try {
            function("tris.md2", &files, scene.get(), &properties);
        } catch (const std::exception& exception) {
            watch.failNoMore();
            error = exception.what();
        }
        watch.failNoMore();
        hasFailed = watch.hasFailed();
        if (!error.empty()) {
            EXPECT_TRUE(files.files.empty()) << after;
            EXPECT_NE(error.find("not enough memory"), std::string::npos) << error;
            ++failures;
        } else {
            EXPECT_EQ(files.files.size(), 2u) << after;
        }
        files.files.clear();
        std::string().swap(error);
        EXPECT_EQ(watch.livingBytes(), 0u) << after;
    }
    EXPECT_GT(failures, 100u);
}

TEST(Md2ExportShortOfMemory, KeepsTheFilesThatAreThere) {
    const ScenePointer scene = movingScene();
    const Assimp::Exporter::fpExportFunc function = writer();
    const Assimp::ExportProperties properties;
    Files complete;
    ASSERT_EQ(write(complete, *scene), "");
    for (std::size_t after = 0;; ++after) {
        Files files;
        for (const auto& file : complete.files) {
            files.files[file.first] = {1, 2, 3};
        }
        const auto before = files.files;
        HeapWatch watch;
        watch.failAfter(after);
        bool isWritten = true;
        try {
            function("tris.md2", &files, scene.get(), &properties);
        } catch (const std::exception&) {
            isWritten = false;
        }
        watch.failNoMore();
        EXPECT_EQ(files.files, isWritten ? complete.files : before) << after;
        if (!watch.hasFailed()) {
            break;
        }
    }
}

TEST(Md2ExportOfManyFrames, IsRefusedBeforeTheyAreMade) {
    const ScenePointer scene = movingScene();
    aiAnimation& animation = *scene->mAnimations[0];
    Assimp::ExportProperties properties;
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_LIMITS, "format");
    properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 64);
    const std::pair<double, const char*> cases[] = {
        {1e5, "IMPORT_MD2_MAX_MEMORY_MB allows 64 MiB"},                             // a million frames
        {1e8, "1000000001 frames, expected at most 48806446; lower the frame rate"}, // a file above 2 GiB
    };
    for (const auto& [duration, message] : cases) {
        animation.mDuration = duration;
        Files files;
        const HeapWatch watch;
        const std::string error = write(files, *scene, properties);
        EXPECT_NE(error.find(message), std::string::npos) << error;
        EXPECT_LT(watch.peakBytes(), 1U << 20);
    }
}

TEST(Md2ExportOfADeepHierarchy, DoesNotNeedTheStack) {
    const ScenePointer scene = movingScene();
    aiNode* node = scene->mRootNode;
    constexpr int kDepth = 100'000;
    for (int i = 0; i < kDepth; ++i) {
        node = addNode(node, "node", translation({0.001, 0, 0}));
    }
    useMesh(node, 0);
    Files files;
    EXPECT_EQ(write(files, *scene), "");
    EXPECT_EQ(files.files.count("tris.md2"), 1u);
}

} // namespace
} // namespace assimp_md2::test
