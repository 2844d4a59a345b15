// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/writer/exporter.h"

#include "assimp-md2/metadata.h"
#include "gltf/scene/animations.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/writer/parts.h"
#include "importer/base/paths.h"
#include "importer/files/log.h"

#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <string_view>

namespace assimp_md2::inner {
namespace {

/// Writes the accuracy of bones, which the importer has recorded, for programs that show the model.
void writeAccuracy(JsonText& extras, const aiMetadata& metadata) {
    for (unsigned int i = 0; i < metadata.mNumProperties; ++i) {
        const std::string_view key = metadata.mKeys[i].C_Str();
        std::int32_t count = 0;
        float number = 0;
        if (key.rfind(ASSIMP_MD2_METADATA_BONES, 0) != 0) {
            continue;
        }
        if (metadata.Get(i, count)) {
            extras.member(key, count);
        } else if (metadata.Get(i, number)) {
            extras.member(key, finite(number));
        }
    }
}

/// The most bytes for a name, which may be in several lists and grow there.
double mostBytes(const aiString& name) {
    JsonText json;
    json.value(name.C_Str());
    return 8.0 * static_cast<double>(json.text().size());
}

/// The most bytes for materials and the names of their textures.
double mostBytesOfMaterials(const aiScene& scene) {
    constexpr double kMaterial = 1024;
    constexpr double kVariant = 128; // in each mesh
    double bytes = (kMaterial + kVariant * scene.mNumMeshes) * scene.mNumMaterials;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const aiMaterial& material = *scene.mMaterials[i];
        aiString text;
        for (unsigned int k = 0; k < material.mNumProperties; ++k) {
            const aiMaterialProperty& property = *material.mProperties[k];
            if (property.mType == aiPTI_String && material.Get(property.mKey.C_Str(), property.mSemantic,
                                                               property.mIndex, text) == aiReturn_SUCCESS) {
                bytes += mostBytes(text);
            }
        }
    }
    for (unsigned int i = 0; i < scene.mNumTextures; ++i) {
        bytes += mostBytes(scene.mTextures[i]->mFilename);
    }
    return bytes;
}

/// The most bytes of the document, without its images.
double mostBytes(const aiScene& scene, const Nodes& nodes) {
    constexpr double kVertex = 96; // position, normal, texture coordinates, colours, joints and weights
    constexpr double kTriangle = 3 * sizeof(std::uint32_t);
    constexpr double kTargetVertex = 2 * sizeof(Vec3);
    // Parts of JSON, whose text can take three times its size while it grows:
    constexpr double kTarget = 2048;
    constexpr double kAnimation = 1024;
    constexpr double kNode = 1024;
    constexpr double kKeyList = 2048;          // a channel, a sampler, accessors and views
    constexpr double kKey = 5 * sizeof(float); // time and rotation
    constexpr double kWeight = sizeof(float);
    double bytes = kAnimation * scene.mNumAnimations + mostBytesOfMaterials(scene);
    for (std::size_t i = 0; i < nodes.count(); ++i) {
        bytes += kNode + mostBytes(nodes.at(i).mName);
    }
    double mostTargets = 0;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        const double targets = mesh.mNumAnimMeshes;
        bytes += kVertex * mesh.mNumVertices + kTriangle * mesh.mNumFaces;
        bytes += targets * (kTarget + kTargetVertex * mesh.mNumVertices) + mostBytes(mesh.mName);
        std::for_each(mesh.mAnimMeshes, mesh.mAnimMeshes + mesh.mNumAnimMeshes,
                      [&](const aiAnimMesh* target) { bytes += mostBytes(target->mName); });
        mostTargets = std::max(mostTargets, targets);
    }
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        bytes += mostBytes(animation.mName);
        forEachKeyList(animation, [&](const auto*, unsigned int count) {
            bytes += count > 0 ? kKeyList + kKey * count : 0;
        });
        for (unsigned int k = 0; k < animation.mNumMorphMeshChannels; ++k) {
            bytes += kWeight * mostTargets * animation.mMorphMeshChannels[k]->mNumKeys;
        }
    }
    return bytes;
}

} // namespace

Result<bool> writeGltf(bool isBinary, const std::string& path, Assimp::IOSystem& files, const aiScene& scene,
                       const ResourceLimits& limits) {
    if (auto error = errorInScene(scene)) {
        return tl::unexpected(std::move(*error));
    }
    const auto hasPolygon = [](const aiMesh* mesh) {
        return std::any_of(mesh->mFaces, mesh->mFaces + mesh->mNumFaces,
                           [](const aiFace& face) { return face.mNumIndices > 3; });
    };
    if (std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes, hasPolygon)) {
        return false;
    }
    const Nodes nodes(scene);
    const Result<GltfSkin> skin = sharedSkin(scene, nodes);
    if (!skin) {
        return skin.error().code == ErrorCode::BadScene ? Result<bool>(tl::unexpected(skin.error())) : false;
    }
    const double neededBytes = mostBytes(scene, nodes);
    if (auto error = errorAboveMemoryLimit(neededBytes, limits.maxMemoryBytes)) {
        return tl::unexpected(std::move(*error));
    }
    Document document(isBinary);
    const Materials materials(document, scene);
    std::vector<Moves> moves = findMoves(scene, nodes);
    const Meshes meshes(document, scene, nodes, *skin, materials, moves);
    if (writeAnimations(document, scene, nodes, meshes, moves)) {
        moves[0][0] = true; // the translation of the root
    }
    nodes.write(document, scene, meshes, *skin, moves);
    if (scene.mMetaData != nullptr) {
        writeAccuracy(document.extras, *scene.mMetaData);
    }
    materials.write(SceneImages(scene, path, files), limits, neededBytes);
    logWarnings(path, "glTF: ", document.warnings);
    if (auto error = document.write(files, path, binaryPathOf(path))) {
        return tl::unexpected(std::move(*error));
    }
    return true;
}

std::string binaryPathOf(const std::string& path) {
    const std::string_view name = fileNameOf(path);
    const std::size_t folderSize = path.size() - name.size();
    return path.substr(0, folderSize + std::min(name.rfind(".gltf"), name.size())) + ".bin";
}

} // namespace assimp_md2::inner
