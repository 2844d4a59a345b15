// SPDX-License-Identifier: BSD-3-Clause
// Finds the images of textures, converts them to PNG or JPEG, and names their files.
#include "command/texture_files.h"

#include "exporters/files/system_output.h"
#include "exporters/pose/imported_scene.h"
#include "importer/base/paths.h"
#include "importer/base/unique_names.h"
#include "importer/base/warnings.h"
#include "importer/files/local_files.h"
#include "importer/image/png.h"
#include "importer/image/web_image.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace assimp_md2 {
namespace {

bool namesImages(const std::string& format) {
    constexpr std::array<std::string_view, 9> kFormats = {"obj",     "ply", "plyb", "3ds", "x",
                                                          "collada", "fbx", "fbxa", "x3d"};
    return std::find(kFormats.begin(), kFormats.end(), format) != kFormats.end();
}

/// An image, and the name that its path or its texture suggests.
struct Found {
    std::string stem;
    std::string extension;
    std::vector<std::uint8_t> bytes;
};

/// Finds the images of the textures and names them.
class TextureFiles {
public:
    TextureFiles(const std::string& output, const std::string& inputFolder, std::uint64_t mostBytes,
                 const aiScene& scene)
        : output_(output), images_(scene, output, Assimp::DefaultIOSystem()), bytesLeft_(mostBytes) {
        if (!isImportedMd2(scene)) {
            folder_ = LocalFolder::open(inputFolder);
        }
    }

    /// The path that the output is to have for a texture; the same if there is no image.
    const std::string& pathFor(const std::string& path) {
        const auto [known, isNew] = paths_.try_emplace(path, path);
        if (isNew) {
            if (std::optional<Found> found = find(path)) {
                known->second = place(*std::move(found));
            }
        }
        return known->second;
    }

    const Warnings& warnings() const { return warnings_; }

    std::vector<TextureFile> take() { return std::move(files_); }

private:
    std::optional<Found> find(const std::string& path) {
        if (const aiTexture* const texture = images_.embedded(path)) {
            const std::string stem = stemOf(texture->mFilename.C_Str());
            if (texture->mHeight == 0) {
                return found(path, stem, fileIn(*texture));
            }
            Result<Image> image = imageIn(*texture, PixelLayout::Rgba);
            Result<std::vector<std::uint8_t>> png =
                image ? encodePng(*std::move(image)) : tl::unexpected(image.error());
            return png ? std::optional(Found{stem, ".png", *std::move(png)}) : std::nullopt;
        }
        const std::optional<LocalFile> file = fileOf(path);
        const std::optional<LocalFile> reached = LocalFile::open(joined(folderOf(output_), path));
        if (!file || (reached && reached->identity() == file->identity())) {
            return std::nullopt;
        }
        const Result<FileBytes> bytes = file->read(std::min(kMaximumImageFileSize, bytesLeft_));
        return bytes ? found(path, stemOf(path), bytes->slice()) : leftOut(path, bytes.error().text);
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
    std::optional<Found> found(const std::string& path, std::string stem, ByteSlice file) {
        Warnings ignored;
        Result<WebImage> image = webImage(file, {kMaximumImageSide, bytesLeft_}, ignored);
        if (!image) {
            return leftOut(path, image.error().text);
        }
        bytesLeft_ -= std::min<std::uint64_t>(bytesLeft_, image->decodedBytes + image->bytes.size());
        return Found{std::move(stem), image->type == WebImageType::Png ? ".png" : ".jpg",
                     std::move(image->bytes)};
    }

    std::optional<Found> leftOut(const std::string& path, const std::string& reason) {
        warnings_.add("textures: images that are left out", 1, path + ": " + reason);
        return std::nullopt;
    }

    /// Chooses a name that has the output's name in it, so that outputs in one folder do not share it.
    std::string place(Found found) {
        const auto same = std::find_if(files_.begin(), files_.end(),
                                       [&](const TextureFile& file) { return file.bytes == found.bytes; });
        if (same != files_.end()) {
            return std::string(fileNameOf(same->path));
        }
        const std::string outputStem = stemOf(output_);
        const bool isSame = found.stem.empty() || found.stem == outputStem;
        std::string base = windowsName(isSame ? outputStem : outputStem + "_" + found.stem);
        std::replace(base.begin(), base.end(), ' ', '_'); // some readers of .mtl end a name there
        for (unsigned int number = 1;; ++number) {
            std::string name =
                base + (number > 1 ? "_" + std::to_string(number) : std::string()) + found.extension;
            const std::string path = joined(folderOf(output_), name);
            if (!names_.take(name)) {
                continue;
            }
            if (isFree(path)) {
                files_.push_back({path, std::move(found.bytes)});
                return name;
            }
            if (hasBytes(path, found.bytes)) {
                return name;
            }
        }
    }

    static bool hasBytes(const std::string& path, const std::vector<std::uint8_t>& bytes) {
        const std::optional<LocalFile> file = LocalFile::open(path);
        const Result<FileBytes> found =
            file ? file->read(bytes.size()) : tl::unexpected(cannotBeOpened(path));
        return found && std::equal(bytes.begin(), bytes.end(), found->slice().data(),
                                   found->slice().data() + found->slice().size());
    }

    std::string output_;
    SceneImages images_;
    std::optional<LocalFolder> folder_;
    std::map<std::string, std::string> paths_; ///< new ones, by those of the scene
    UniqueNames names_{UniqueNames::Case::Ignored};
    std::vector<TextureFile> files_;
    std::uint64_t bytesLeft_; ///< of decoded pixels and files
    Warnings warnings_;
};

} // namespace

std::vector<TextureFile> texturesBeside(const std::string& output, const std::string& format,
                                        const std::string& inputFolder, std::uint64_t mostBytes,
                                        aiScene& scene, Warnings& warnings) {
    if (!namesImages(format)) {
        return {};
    }
    TextureFiles files(output, inputFolder, mostBytes, scene);
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        aiMaterial& material = *scene.mMaterials[i];
        // AddProperty frees properties, of which a scene of .assbin may have several of one kind.
        std::set<std::pair<unsigned int, unsigned int>> textures;
        for (unsigned int k = 0; k < material.mNumProperties; ++k) {
            const aiMaterialProperty& property = *material.mProperties[k];
            if (std::string_view(property.mKey.C_Str()) == _AI_MATKEY_TEXTURE_BASE) {
                textures.emplace(property.mSemantic, property.mIndex);
            }
        }
        for (const auto& [semantic, index] : textures) {
            aiString path;
            if (material.Get(_AI_MATKEY_TEXTURE_BASE, semantic, index, path) == aiReturn_SUCCESS &&
                path.length > 0) {
                path.Set(files.pathFor(path.C_Str()));
                material.AddProperty(&path, _AI_MATKEY_TEXTURE_BASE, semantic, index);
            }
        }
    }
    warnings.addAll(files.warnings());
    // Assimp's exporter of Collada would write them a second time.
    for (unsigned int i = 0; i < scene.mNumTextures; ++i) {
        delete scene.mTextures[i];
    }
    delete[] std::exchange(scene.mTextures, nullptr);
    scene.mNumTextures = 0;
    return files.take();
}

} // namespace assimp_md2
