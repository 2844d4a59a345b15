// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/textures.h"

#include "assimp-md2/maker.h"
#include "importer/base/finite.h"
#include "importer/base/paths.h"
#include "importer/files/file_system.h"
#include "importer/image/decode_image.h"
#include "importer/image/image_type.h"
#include "importer/skins/skin_paths.h"

#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace assimp_md2::inner {
namespace {

/// The names at which the image of a texture is looked for, best first: its path and its file name, and then
/// these with other extensions of images.
std::vector<std::string> imagesOfTexture(const std::string& texturePath) {
    const std::string below = relativePath(texturePath);
    std::vector<std::string> names = {below, std::string(fileNameOf(below))};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<std::string> others = imageNames(names[i]);
        names.insert(names.end(), others.begin(), others.end());
    }
    return names;
}

Skin skinOf(Image image) {
    return {std::move(image)};
}

} // namespace

std::string texturePathOf(const aiMaterial& material) {
    aiString path;
    getOfTexture(material, _AI_MATKEY_TEXTURE_BASE, path);
    return path.C_Str();
}

std::vector<std::string> allTexturesOf(const aiMaterial& material) {
    std::vector<std::string> paths;
    for (unsigned int i = 0; i < material.mNumProperties; ++i) {
        const aiMaterialProperty& property = *material.mProperties[i];
        aiString path;
        if (std::strcmp(property.mKey.C_Str(), _AI_MATKEY_TEXTURE_BASE) == 0 &&
            material.Get(_AI_MATKEY_TEXTURE_BASE, property.mSemantic, property.mIndex, path) ==
                aiReturn_SUCCESS) {
            paths.emplace_back(path.C_Str());
        }
    }
    return paths;
}

Colour colourOf(const aiColor4D& colour, bool isLinear) {
    const auto byte = [&](float value) {
        value = isFinite(value) ? std::clamp(value, 0.0f, 1.0f) : 0.0f;
        if (isLinear) {
            value = value <= 0.0031308f ? 12.92f * value : 1.055f * std::pow(value, 1 / 2.4f) - 0.055f;
        }
        return static_cast<std::uint8_t>(std::lround(255 * value));
    };
    return {byte(static_cast<float>(colour.r)), byte(static_cast<float>(colour.g)),
            byte(static_cast<float>(colour.b))};
}

TextureReader::TextureReader(const Md2Task& task)
    : images_(task.scene, task.path, task.ioSystem)
    , bytesLeft_(task.settings.maxMemoryBytes)
    , warnings_(task.warnings) {
    const auto addFolder = [this](const std::string& path) {
        if (const std::optional<LocalFolder> folder = LocalFolder::open(path)) {
            folders_.push_back(*folder);
        }
    };
    if (!task.settings.textures.empty()) {
        addFolder(task.settings.textures);
        addFolder(joined(task.settings.textures, "textures"));
        addFolder(joined(task.settings.textures, "../textures")); // Sketchfab: source/NAME.fbx, textures/
    }
    if (!task.isImported && isFileSystem(task.ioSystem)) {
        addFolder("");
        // Last, because it may contain the copy that an earlier export has made.
        addFolder(folderOf(task.path));
    }
}

std::optional<Skin> TextureReader::read(const std::string& path, bool keepsPng) {
    Result<Skin> skin = readTexture(path, keepsPng);
    if (!skin) {
        warnings_.add("skins: images that cannot be read", images_.isReported(path) ? 0 : 1,
                      path + ": " + skin.error().text);
        return std::nullopt;
    }
    return std::move(*skin);
}

Result<Skin> TextureReader::readTexture(const std::string& path, bool keepsPng) {
    if (const aiTexture* const texture = images_.embedded(path)) {
        return texture->mHeight > 0 ? imageIn(*texture, PixelLayout::Rgb).map(skinOf)
                                    : readFile(fileIn(*texture), keepsPng);
    }
    const std::optional<LocalFile> found = findFile(path);
    if (!found) {
        return failure("the file was not found (" ASSIMP_MD2_CONFIG_EXPORT_TEXTURES
                       " sets a folder of textures)");
    }
    const Result<FileBytes> bytes = found->read(std::min(kMaximumImageFileSize, bytesLeft_));
    return bytes ? readFile(bytes->slice(), keepsPng) : tl::unexpected(bytes.error());
}

/// The file that the import of an MD2 has found, or a file in or below one of the folders. Scenes of
/// other importers do not contain the folder of their file.
std::optional<LocalFile> TextureReader::findFile(const std::string& path) {
    if (const std::optional<ImageFile> imported = images_.find(path)) {
        return imported->file;
    }
    for (const std::string& name : imagesOfTexture(path)) {
        for (const LocalFolder& folder : folders_) {
            if (std::optional<LocalFile> file = folder.openFile(name)) {
                found_.push_back(joined(folder.path(), name));
                return file;
            }
        }
    }
    return std::nullopt;
}

Result<Skin> TextureReader::readFile(ByteSlice file, bool keepsPng) {
    const std::optional<ImageSize> size = imageSize(file);
    if (keepsPng && imageType(file) == ImageType::Png && size && size->width <= kMaximumImageSide &&
        size->height <= kMaximumImageSide && size->pixels() > 0) {
        bytesLeft_ -= std::min<std::uint64_t>(file.size(), bytesLeft_);
        Skin skin;
        skin.image.size = *size;
        skin.png.assign(file.data(), file.data() + file.size());
        return skin;
    }
    Warnings repairs;
    // A decoder needs at most four times the four bytes of a pixel.
    Result<Image> image = decodeImage(file, {kMaximumImageSide, bytesLeft_ / 5}, repairs);
    bytesLeft_ -= image ? image->pixels.size() : 0;
    return std::move(image).map(skinOf);
}

} // namespace assimp_md2::inner
