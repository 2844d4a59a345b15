// SPDX-License-Identifier: BSD-3-Clause
// The entry from C: properties, errors and the end of a scene.
#include "assimp-md2/import_file.h"

#include "support/md2_builder.h"
#include "support/temporary_folder.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace assimp_md2::inner::test {
namespace {

class ImportFile : public ::testing::Test {
protected:
    ImportFile() { folder_.put("small.md2", smallModel(3, "run").bytes()); }
    ~ImportFile() override { aiReleaseImport(scene_); }

    /// \return the error
    std::string import(std::vector<const char*> properties = {}, const char* name = "small.md2") {
        aiReleaseImport(scene_);
        properties.push_back(nullptr);
        std::array<char, 200> error{'?'};
        scene_ =
            assimpMd2ImportFile((folder_ / name).c_str(), 0, properties.data(), error.data(), error.size());
        return error.data();
    }

    TemporaryFolder folder_;
    const aiScene* scene_ = nullptr;
};

TEST_F(ImportFile, GivesASceneThatAssimpReleases) {
    EXPECT_EQ(import(), "");
    ASSERT_NE(scene_, nullptr);
    EXPECT_EQ(scene_->mMeshes[0]->mNumAnimMeshes, 3u);
}

TEST_F(ImportFile, TakesPropertiesOfEachType) {
    EXPECT_EQ(import({"IMPORT_MD2_FPS", "20.5", "IMPORT_MD2_LOOP", "none", "IMPORT_MD2_MAX_IMAGE_MB", "1",
                      "IMPORT_MD2_STRICT", "false", "IMPORT_MD2_SKIN", "1"}),
              "");
    ASSERT_NE(scene_, nullptr);
    EXPECT_EQ(scene_->mAnimations[0]->mTicksPerSecond, 20.5);
    EXPECT_EQ(scene_->mAnimations[0]->mDuration, 2);
    EXPECT_EQ(scene_->mMeshes[0]->mMaterialIndex, 1u);
}

TEST_F(ImportFile, ReportsErrors) {
    EXPECT_EQ(import({"IMPORT_MD2_FPS", "ten"}), "MD2: IMPORT_MD2_FPS is \"ten\", expected a number above 0");
    EXPECT_EQ(import({"IMPORT_MD2_FSP", "10"}), "IMPORT_MD2_FSP is not a property of an import");
    EXPECT_EQ(import({"IMPORT_MD2_FPS"}), "IMPORT_MD2_FPS has no value");
    EXPECT_NE(import({}, "missing.md2").find("missing.md2"), std::string::npos);
    EXPECT_EQ(scene_, nullptr);
}

TEST_F(ImportFile, CutsTheErrorBetweenCharacters) {
    const char* const properties[] = {"\xC3\xA4\xC3\xA4", "1", nullptr};
    std::array<char, 8> error{};
    const std::string path = folder_ / "small.md2";
    EXPECT_EQ(assimpMd2ImportFile(path.c_str(), 0, properties, error.data(), 4), nullptr);
    EXPECT_STREQ(error.data(), "\xC3\xA4");
    EXPECT_EQ(assimpMd2ImportFile(path.c_str(), 0, properties, error.data(), 1), nullptr);
    EXPECT_STREQ(error.data(), "");
    EXPECT_EQ(assimpMd2ImportFile(path.c_str(), 0, properties, nullptr, 0), nullptr);
    scene_ = assimpMd2ImportFile(path.c_str(), 0, nullptr, nullptr, 0);
    EXPECT_NE(scene_, nullptr);
}

} // namespace
} // namespace assimp_md2::inner::test
