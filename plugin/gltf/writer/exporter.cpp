// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/writer/exporter.h"

#include "assimp-md2/metadata.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/scene/usable_parts.h"
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

/// The most bytes for a text of `length` bytes, which may be in several lists and grow there. A control
/// character takes six bytes.
double mostBytesOfText(std::size_t length) {
    return 48.0 * static_cast<double>(length + 1);
}

/// The most bytes of the document, without its images.
double mostBytes(const aiScene& scene, const Nodes& nodes) {
    constexpr double kVertex = 96; // position, normal, texture coordinates, colours, joints and weights
    constexpr double kCorner = 3 * sizeof(std::uint32_t); // a triangle of a fan
    constexpr double kTargetVertex = 2 * sizeof(Vec3);
    // Parts of JSON, whose text can take three times its size while it grows:
    constexpr double kTarget = 2048;
    constexpr double kAnimation = 1024;
    constexpr double kNode = 1024;
    constexpr double kKeyList = 2048;          // a channel, a sampler, accessors and views
    constexpr double kKey = 5 * sizeof(float); // time and rotation
    constexpr double kWeight = sizeof(float);
    constexpr double kMaterial = 1024;
    constexpr double kVariant = 128; // of a material in a mesh
    double bytes =
        kAnimation * scene.mNumAnimations + (kMaterial + kVariant * scene.mNumMeshes) * scene.mNumMaterials;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const aiMaterial& material = *scene.mMaterials[i];
        std::for_each(material.mProperties, material.mProperties + material.mNumProperties,
                      [&](const auto* property) { bytes += mostBytesOfText(property->mDataLength); });
    }
    for (unsigned int i = 0; i < scene.mNumTextures; ++i) {
        bytes += mostBytesOfText(scene.mTextures[i]->mFilename.length);
    }
    for (std::size_t i = 0; i < nodes.count(); ++i) {
        bytes += kNode + mostBytesOfText(nodes.at(i).mName.length);
    }
    double mostTargets = 0;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        const double targets = mesh.mNumAnimMeshes;
        bytes += kVertex * mesh.mNumVertices + mostBytesOfText(mesh.mName.length);
        bytes += targets * (kTarget + kTargetVertex * mesh.mNumVertices);
        std::for_each(mesh.mFaces, mesh.mFaces + mesh.mNumFaces,
                      [&](const aiFace& face) { bytes += kCorner * face.mNumIndices; });
        std::for_each(mesh.mAnimMeshes, mesh.mAnimMeshes + mesh.mNumAnimMeshes,
                      [&](const aiAnimMesh* target) { bytes += mostBytesOfText(target->mName.length); });
        mostTargets = std::max(mostTargets, targets);
    }
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        bytes += mostBytesOfText(animation.mName.length);
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

std::optional<Error> writeGltf(bool isBinary, const std::string& path, Assimp::IOSystem& files,
                               const aiScene& scene, const ResourceLimits& limits) {
    if (auto error = errorInScene(scene)) {
        return error;
    }
    const Nodes nodes(scene);
    const Result<GltfSkin> skin = sharedSkin(scene, nodes);
    if (!skin) {
        return skin.error();
    }
    const double neededBytes = mostBytes(scene, nodes);
    if (auto error = errorAboveMemoryLimit(neededBytes, limits.maxMemoryBytes)) {
        return error;
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
    return document.write(files, path, binaryPathOf(path));
}

std::string binaryPathOf(const std::string& path) {
    const std::string_view name = fileNameOf(path);
    const std::size_t folderSize = path.size() - name.size();
    return path.substr(0, folderSize + std::min(name.rfind(".gltf"), name.size())) + ".bin";
}

} // namespace assimp_md2::inner
