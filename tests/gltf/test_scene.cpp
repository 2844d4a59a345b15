// SPDX-License-Identifier: BSD-3-Clause
// Builds scenes with morph animation like those of the MD2 importer.
#include "gltf/test_scene.h"

#include "assimp-md2/metadata.h"
#include "files/local_files.h"
#include "pose/pose_scene.h"

#include <assimp/commonMetaData.h>

#include <algorithm>
#include <cmath>

namespace assimp_md2::test {
namespace {

aiVector3D* newVectors(const std::vector<Vector>& vectors) {
    auto* copy = new aiVector3D[vectors.size()];
    std::transform(vectors.begin(), vectors.end(), copy,
                   [](const Vector& vector) { return aiVector3D(vector[0], vector[1], vector[2]); });
    return copy;
}

Vector normalized(const Vector& vector) {
    const float length = std::sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    return {vector[0] / length, vector[1] / length, vector[2] / length};
}

aiMesh* newMesh(const Model& model) {
    auto mesh = std::make_unique<aiMesh>();
    const auto vertexCount = static_cast<unsigned int>(model.positions[0].size());
    mesh->mName.Set("tris");
    mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    mesh->mNumVertices = vertexCount;
    mesh->mVertices = newVectors(model.positions[0]);
    mesh->mNormals = newVectors(model.normals[0]);
    mesh->mNumUVComponents[0] = 2;
    mesh->mTextureCoords[0] = new aiVector3D[vertexCount];
    for (unsigned int i = 0; i < vertexCount; ++i) {
        const float corner = static_cast<float>(i % 3);
        mesh->mTextureCoords[0][i] =
            i % 3 == 0 ? aiVector3D() : aiVector3D(corner / 4, static_cast<float>(i) / 1024, 0);
    }
    setFaces(*mesh, separateTriangles(vertexCount / 3));
    // An unsigned int before Assimp 5.3.
    mesh->mMethod = static_cast<decltype(mesh->mMethod)>(aiMorphingMethod_MORPH_NORMALIZED);
    mesh->mNumAnimMeshes = static_cast<unsigned int>(model.positions.size());
    mesh->mAnimMeshes = new aiAnimMesh*[mesh->mNumAnimMeshes]();
    for (unsigned int i = 0; i < mesh->mNumAnimMeshes; ++i) {
        auto* target = mesh->mAnimMeshes[i] = new aiAnimMesh;
        target->mName.Set(model.names[i]);
        target->mNumVertices = vertexCount;
        target->mVertices = newVectors(model.positions[i]);
        target->mNormals = newVectors(model.normals[i]);
    }
    return mesh.release();
}

aiNodeAnim* newConstantChannel() {
    auto* channel = new aiNodeAnim;
    channel->mNodeName.Set("tris");
    channel->mNumPositionKeys = channel->mNumRotationKeys = channel->mNumScalingKeys = 1;
    channel->mPositionKeys = new aiVectorKey[1]{{0, aiVector3D()}};
    channel->mRotationKeys = new aiQuatKey[1]{{0, aiQuaternion()}};
    channel->mScalingKeys = new aiVectorKey[1]{{0, aiVector3D(1, 1, 1)}};
    return channel;
}

aiMeshMorphAnim* newMorphChannel(const Clip& clip, unsigned int targetCount) {
    auto* channel = new aiMeshMorphAnim;
    channel->mName.Set("tris");
    channel->mNumKeys = std::max(clip.count, 2u);
    channel->mKeys = new aiMeshMorphKey[channel->mNumKeys];
    for (unsigned int i = 0; i < channel->mNumKeys; ++i) {
        aiMeshMorphKey& key = channel->mKeys[i];
        key.mTime = i;
        key.mNumValuesAndWeights = targetCount;
        key.mValues = new unsigned int[targetCount];
        key.mWeights = new double[targetCount]();
        for (unsigned int j = 0; j < targetCount; ++j) {
            key.mValues[j] = j;
        }
        key.mWeights[clip.first + std::min(i, clip.count - 1)] = 1;
    }
    return channel;
}

aiAnimation* newAnimation(const Clip& clip, unsigned int targetCount) {
    auto* animation = new aiAnimation;
    animation->mName.Set(clip.name);
    animation->mTicksPerSecond = 10;
    animation->mDuration = std::max(clip.count, 2u) - 1;
    animation->mNumChannels = 1;
    animation->mChannels = new aiNodeAnim* [1] { newConstantChannel() };
    animation->mNumMorphMeshChannels = 1;
    animation->mMorphMeshChannels = new aiMeshMorphAnim* [1] { newMorphChannel(clip, targetCount) };
    return animation;
}

} // namespace

Model wavingModel(unsigned int frameCount, unsigned int vertexCount) {
    Model model;
    for (unsigned int frame = 0; frame < frameCount; ++frame) {
        std::vector<Vector> positions;
        std::vector<Vector> normals;
        const float phase = static_cast<float>(frame) * 0.5f;
        for (unsigned int i = 0; i < vertexCount; ++i) {
            const float number = static_cast<float>(i);
            const bool coincides = i % 3 == 0;
            const Vector rest =
                coincides ? Vector{} : Vector{std::cos(number), std::sin(number * 2), number / 64};
            const float swing = std::sin(phase) * (1 + number / 16);
            positions.push_back({rest[0] + swing, rest[1] - swing / 2, rest[2] + swing * swing});
            normals.push_back(normalized({coincides ? swing : 1 + number + swing, swing, 1}));
        }
        model.positions.push_back(positions);
        model.normals.push_back(normals);
        model.names.push_back("frame" + std::to_string(frame));
    }
    const unsigned int half = frameCount / 2;
    for (const Clip& clip : {Clip{"stand", 0, half}, Clip{"run", half, frameCount - half - 1},
                             Clip{"flip", frameCount - 1, 1}}) {
        if (clip.count > 0) {
            model.clips.push_back(clip);
        }
    }
    return model;
}

std::unique_ptr<aiScene> makeScene(const Model& model) {
    auto scene = std::make_unique<aiScene>();
    setSourceFormat(*scene, ASSIMP_MD2_SOURCE_FORMAT);
    scene->mFlags = AI_SCENE_FLAGS_ALLOW_SHARED;
    scene->mNumMeshes = 1;
    scene->mMeshes = new aiMesh* [1] { newMesh(model) };

    auto* material = new aiMaterial;
    if (!model.texture.empty()) {
        const aiString texture(model.texture);
        material->AddProperty(&texture, AI_MATKEY_TEXTURE_DIFFUSE(0));
    }
    scene->mNumMaterials = 1;
    scene->mMaterials = new aiMaterial* [1] { material };

    scene->mRootNode = new aiNode("tris.md2");
    scene->mRootNode->mTransformation = aiMatrix4x4(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
    auto* node = new aiNode("tris");
    node->mNumMeshes = 1;
    node->mMeshes = new unsigned int[1]{0};
    scene->mRootNode->addChildren(1, &node);

    scene->mNumAnimations = static_cast<unsigned int>(model.clips.size());
    scene->mAnimations = new aiAnimation*[scene->mNumAnimations]();
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        scene->mAnimations[i] =
            newAnimation(model.clips[i], static_cast<unsigned int>(model.positions.size()));
    }
    return scene;
}

void setSourceFormat(aiScene& scene, const std::string& format) {
    delete scene.mMetaData;
    scene.mMetaData = new aiMetadata;
    scene.mMetaData->Add(AI_METADATA_SOURCE_FORMAT, aiString(format));
}

void recordFolder(aiScene& scene, const std::string& folder) {
    scene.mMetaData->Add(ASSIMP_MD2_METADATA_FOLDER, aiString(folder));
}

void recordFile(aiMaterial& material, const std::string& path) {
    const auto file = LocalFile::open(path);
    const auto identity = file->identity().numbers();
    material.AddBinaryProperty(identity.data(), sizeof identity, ASSIMP_MD2_MATKEY_FILE_IDENTITY,
                               aiPTI_Buffer);
}

const std::string kPng("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9c"
                       "c`\0\0\0\2\0\1H\xaf\xa4q\0\0\0\0IEND\xae"
                       "B`\x82",
                       67);

void addTexture(aiScene& scene, aiTexture* texture) {
    auto** textures = new aiTexture*[scene.mNumTextures + 1];
    std::copy_n(scene.mTextures, scene.mNumTextures, textures);
    textures[scene.mNumTextures++] = texture;
    delete[] scene.mTextures;
    scene.mTextures = textures;
}

void addMaterial(aiScene& scene, const std::string& name, const std::string& texture) {
    auto* material = new aiMaterial;
    const aiString materialName(name);
    material->AddProperty(&materialName, AI_MATKEY_NAME);
    const aiString path(texture);
    material->AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0));
    auto** materials = new aiMaterial*[scene.mNumMaterials + 1];
    std::copy_n(scene.mMaterials, scene.mNumMaterials, materials);
    materials[scene.mNumMaterials++] = material;
    delete[] scene.mMaterials;
    scene.mMaterials = materials;
}

