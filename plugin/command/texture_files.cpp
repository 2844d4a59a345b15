// SPDX-License-Identifier: BSD-3-Clause
// Finds the images of textures, converts them to PNG or JPEG, and writes their files.
#include "command/texture_files.h"

#include "batch/command_line.h"
#include "gltf/files/file_names.h"
#include "gltf/files/output_files.h"
#include "gltf/files/system_output.h"
#include "gltf/scene/imported_scene.h"
#include "importer/base/paths.h"
#include "importer/files/local_files.h"
#include "importer/image/decode_image.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace assimp_md2::inner {
namespace {

/// Finds the images of the textures and writes them.
class TextureFiles {
public:
    TextureFiles(const Job& job, std::uint64_t mostBytes, const aiScene& scene, OutputFiles& outputs,
                 Warnings& warnings)
        : job_(job)
        , outputs_(outputs)
        , images_(scene, job.output, Assimp::DefaultIOSystem())
        , bytesLeft_(mostBytes)
        , warnings_(warnings) {}

    /// The path that the output is to have for a texture; the same if there is no image.
    std::string pathFor(const std::string& path) {
        const aiTexture* const texture = images_.embedded(path);
        const auto imported = texture == nullptr ? images_.find(path) : std::nullopt;
        if (texture == nullptr && (!imported || imported->isReached)) {
            return path;
        }
        // Names of one image get one file, and it is decoded once.
        const FileId id = imported ? fileIdOf(imported->file.systemFile()) : FileId();
        const auto [known, isNew] = files_.try_emplace({texture, id});
        if (isNew && texture != nullptr) {
            known->second = store(path, stemOf(texture->mFilename.C_Str()), fileIn(*texture));
        } else if (isNew) {
            const Result<FileBytes> bytes = imported->file.read(std::min(kMaximumImageFileSize, bytesLeft_));
            known->second = bytes ? store(path, stemOf(path), bytes->slice()) : leftOut(path, bytes.error());
        }
        return known->second.value_or(path);
    }

    /// The size of all files.
    std::uint64_t size() const { return size_; }

private:
    std::optional<std::string> leftOut(const std::string& path, const Error& error) {
        warnings_.add("textures: images that are left out", 1, path + ": " + error.text);
        return std::nullopt;
    }

    /// Stores an image, by its content: a scene may name any file of its folder, which must not be copied.
    /// Chooses a name that has the output's name in it, so that outputs in one folder do not share it.
    std::optional<std::string> store(const std::string& path, const std::string& stem, ByteSlice source) {
        Warnings ignored;
        Result<WebImage> image = webImage(source, {kMaximumImageSide, bytesLeft_}, ignored);
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
    FreeNames freeNames_{kMostFileNameBytes};
    std::map<std::vector<std::uint8_t>, std::string> names_;                          ///< of images
    std::map<std::pair<const aiTexture*, FileId>, std::optional<std::string>> files_; ///< names of images
    std::uint64_t size_ = 0;
    std::uint64_t bytesLeft_; ///< of decoded pixels and files
    Warnings& warnings_;
};

} // namespace

std::uint64_t writeTextures(const Job& job, std::uint64_t mostBytes, aiScene& scene, OutputFiles& outputs,
                            Warnings& warnings) {
    TextureFiles files(job, mostBytes, scene, outputs, warnings);
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        aiString path;
        if (scene.mMaterials[i]->Get(AI_MATKEY_TEXTURE_DIFFUSE(0), path) == aiReturn_SUCCESS) {
            path = files.pathFor(path.C_Str());
            scene.mMaterials[i]->AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0)); // replaces it
        }
    }
    // Assimp's exporter of Collada would write them a second time.
    deleteAll(scene.mTextures, scene.mNumTextures);
    return files.size();
}

} // namespace assimp_md2::inner
