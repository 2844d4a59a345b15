// SPDX-License-Identifier: BSD-3-Clause
// Exports as MD2 that need too much memory, and of hierarchies that are deeper than the stack. The writer is
// called directly, because Assimp's copy of the scene before an export is recursive.
#include "assimp-md2/maker.h"
#include "gltf/entry.h"
#include "maker/pose/pose_scene.h"
#include "support/heap.h"
#include "support/md2_builder.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <stdexcept>

namespace assimp_md2::inner::test {
namespace {

/// A folder of exported files.
class Files {
public:
    std::string model() const { return folder_ / "tris.md2"; }
    Assimp::IOSystem* io() { return &io_; }

    std::map<std::string, Bytes> all() const {
        std::map<std::string, Bytes> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
            files.emplace(entry.path().filename().string(), readBytes(entry.path()));
        }
        return files;
    }

private:
    TemporaryFolder folder_;
    Assimp::DefaultIOSystem io_;
};

Assimp::Exporter::fpExportFunc writer() {
    Assimp::Exporter exporter;
    registerMd2Exporter(exporter);
    return findEntry(exporter, "md2")->mExportFunction;
}

/// \return the error; empty when the export succeeds
std::string write(Files& files, const aiScene& scene, const Assimp::ExportProperties& properties = {}) {
    try {
        writer()(files.model().c_str(), files.io(), &scene, &properties);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

/// Exports a scene that needs too much memory.
void expectRefusal(const aiScene& scene, const char* message) {
    Assimp::ExportProperties properties;
    properties.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, false);
    Files files;
    const HeapWatch watch;
    const std::string error = write(files, scene, properties);
    EXPECT_NE(error.find(message), std::string::npos) << error;
    EXPECT_LT(watch.peakBytes(), std::size_t{16} << 20);
}

TEST(Md2ExportLimit, RefusesManyFramesBeforeTheyAreMade) {
    const std::pair<double, const char*> cases[] = {
        {400'000, "IMPORT_MD2_MAX_MEMORY_MB allows 1024 MiB"},                       // four million frames
        {1e8, "1000000001 frames, expected at most 48806446; lower the frame rate"}, // a file above 2 GiB
    };
    for (const auto& [duration, message] : cases) {
        const ScenePointer scene = movingScene();
        scene->mAnimations[0]->mDuration = duration;
        scene->mAnimations[0]->mChannels[0]->mPositionKeys[0].mTime = duration;
        expectRefusal(*scene, message);
    }
}

TEST(Md2ExportLimit, RefusesAMeshOfManyNodesBeforeItIsCopied) {
    const ScenePointer scene = emptyScene();
    addMesh(*scene, "part", std::vector<Point>(40'000));
    aiNode& root = *scene->mRootNode;
    root.mNumChildren = 20'000;
    root.mChildren = new aiNode*[root.mNumChildren];
    for (unsigned int i = 0; i < root.mNumChildren; ++i) {
        root.mChildren[i] = new aiNode("node");
        root.mChildren[i]->mParent = &root;
        useMesh(root.mChildren[i], 0);
    }
    // The positions alone take 9.6 GB.
    expectRefusal(*scene, "IMPORT_MD2_MAX_MEMORY_MB allows 1024 MiB");
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
    EXPECT_EQ(files.all().count("tris.md2"), 1u);
}

} // namespace
} // namespace assimp_md2::inner::test
