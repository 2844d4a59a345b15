// SPDX-License-Identifier: BSD-3-Clause
// The export as a program calls it: registration, invalid scenes, and output that cannot be written.
#include "md2_export/export_fixture.h"

namespace assimp_md2::test {
namespace {

class Md2Output : public Md2Export {};

/// Keeps all files in another folder.
class MappedFiles : public Assimp::IOSystem {
public:
    explicit MappedFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
    bool Exists(const char* path) const override { return files_.Exists(mapped(path).c_str()); }
    char getOsSeparator() const override { return files_.getOsSeparator(); }
    bool DeleteFile(const std::string& path) override { return std::filesystem::remove(mapped(path)); }
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        return files_.Open(mapped(path).c_str(), mode);
    }
    void Close(Assimp::IOStream* stream) override { files_.Close(stream); }

private:
    std::string mapped(const std::string& path) const {
        return (folder_ / std::filesystem::path(path).filename()).string();
    }
    std::filesystem::path folder_;
    Assimp::DefaultIOSystem files_; // a final class in Assimp 6
};

TEST_F(Md2Output, TheFormatIsListedOnce) {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    registerExporters(exporter);
    int found = 0;
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc& format = *exporter.GetExportFormatDescription(i);
        if (std::string(format.id) == "md2") {
            ++found;
            EXPECT_STREQ(format.fileExtension, "md2");
        }
    }
    EXPECT_EQ(found, 1);
}

TEST_F(Md2Output, InvalidScenesAreErrors) {
    auto empty = emptyScene();
    EXPECT_NE(exportScene(*empty), "");
    auto nan = movingSquare({"walk"});
    nan->mMeshes[0]->mVertices[2].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(exportScene(*nan),
              "MD2: frames: a position of the mesh \"square\" is not finite in the frame walk01");
    auto outside = movingSquare({});
    outside->mMeshes[0]->mFaces[0].mIndices[0] = 99;
    EXPECT_EQ(exportScene(*outside), ""); // the face is left out
    outside->mMeshes[0]->mFaces[1].mIndices[0] = 99;
    EXPECT_EQ(exportScene(*outside), "MD2: triangles: the scene has no triangle to be written");
    auto rootless = movingSquare({});
    aiNode* const root = std::exchange(rootless->mRootNode, nullptr);
    Assimp::DefaultIOSystem files;
    const auto summary = exportMd2(folder_ / "tris.md2", files, *rootless, properties_);
    rootless->mRootNode = root;
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error().text, "the scene has no root node");
}

TEST_F(Md2Output, AFolderThatDoesNotExistIsAnError) {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    EXPECT_EQ(exporter.Export(movingSquare({}).get(), "md2", folder_ / "none/tris.md2"), aiReturn_FAILURE);
    EXPECT_NE(std::string(exporter.GetErrorString())
                  .find("cannot be written: the folder " + folder_ / "none does not exist"),
              std::string::npos)
        << exporter.GetErrorString();
    EXPECT_FALSE(exists("none"));
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, folder_ / "none");
    EXPECT_NE(exportScene(*movingSquare({})).find("expected a folder that exists"), std::string::npos);
}

TEST_F(Md2Output, AFailureKeepsTheFileThatIsThere) {
    const auto scene = movingSquare({});
    folder_.put("players/knight/tris.md2", {1, 2, 3});
    properties_.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, "fly");
    EXPECT_NE(exportScene(*scene), "");
    EXPECT_EQ(file("players/knight/tris.md2"), (Bytes{1, 2, 3}));
    EXPECT_EQ(filesBesideModel(), Strings{"tris.md2"});
}

TEST_F(Md2Output, AnIOSystemMayMapPaths) {
    std::filesystem::create_directories(folder_.path() / "real");
    Assimp::Exporter exporter;
    registerExporters(exporter);
    exporter.SetIOHandler(new MappedFiles(folder_.path() / "real"));
    EXPECT_EQ(exporter.Export(movingSquare({}).get(), "md2", "/nowhere/tris.md2"), aiReturn_SUCCESS)
        << exporter.GetErrorString();
    EXPECT_TRUE(exists("real/tris.md2"));
    EXPECT_TRUE(exists("real/nowhere.png"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path() / "real"), {}), 2);
}

TEST_F(Md2Output, ManyExportsMayWriteIntoOneFolder) {
    std::filesystem::create_directories(folder_.path() / "players/knight");
    const auto scene = movingSquare({"walk"});
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::set<std::string> errors;
    for (int i = 0; i < 16; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 10; ++k) {
                const std::string error = exportScene(*scene);
                const std::lock_guard<std::mutex> lock(mutex);
                errors.insert(error);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(errors, std::set<std::string>{""});
    EXPECT_EQ(filesBesideModel(), (Strings{"knight.png", "tris.md2"}));
}

#if !defined(_WIN32)
TEST_F(Md2Output, APipeThatNobodyReadsIsAnError) {
    std::filesystem::create_directories(folder_.path() / "players/knight");
    ASSERT_EQ(mkfifo((folder_ / "players/knight/tris.md2").c_str(), 0600), 0);
    EXPECT_EQ(exportScene(*movingSquare({})), "MD2: the file " + (folder_ / "players/knight/tris.md2") +
                                                  " cannot be written: no program reads this pipe");
    EXPECT_EQ(filesBesideModel(), Strings{"tris.md2"});
}

TEST_F(Md2Output, AnExistingModelIsReplacedWithoutReadingIt) {
    folder_.put("large", {});
    std::filesystem::resize_file(folder_ / "large", std::uintmax_t{6} << 30);
    std::filesystem::create_directories(folder_.path() / "players/knight");
    makeLink(folder_ / "large", folder_.path() / "players/knight/tris.md2");
    EXPECT_EQ(exportScene(*movingSquare({})), "");
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "players/knight/tris.md2"));
    EXPECT_LT(std::filesystem::file_size(folder_ / "large"), 10'000u);
}

#endif

TEST_F(Md2Output, ABlobHasTheModelAndTheSkin) {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    const auto scene = movingSquare({});
    const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "md2");
    ASSERT_NE(blob, nullptr) << exporter.GetErrorString();
    const auto* const data = static_cast<const std::uint8_t*>(blob->data);
    EXPECT_EQ(brokenGameRules(Bytes(data, data + blob->size)), Strings{});
    ASSERT_NE(blob->next, nullptr);
}

} // namespace
} // namespace assimp_md2::test
