// SPDX-License-Identifier: BSD-3-Clause
// The images beside outputs whose formats cannot contain them: which are written, under which names, and how
// many.
#include "command/texture_files.h"

#include "assimp-md2/metadata.h"
#include "batch/command_line.h"
#include "gltf/files/output_files.h"
#include "importer/files/local_files.h"
#include "importer/image/png.h"
#include "importer/scene/image_keys.h"
#include "support/files.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>

namespace assimp_md2::inner::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kNoLimit = UINT64_MAX;

class TextureFiles : public testing::Test {
protected:
    /// Adds a material with this texture to the scene, and returns it.
    aiMaterial& add(const std::string& path) {
        materials_.push_back(std::make_unique<aiMaterial>());
        const aiString texture(path);
        materials_.back()->AddProperty(&texture, AI_MATKEY_TEXTURE_DIFFUSE(0));
        return *materials_.back();
    }

    /// Adds an embedded file and a material with it, and returns the texture.
    aiTexture& embedFile(const Bytes& bytes) {
        add("*" + std::to_string(textures_.size()));
        textures_.push_back(std::make_unique<aiTexture>());
        aiTexture& texture = *textures_.back();
        texture.mWidth = static_cast<unsigned int>(bytes.size());
        texture.pcData = new aiTexel[(bytes.size() + sizeof(aiTexel) - 1) / sizeof(aiTexel)];
        std::memcpy(texture.pcData, bytes.data(), bytes.size());
        return texture;
    }

    /// Writes the textures of a model that was imported from the folder `in`.
    ///
    /// \return the names of the files that are written beside folder/x.obj, sorted. paths_ has the paths in
    ///         the scene then
    std::vector<std::string> write(std::uint64_t mostBytes = kNoLimit) {
        aiScene scene;
        scene.mNumMaterials = static_cast<unsigned int>(materials_.size());
        scene.mMaterials = new aiMaterial*[materials_.size()];
        for (std::size_t i = 0; i < materials_.size(); ++i) {
            scene.mMaterials[i] = materials_[i].release();
            aiString path;
            scene.mMaterials[i]->Get(AI_MATKEY_TEXTURE_DIFFUSE(0), path);
            if (const auto file = LocalFile::open(folder_ / (std::string("in/") + path.C_Str()))) {
                const FileIdentity identity = file->identity();
                scene.mMaterials[i]->AddBinaryProperty(identity.data(), sizeof identity,
                                                       ASSIMP_MD2_MATKEY_FILE_IDENTITY, aiPTI_Buffer);
            }
        }
        scene.mMetaData = aiMetadata::Alloc(1);
        scene.mMetaData->Set(0, ASSIMP_MD2_METADATA_FOLDER, aiString(folder_ / "in/"));
        scene.mNumTextures = static_cast<unsigned int>(textures_.size());
        scene.mTextures = new aiTexture*[textures_.size()];
        for (std::size_t i = 0; i < textures_.size(); ++i) {
            scene.mTextures[i] = textures_[i].release();
        }
        Job job{"x", folder_ / "in/x.glb", folder_ / "x.obj"};
        job.imageStem = "x";
        const std::set<std::string> before = files();
        Assimp::DefaultIOSystem fileSystem;
        OutputFiles outputs(fileSystem);
        writeTextures(job, mostBytes, scene, outputs, warnings_);
        EXPECT_FALSE(outputs.replaceAll());
        for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
            aiString path;
            scene.mMaterials[i]->Get(AI_MATKEY_TEXTURE_DIFFUSE(0), path);
            paths_.emplace_back(path.C_Str());
        }
        EXPECT_EQ(scene.mNumTextures, 0U);
        std::set<std::string> written = files();
        for (const std::string& name : before) {
            written.erase(name);
        }
        return {written.begin(), written.end()};
    }

    std::set<std::string> files() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
            names.insert(entry.path().filename().string());
        }
        return names;
    }

    TemporaryFolder folder_;
    std::vector<std::unique_ptr<aiMaterial>> materials_;
    std::vector<std::unique_ptr<aiTexture>> textures_;
    std::vector<std::string> paths_;
    Warnings warnings_;
};

Bytes png() {
    return *encodePng(rgbaImage(4, 4));
}

/// A hundred names lead to one BMP. Without its PNG, an image would be counted a hundred times.
TEST_F(TextureFiles, OneFileForAllNamesOfAnImage) {
    const Bytes bmp = bmpFile(noiseImage(1500, 1500), 24); // 6.75 MB
    for (int i = 0; i < 100; ++i) {
        std::string path = "in/";
        for (int k = 0; k < i; ++k) {
            path += "./";
        }
        add(path + "skin.bmp");
    }
    folder_.put("in/in/skin.bmp", bmp);
    const std::vector<std::string> files = write(std::uint64_t{64} << 20);
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0], "x_skin.png");
    EXPECT_EQ(paths_, std::vector<std::string>(100, "x_skin.png"));
    EXPECT_TRUE(warnings_.lines("").empty());
}

/// Files that are unpacked together often have one time.
TEST_F(TextureFiles, FilesOfOneSizeAndTimeAreTwoImages) {
    std::filesystem::file_time_type time;
    for (const std::uint8_t grey : Bytes{10, 200}) {
        Image image = rgbImage(4, 4);
        std::fill(image.pixels.begin(), image.pixels.end(), grey);
        const std::string name = "skin" + std::to_string(grey) + ".bmp";
        folder_.put("in/" + name, bmpFile(image, 24));
        time = time == decltype(time)() ? std::filesystem::last_write_time(folder_ / ("in/" + name)) : time;
        std::filesystem::last_write_time(folder_ / ("in/" + name), time);
        add(name);
    }
    EXPECT_EQ(write().size(), 2U);
}

TEST_F(TextureFiles, EmbeddedImageHasTheEndingOfItsContent) {
    std::memcpy(embedFile(png()).achFormatHint, "php", 4);
    std::memcpy(embedFile(jpegHeader({8, 8})).achFormatHint, "\x1B\n", 3);
    const std::vector<std::string> files = write();
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0], "x.jpg");
    EXPECT_EQ(files[1], "x.png");
}

TEST_F(TextureFiles, EmbeddedFileThatIsNoImageIsLeftOut) {
    const std::string script = "<?php echo 1; ?>";
    std::memcpy(embedFile({script.begin(), script.end()}).achFormatHint, "php", 4);
    EXPECT_TRUE(write().empty());
    EXPECT_EQ(warnings_.count("textures: images that are left out"), 1U);
}

TEST_F(TextureFiles, NamesArePrintable) {
    embedFile(png()).mFilename.Set("a\x1B[2J\n\x7F\xC2\x9Bz.php");
    const std::vector<std::string> files = write();
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0], "x_a_[2J___z.png");
}

TEST_F(TextureFiles, FilesThatExistKeepTheirNames) {
    folder_.put("x.png", {1, 2, 3});
    embedFile(png());
    EXPECT_EQ(write(), std::vector<std::string>{"x_2.png"});
    EXPECT_EQ(paths_, std::vector<std::string>{"x_2.png"});
    EXPECT_EQ(readBytes(folder_ / "x.png"), (Bytes{1, 2, 3}));
}

} // namespace
} // namespace assimp_md2::inner::test
