// SPDX-License-Identifier: BSD-3-Clause
// What a scene of this library's importer says about the files that it came from; knows no glTF.
#include "gltf/source.h"

#include "assimp-md2/metadata.h"

#include <assimp/commonMetaData.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <cstdint>
#include <array>
#include <cstring>

namespace assimp_md2 {
namespace {

std::optional<std::string> metadata(const aiScene& scene, const char* key) {
    aiString value;
    if (scene.mMetaData == nullptr || !scene.mMetaData->Get(key, value)) {
        return std::nullopt;
    }
    return value.C_Str();
}

std::optional<FileIdentity> identityIn(const aiMaterial& material) {
    const aiMaterialProperty* property = nullptr;
    std::array<std::uint64_t, 4> identity;
    if (aiGetMaterialProperty(&material, ASSIMP_MD2_MATKEY_FILE_IDENTITY, &property) != aiReturn_SUCCESS ||
        property->mDataLength != sizeof identity) {
        return std::nullopt;
    }
    std::memcpy(identity.data(), property->mData, sizeof identity);
    return FileIdentity::from(identity);
}

} // namespace

bool isImportedMd2(const aiScene& scene) {
    return metadata(scene, AI_METADATA_SOURCE_FORMAT) == ASSIMP_MD2_SOURCE_FORMAT;
}

std::optional<std::string> modelFolder(const aiScene& scene) {
    return metadata(scene, ASSIMP_MD2_METADATA_FOLDER);
}

std::map<std::string, FileIdentity> importedFiles(const aiScene& scene) {
    std::map<std::string, FileIdentity> files;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const aiMaterial& material = *scene.mMaterials[i];
        aiString path;
        const std::optional<FileIdentity> identity = identityIn(material);
        if (identity && material.Get(AI_MATKEY_TEXTURE_DIFFUSE(0), path) == aiReturn_SUCCESS) {
            files.emplace(path.C_Str(), *identity);
        }
    }
    return files;
}

} // namespace assimp_md2
