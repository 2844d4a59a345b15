// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/scene/imported_scene.h"

#include "assimp-md2/metadata.h"
#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/files/file_system.h"
#include "importer/scene/image_keys.h"

#include <assimp/commonMetaData.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <cstring>
#include <iterator>

namespace assimp_md2::inner {
namespace {

std::optional<FileIdentity> identityIn(const aiMaterial& material) {
    const aiMaterialProperty* property = nullptr;
    FileIdentity identity;
    if (aiGetMaterialProperty(&material, ASSIMP_MD2_MATKEY_FILE_IDENTITY, &property) != aiReturn_SUCCESS ||
        property->mDataLength != sizeof identity) {
        return std::nullopt;
    }
    std::memcpy(identity.data(), property->mData, sizeof identity);
    return identity;
}

} // namespace

std::optional<std::string> metadataText(const aiScene& scene, const char* key) {
    aiString value;
    if (scene.mMetaData == nullptr || !scene.mMetaData->Get(key, value)) {
        return std::nullopt;
    }
    return value.C_Str();
}

std::string importerOf(const aiScene& scene) {
    return metadataText(scene, AI_METADATA_SOURCE_FORMAT).value_or("");
}

bool isImportedMd2(const aiScene& scene) {
    return importerOf(scene) == ASSIMP_MD2_SOURCE_FORMAT;
}

int modelOf(const aiMaterial& material) {
    int model = 0;
    material.Get(ASSIMP_MD2_MATKEY_MODEL, model);
    return model;
}

bool isImportedGltf(const aiScene& scene) {
    return importerOf(scene) == "glTF2 Importer";
}

std::optional<std::unordered_set<std::string_view>> closedAnimations(const aiScene& scene) {
    const bool isOwnGltf =
        isImportedGltf(scene) &&
        metadataText(scene, AI_METADATA_SOURCE_GENERATOR).value_or("").rfind(kGltfGenerator, 0) == 0;
    if ((!isImportedMd2(scene) && !isOwnGltf) || scene.mRootNode == nullptr) {
        return std::nullopt;
    }
    std::unordered_set<std::string_view> names;
    const auto addFrom = [&](const aiNode* node) {
        const unsigned int count =
            node != nullptr && node->mMetaData != nullptr ? node->mMetaData->mNumProperties : 0;
        for (unsigned int i = 0; i < count; ++i) {
            const std::string_view key = node->mMetaData->mKeys[i].C_Str();
            const aiMetadataEntry& entry = node->mMetaData->mValues[i];
            if (names.size() < scene.mNumAnimations && entry.mType == AI_AISTRING && entry.mData != nullptr &&
                key.substr(0, std::size(ASSIMP_MD2_METADATA_LOOP) - 1) == ASSIMP_MD2_METADATA_LOOP) {
                names.insert(static_cast<const aiString*>(entry.mData)->C_Str());
            }
        }
    };
    addFrom(scene.mRootNode);
    // If a glTF file has several roots, Assimp's importer puts a node above them.
    for (unsigned int i = 0; i < scene.mRootNode->mNumChildren; ++i) {
        addFrom(scene.mRootNode->mChildren[i]);
    }
    return names;
}

ByteSlice fileIn(const aiTexture& texture) {
    const bool isThere = texture.pcData != nullptr;
    return isThere ? ByteSlice(reinterpret_cast<const std::uint8_t*>(texture.pcData), texture.mWidth)
                   : ByteSlice();
}

Result<Image> imageIn(const aiTexture& texture, PixelLayout layout) {
    if (texture.pcData == nullptr || texture.mWidth == 0) {
        return failure("it has no texels");
    }
    Image image;
    image.size = {texture.mWidth, texture.mHeight};
    image.layout = layout;
    // Cannot overflow on 32-bit systems, because all texels are in memory.
    const std::size_t texels = std::size_t{texture.mWidth} * texture.mHeight;
    image.pixels.reserve(image.rowBytes() * texture.mHeight);
    for (std::size_t i = 0; i < texels; ++i) {
        const aiTexel& texel = texture.pcData[i];
        image.pixels.insert(image.pixels.end(), {texel.r, texel.g, texel.b});
        if (layout == PixelLayout::Rgba) {
            image.pixels.push_back(texel.a);
        }
    }
    return image;
}

SceneImages::SceneImages(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output)
    : scene_(scene), modelFolder_(metadataText(scene, ASSIMP_MD2_METADATA_FOLDER)) {
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const aiMaterial& material = *scene.mMaterials[i];
        aiString path;
        if (material.Get(AI_MATKEY_TEXTURE_DIFFUSE(0), path) != aiReturn_SUCCESS) {
            continue;
        }
        if (const auto identity = identityIn(material)) {
            importedFiles_.emplace(path.C_Str(), *identity);
        }
        int isNotFound = 0;
        if (material.Get(ASSIMP_MD2_MATKEY_NOT_FOUND, isNotFound) == aiReturn_SUCCESS) {
            reported_.insert(path.C_Str());
        }
    }
    if (isFileSystem(output)) {
        outputFolder_ = folderOf(outputPath);
    }
}

const aiTexture* SceneImages::embedded(const std::string& texturePath) const {
    return scene_.GetEmbeddedTexture(texturePath.c_str());
}

std::optional<ImageFile> SceneImages::find(const std::string& texturePath) const {
    const auto identity = importedFiles_.find(texturePath);
    if (!modelFolder_ || identity == importedFiles_.end()) {
        return std::nullopt;
    }
    const std::optional<LocalFile> file = LocalFile::open(joined(*modelFolder_, texturePath));
    if (!file || file->identity() != identity->second) {
        return std::nullopt;
    }
    const bool isReached =
        outputFolder_ && fileIdOf(joined(*outputFolder_, texturePath)) == fileIdOf(file->systemFile());
    return ImageFile{*file, isReached};
}

} // namespace assimp_md2::inner
