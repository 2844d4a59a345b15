// SPDX-License-Identifier: BSD-3-Clause
#include "importer/scene/build_scene.h"

#include "assimp-md2/metadata.h"
#include "importer/base/text.h"
#include "importer/scene/scene_parts.h"

#include <assimp/commonMetaData.h>

namespace assimp_md2::inner {
namespace {

/// The metadata KEY0, KEY1 … of a node, and room for more.
std::unique_ptr<aiMetadata> newTexts(const char* key, const std::vector<std::string>& texts,
                                     std::size_t more = 0) {
    std::unique_ptr<aiMetadata> metadata =
        texts.size() + more > 0 ? newMetadata(texts.size() + more) : nullptr;
    for (unsigned int i = 0; i < texts.size(); ++i) {
        metadata->Set(i, key + std::to_string(i), assimpString(texts[i]));
    }
    return metadata;
}

/// The names of the skins as they are in the file. The metadata of the scene has the size of the skins of the
/// first model; the node of the weapon has its own.
void addSkins(aiNode& node, const View& view, bool isWeapon) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < view.skinCount(); ++i) {
        names.push_back(utf8FromLatin1(view.skinName(i)));
    }
    node.mMetaData = newTexts("skin", names, isWeapon ? 2 : 0).release();
    if (isWeapon) {
        const auto index = static_cast<unsigned int>(names.size());
        node.mMetaData->Set(index, ASSIMP_MD2_METADATA_SKIN_WIDTH, view.header().skinwidth);
        node.mMetaData->Set(index + 1, ASSIMP_MD2_METADATA_SKIN_HEIGHT, view.header().skinheight);
    }
}

void addLoopNames(aiNode& root, const std::vector<Animation>& animations) {
    std::vector<std::string> names;
    for (const Animation& animation : animations) {
        if (hasClosingKey(animation)) {
            names.push_back(animation.clip.name);
        }
    }
    root.mMetaData = newTexts(ASSIMP_MD2_METADATA_LOOP, names).release();
}

std::unique_ptr<aiNode> newTagNode(const TagNode& source, const TagPose& pose) {
    auto node = std::make_unique<aiNode>();
    node->mName = assimpString(source.name);
    node->mTransformation = aiMatrix4x4(aiVector3D(1, 1, 1), pose.rotation, pose.position);
    return node;
}

std::unique_ptr<aiNode> newNode(const Scene& scene, std::size_t model, const TagPoses& poses) {
    const Model& source = scene.models[model];
    auto node = std::make_unique<aiNode>();
    node->mName = assimpString(source.name);
    std::vector<unsigned int> meshes;
    for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
        if (scene.meshes[i].model == model) {
            meshes.push_back(static_cast<unsigned int>(i));
        }
    }
    node->mMeshes = new unsigned int[meshes.size()];
    node->mNumMeshes = static_cast<unsigned int>(meshes.size());
    std::copy(meshes.begin(), meshes.end(), node->mMeshes);
    addSkins(*node, *source.view, model > 0);
    Objects<aiNode> tags;
    for (std::size_t i = 0; i < source.tags.size(); ++i) {
        tags.push_back(newTagNode(source.tags[i], poses[i][0]));
    }
    adopt(std::move(tags), *node);
    return node;
}

void addNodes(aiScene& target, const Scene& scene, const std::vector<TagPoses>& poses) {
    target.mRootNode = new aiNode;
    aiNode& root = *target.mRootNode;
    root.mName = assimpString(scene.name);
    addLoopNames(root, scene.animations);
    Objects<aiNode> children;
    for (std::size_t model = 0; model < scene.models.size(); ++model) {
        children.push_back(newNode(scene, model, poses[model]));
    }
    if (!scene.skeletonName.empty()) {
        children.push_back(newSkeletonNode(scene));
    }
    adopt(std::move(children), root);
}

/// The number of bones of all models, and the largest errors of their skeletons.
void addBoneMetadata(aiMetadata& metadata, unsigned int& index, const std::vector<Model>& models) {
    std::int32_t count = 0;
    SkeletonQuality worst;
    for (const Model& model : models) {
        if (model.skeleton) {
            const SkeletonQuality& quality = model.skeleton->skeleton.quality;
            count += static_cast<std::int32_t>(model.skeleton->boneNames.size());
            worst.maximum = std::max(worst.maximum, quality.maximum);
            worst.withinStep = std::min(worst.withinStep, quality.withinStep);
            worst.swings += quality.swings;
        }
    }
    metadata.Set(index++, ASSIMP_MD2_METADATA_BONES, count);
    metadata.Set(index++, ASSIMP_MD2_METADATA_BONES_WITHIN_STEP, static_cast<float>(worst.withinStep));
    metadata.Set(index++, ASSIMP_MD2_METADATA_BONES_MAXIMUM, static_cast<float>(worst.maximum));
    metadata.Set(index++, ASSIMP_MD2_METADATA_BONES_SWINGS, static_cast<std::int32_t>(worst.swings));
}

void addMetadata(aiScene& target, const Scene& scene) {
    constexpr std::size_t kMostEntries = 12;
    const View& view = *scene.models[0].view;
    target.mMetaData = newMetadata(kMostEntries).release();
    aiMetadata& metadata = *target.mMetaData;
    unsigned int index = 0;
    metadata.Set(index++, AI_METADATA_SOURCE_FORMAT, aiString(ASSIMP_MD2_SOURCE_FORMAT));
    metadata.Set(index++, AI_METADATA_SOURCE_FORMAT_VERSION, aiString(std::to_string(view.version())));
    metadata.Set(index++, ASSIMP_MD2_METADATA_SKIN_WIDTH, view.header().skinwidth);
    metadata.Set(index++, ASSIMP_MD2_METADATA_SKIN_HEIGHT, view.header().skinheight);
    metadata.Set(index++, ASSIMP_MD2_METADATA_FRONT, aiString(scene.axes == Axes::FrontZ ? "z" : "x"));
    if (scene.isStatic) {
        metadata.Set(index++, ASSIMP_MD2_METADATA_FRAME,
                     assimpString(utf8FromLatin1(view.frameName(scene.models[0].frames[0]))));
    }
    if (scene.folder) {
        metadata.Set(index++, ASSIMP_MD2_METADATA_FOLDER, assimpString(*scene.folder));
    }
    if (!scene.skeletonName.empty()) {
        addBoneMetadata(metadata, index, scene.models);
    }
    if (const std::optional<std::array<float, 3>>& scale = view.lodScale()) {
        metadata.Set(index++, ASSIMP_MD2_METADATA_LOD_SCALE,
                     aiVector3D((*scale)[0], (*scale)[1], (*scale)[2]));
    }
    metadata.mNumProperties = index;
}

} // namespace

void buildScene(aiScene& target, Scene scene, Warnings& repairs) {
    addMetadata(target, scene);
    buildTextures(target, std::move(scene.textures));
    buildMaterials(target, scene.materials);
    const std::vector<TagPoses> poses = buildMeshes(target, scene, repairs);
    addNodes(target, scene, poses);
    buildAnimations(target, scene, poses);
    // Vertices are shared between faces; without the flag Assimp's validation reports that as an error.
    target.mFlags |= AI_SCENE_FLAGS_ALLOW_SHARED;
}

} // namespace assimp_md2::inner
