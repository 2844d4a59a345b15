// SPDX-License-Identifier: BSD-3-Clause
// Finds the images of textures, converts them to PNG or JPEG, and writes their files.
#include "command/texture_files.h"

#include "batch/command_line.h"
#include "gltf/files/file_names.h"
#include "gltf/files/output_files.h"
#include "gltf/files/system_output.h"
#include "gltf/scene/imported_scene.h"
#include "importer/base/free_names.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"
#include "importer/image/png.h"
#include "importer/image/web_image.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace assimp_md2::inner {
namespace {

bool namesImages(const std::string& format) {
    constexpr std::array<std::string_view, 9> kFormats = {"obj",     "ply", "plyb", "3ds", "x",
                                                          "collada", "fbx", "fbxa", "x3d"};
    return std::find(kFormats.begin(), kFormats.end(), format) != kFormats.end();
}

/// Finds the images of the textures and writes them.
class TextureFiles {
public:
    TextureFiles(const Job& job, std::uint64_t mostBytes, const aiScene& scene, OutputFiles& outputs,
                 Warnings& warnings)
        : job_(job)
        , outputs_(outputs)
        , images_(scene, job.output, Assimp::DefaultIOSystem())
        , bytesLeft_(mostBytes)
        , warnings_(warnings) {
        if (!isImportedMd2(scene)) {
            folder_ = LocalFolder::open(folderOf(job.input));
        }
    }

    /// The path that the output is to have for a texture; the same if there is no image.
    const std::string& pathFor(const std::string& path) {
        const auto [known, isNew] = paths_.try_emplace(path, path);
        if (isNew) {
            known->second = find(path).value_or(path);
        }
        return known->second;
    }

    /// The size of all files.
    std::uint64_t size() const { return size_; }

private:
    std::optional<std::string> find(const std::string& path) {
        if (const aiTexture* const texture = images_.embedded(path)) {
            const std::string stem = stemOf(texture->mFilename.C_Str());
            return texture->mHeight == 0 ? placeFile(path, stem, fileIn(*texture))
                                         : store(path, stem, imageOf(*texture));
        }
        const std::optional<LocalFile> file = fileOf(path);
        const std::optional<LocalFile> reached = LocalFile::open(joined(folderOf(job_.output), path));
        if (!file || (reached && fileIdOf(reached->systemFile()) == fileIdOf(file->systemFile()))) {
            return std::nullopt;
        }
        // Names of one file get one image, which is decoded once.
        const auto [known, isNew] = files_.try_emplace(fileIdOf(file->systemFile()));
        if (isNew) {
            const Result<FileBytes> bytes = file->read(std::min(kMaximumImageFileSize, bytesLeft_));
            known->second =
                bytes ? placeFile(path, stemOf(path), bytes->slice()) : leftOut(path, bytes.error());
        }
        return known->second;
    }

    std::optional<LocalFile> fileOf(const std::string& path) const {
        if (const std::optional<ImageFile> imported = images_.find(path)) {
            return imported->file;
        }
        std::optional<LocalFile> file;
        const std::vector<std::string> names = imagesOfTexture(path);
        for (auto name = names.begin(); folder_ && !file && name != names.end(); ++name) {
            file = folder_->openFile(*name);
        }
        return file;
    }

    /// An image by its content. A scene may name any file of its folder, which must not be copied.
    std::optional<std::string> placeFile(const std::string& path, const std::string& stem, ByteSlice file) {
        Warnings ignored;
        return store(path, stem, webImage(file, {kMaximumImageSide, bytesLeft_}, ignored));
    }

    /// An embedded texture that is no file.
    Result<WebImage> imageOf(const aiTexture& texture) const {
        if (std::optional<Error> error =
                errorIfTooLarge({texture.mWidth, texture.mHeight}, 4, {kMaximumImageSide, bytesLeft_})) {
            return tl::unexpected(std::move(*error));
        }
        return asPng(imageIn(texture, PixelLayout::Rgba));
    }

    std::optional<std::string> leftOut(const std::string& path, const Error& error) {
        warnings_.add("textures: images that are left out", 1, path + ": " + error.text);
        return std::nullopt;
    }