void removeAnimations(aiScene& scene) {
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        delete scene.mAnimations[i];
    }
    delete[] scene.mAnimations;
    scene.mAnimations = nullptr;
    scene.mNumAnimations = 0;
}

void removeTargets(aiMesh& mesh) {
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        delete mesh.mAnimMeshes[i];
    }
    delete[] mesh.mAnimMeshes;
    mesh.mAnimMeshes = nullptr;
    mesh.mNumAnimMeshes = 0;
}

void embedTexture(aiScene& scene, const std::string& name, const std::string& file, const std::string& hint) {
    auto* texture = new aiTexture;
    texture->mFilename.Set(name);
    std::copy(hint.begin(), hint.end(), texture->achFormatHint);
    texture->mWidth = static_cast<unsigned int>(file.size());
    texture->pcData = new aiTexel[file.size() / sizeof(aiTexel) + 1];
    std::copy(file.begin(), file.end(), reinterpret_cast<char*>(texture->pcData));
    addTexture(scene, texture);
}

void addSecondMesh(aiScene& scene, unsigned int targetCount) {
    Model model = wavingModel(targetCount, 12);
    auto other = makeScene(model);
    aiMesh* mesh = other->mMeshes[0];
    other->mNumMeshes = 0;
    delete[] other->mMeshes;
    other->mMeshes = nullptr;
    mesh->mName.Set("second");
    auto** meshes = new aiMesh* [2] { scene.mMeshes[0], mesh };
    delete[] scene.mMeshes;
    scene.mMeshes = meshes;
    scene.mNumMeshes = 2;
    aiNode& node = *scene.mRootNode->mChildren[0];
    delete[] node.mMeshes;
    node.mNumMeshes = 2;
    node.mMeshes = new unsigned int[2]{0, 1};
}

} // namespace assimp_md2::test
