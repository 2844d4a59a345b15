// SPDX-License-Identifier: BSD-3-Clause
#include "importer/scene/build_scene.h"

#include "assimp-md2/metadata.h"
#include "importer/base/text.h"
#include "importer/scene/assimp_objects.h"
#include "importer/scene/mesh_builder.h"
#include "importer/scene/model_frames.h"
#include "importer/scene/scene_parts.h"
#include "importer/scene/tag_poses.h"

#include <assimp/commonMetaData.h>
#include <assimp/scene.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2 {
namespace {

/// The names of the skins as they are in the file: skin0, skin1 … The metadata of the scene has the size of
/// the skins of the first model; the node of the weapon has its own.
void addSkins(aiNode& node, const Model& model, bool isWeapon) {
    const std::vector<std::string>& names = model.skinNames;
    const std::size_t count = names.size() + (isWeapon ? 2U : 0U);
    if (count == 0) {
        return;
    }
    node.mMetaData = newMetadata(count).release();
    unsigned int index = 0;
    for (; index < names.size(); ++index) {
        node.mMetaData->Set(index, "skin" + std::to_string(index), assimpString(names[index]));
    }
    if (isWeapon) {
        node.mMetaData->Set(index++, ASSIMP_MD2_METADATA_SKIN_WIDTH, model.view->header().skinwidth);
        node.mMetaData->Set(index++, ASSIMP_MD2_METADATA_SKIN_HEIGHT, model.view->header().skinheight);
    }
}

void addLoopNames(aiNode& root, const std::vector<Animation>& animations) {
    const auto count = std::count_if(animations.begin(), animations.end(), hasClosingKey);
    if (count == 0) {
        return;
    }
    root.mMetaData = newMetadata(static_cast<std::size_t>(count)).release();
    unsigned int index = 0;
    for (const Animation& animation : animations) {
        if (hasClosingKey(animation)) {
            root.mMetaData->Set(index, ASSIMP_MD2_METADATA_LOOP + std::to_string(index),
                                assimpString(animation.clip.name));
            ++index;
        }
    }
}

std::unique_ptr<aiNode> newTagNode(const TagNode& source, const TagPose& pose, aiNode& parent) {
    auto node = std::make_unique<aiNode>();
    node->mName = assimpString(source.name);
    node->mParent = &parent;
    node->mTransformation = aiMatrix4x4(aiVector3D(1, 1, 1), pose.rotation, pose.position);
    return node;
}

std::unique_ptr<aiNode> newNode(const Scene& scene, std::size_t model, const TagPoses& poses,
                                aiNode& parent) {
    const Model& source = scene.models[model];
    auto node = std::make_unique<aiNode>();
    node->mName = assimpString(source.name);
    node->mParent = &parent;
    std::vector<unsigned int> meshes;
    for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
        if (scene.meshes[i].model == model) {
            meshes.push_back(static_cast<unsigned int>(i));
        }
    }
    node->mMeshes = new unsigned int[meshes.size()];
    node->mNumMeshes = static_cast<unsigned int>(meshes.size());
    std::copy(meshes.begin(), meshes.end(), node->mMeshes);
    addSkins(*node, source, model > 0);
    Objects<aiNode> tags;
    for (std::size_t i = 0; i < source.tags.size(); ++i) {
        tags.push_back(newTagNode(source.tags[i], poses[i][0], *node));
    }
    attach(std::move(tags), node->mChildren, node->mNumChildren);
    return node;
}

void addNodes(aiScene& target, const Scene& scene, const std::vector<TagPoses>& poses) {
    target.mRootNode = new aiNode;
    aiNode& root = *target.mRootNode;
    root.mName = assimpString(scene.name);
    addLoopNames(root, scene.animations);
    Objects<aiNode> children;
    for (std::size_t model = 0; model < scene.models.size(); ++model) {
        children.push_back(newNode(scene, model, poses[model], root));
    }
    if (!scene.skeletonName.empty()) {
        children.push_back(newSkeletonNode(scene, root));
    }
    attach(std::move(children), root.mChildren, root.mNumChildren);
}

/// The number of bones of all models, and the largest errors of their skeletons.
struct Bones {
    std::size_t count = 0;
    SkeletonQuality worst;
};