    /// Chooses a name that has the output's name in it, so that outputs in one folder do not share it.
    std::optional<std::string> store(const std::string& path, const std::string& stem,
                                     Result<WebImage> image) {
        if (!image) {
            return leftOut(path, image.error());
        }
        bytesLeft_ -= std::min<std::uint64_t>(bytesLeft_, image->decodedBytes + image->bytes.size());
        const auto [known, isNew] = names_.try_emplace(std::move(image->bytes));
        if (!isNew) {
            return known->second;
        }
        const std::vector<std::uint8_t>& bytes = known->first;
        const bool isSame = stem.empty() || stem == stemOf(job_.output);
        const char* const extension = image->type == WebImageType::Png ? ".png" : ".jpg";
        const std::string base = imageStemOf(job_.imageStem + (isSame ? "" : "_" + stem) + extension);
        const auto write = [&](const std::string& file) {
            const Result<bool> isWritten = outputs_.writeNew(file, bytes);
            size_ += isWritten && *isWritten ? bytes.size() : 0;
            return isWritten.map([&](bool isHere) { return isHere || hasBytes(file, bytes); });
        };
        const std::string file =
            checked(freeNames_.find(joined(folderOf(job_.output), base), extension, write));
        return known->second = fileNameOf(file);
    }

    static bool hasBytes(const std::string& path, const std::vector<std::uint8_t>& bytes) {
        const std::optional<LocalFile> file = LocalFile::open(path);
        const Result<FileBytes> found =
            file ? file->read(bytes.size()) : tl::unexpected(cannotBeOpened(path));
        return found && std::equal(bytes.begin(), bytes.end(), found->slice().data(),
                                   found->slice().data() + found->slice().size());
    }

    const Job& job_;
    OutputFiles& outputs_;
    SceneImages images_;
    std::optional<LocalFolder> folder_;
    std::map<std::string, std::string> paths_; ///< new ones, by those of the scene
    FreeNames freeNames_{kMostFileNameBytes};
    std::map<std::vector<std::uint8_t>, std::string> names_; ///< of images
    std::map<FileId, std::optional<std::string>> files_;     ///< names of images, by the files of the scene
    std::uint64_t size_ = 0;
    std::uint64_t bytesLeft_; ///< of decoded pixels and files
    Warnings& warnings_;
};

} // namespace

std::uint64_t writeTextures(const Job& job, const std::string& format, std::uint64_t mostBytes,
                            aiScene& scene, OutputFiles& outputs, Warnings& warnings) {
    // Assimp writes a glTF of another importer's scene with the paths of images that are not embedded.
    const bool keepsPaths = (format == "gltf2" || format == "glb2") && !isImportedMd2(scene);
    if (!keepsPaths && !namesImages(format)) {
        return 0;
    }
    TextureFiles files(job, mostBytes, scene, outputs, warnings);
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const aiMaterial& material = *scene.mMaterials[i];
        for (unsigned int k = 0; k < material.mNumProperties; ++k) {
            aiMaterialProperty& property = *material.mProperties[k];
            std::uint32_t length = 0; // Assimp keeps it before the text, and a NUL after it.
            if (std::string_view(property.mKey.C_Str()) != _AI_MATKEY_TEXTURE_BASE ||
                property.mType != aiPTI_String || property.mDataLength <= sizeof length) {
                continue;
            }
            std::memcpy(&length, property.mData, sizeof length);
            if (length == 0 || length >= property.mDataLength - sizeof length) {
                continue;
            }
            const std::string text(property.mData + sizeof length, length);
            if (keepsPaths) {
                std::error_code ignored;
                const bool isThere =
                    text[0] == '*' ||
                    std::filesystem::exists(fileSystemPath(joined(folderOf(job.output), text)), ignored);
                warnings.add("textures: images that the file names and that are not beside it",
                             isThere ? 0 : 1, text);
                continue;
            }
            const std::string& path = files.pathFor(text);
            length = static_cast<std::uint32_t>(path.size());
            // Not with AddProperty. A scene of .assbin may have several properties of one kind, of which it
            // frees all and replaces one.
            property.mDataLength = static_cast<unsigned int>(sizeof length + path.size() + 1);
            delete[] std::exchange(property.mData, new char[property.mDataLength]);
            std::memcpy(property.mData, &length, sizeof length);
            std::memcpy(property.mData + sizeof length, path.c_str(), path.size() + 1);
        }
    }
    if (keepsPaths) {
        return 0;
    }
    // Assimp's exporter of Collada would write them a second time.
    for (unsigned int i = 0; i < scene.mNumTextures; ++i) {
        delete scene.mTextures[i];
    }
    delete[] std::exchange(scene.mTextures, nullptr);
    scene.mNumTextures = 0;
    return files.size();
}

} // namespace assimp_md2::inner