Bones bonesOf(const Scene& scene) {
    Bones bones;
    for (const Model& model : scene.models) {
        if (model.skeleton) {
            const SkeletonQuality& quality = model.skeleton->skeleton.quality;
            bones.count += model.skeleton->boneNames.size();
            bones.worst.maximum = std::max(bones.worst.maximum, quality.maximum);
            bones.worst.withinStep = std::min(bones.worst.withinStep, quality.withinStep);
            bones.worst.swings += quality.swings;
        }
    }
    return bones;
}

void addMetadata(aiScene& target, const Scene& scene, const char* sourceFormat) {
    const Bones bones = bonesOf(scene);
    const std::size_t count = std::size_t{5} + (scene.folder ? 1U : 0U) + (scene.lodScale ? 1U : 0U) +
                              (scene.isStatic ? 1U : 0U) + (bones.count > 0 ? 4U : 0U);
    const View& view = *scene.models[0].view;
    target.mMetaData = newMetadata(count).release();
    unsigned int index = 0;
    target.mMetaData->Set(index++, AI_METADATA_SOURCE_FORMAT, aiString(std::string(sourceFormat)));
    target.mMetaData->Set(index++, AI_METADATA_SOURCE_FORMAT_VERSION,
                          aiString(std::to_string(scene.version)));
    target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_SKIN_WIDTH, view.header().skinwidth);
    target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_SKIN_HEIGHT, view.header().skinheight);
    target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_FRONT,
                          aiString(std::string(scene.axes == Axes::FrontZ ? "z" : "x")));
    if (scene.isStatic) {
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_FRAME,
                              assimpString(utf8FromLatin1(view.frameName(scene.models[0].frames[0]))));
    }
    if (scene.folder) {
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_FOLDER, assimpString(*scene.folder));
    }
    if (bones.count > 0) {
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_BONES, static_cast<std::int32_t>(bones.count));
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_BONES_WITHIN_STEP,
                              static_cast<float>(bones.worst.withinStep));
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_BONES_MAXIMUM,
                              static_cast<float>(bones.worst.maximum));
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_BONES_SWINGS,
                              static_cast<std::int32_t>(bones.worst.swings));
    }
    if (scene.lodScale) {
        const std::array<float, 3>& scale = *scene.lodScale;
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_LOD_SCALE,
                              aiVector3D(scale[0], scale[1], scale[2]));
    }
}

/// Adds the meshes of all models and returns the poses of their tags. A frame of a model is decoded for all
/// its meshes and tags before the next frame.
std::vector<TagPoses> addMeshes(aiScene& target, Scene& scene, Warnings& repairs) {
    std::vector<MeshBuilder> builders;
    builders.reserve(scene.meshes.size());
    for (Mesh& mesh : scene.meshes) {
        builders.emplace_back(mesh, scene.models[mesh.model], scene.isStatic);
    }
    std::vector<TagPoses> poses;
    for (std::size_t i = 0; i < scene.models.size(); ++i) {
        const Model& model = scene.models[i];
        poses.emplace_back(model.tags.size(), std::vector<TagPose>(model.frames.size()));
        ModelFrames frames(model, scene.axes, repairs);
        if (model.skeleton && model.tags.empty()) {
            continue;
        }
        for (std::size_t frame = 0; frame < model.frames.size(); ++frame) {
            for (std::size_t mesh = 0; mesh < builders.size(); ++mesh) {
                if (scene.meshes[mesh].model == i && !model.skeleton) {
                    builders[mesh].addFrame(frames, frame);
                }
            }
            for (std::size_t tag = 0; tag < model.tags.size(); ++tag) {
                poses[i][tag][frame] = poseOf(model.tags[tag], frames, frame);
            }
        }
    }
    Objects<aiMesh> meshes;
    for (MeshBuilder& builder : builders) {
        meshes.push_back(builder.take());
    }
    attach(std::move(meshes), target.mMeshes, target.mNumMeshes);
    return poses;
}

} // namespace

void buildScene(aiScene& target, Scene scene, const char* sourceFormat, Warnings& repairs) {
    addMetadata(target, scene, sourceFormat);
    buildTextures(target, std::move(scene.textures));
    buildMaterials(target, scene.materials);
    const std::vector<TagPoses> poses = addMeshes(target, scene, repairs);
    addNodes(target, scene, poses);
    buildAnimations(target, scene, poses);
    // Vertices are shared between faces; without the flag Assimp's validation reports that as an error.
    target.mFlags |= AI_SCENE_FLAGS_ALLOW_SHARED;
}

} // namespace assimp_md2
