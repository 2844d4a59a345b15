// SPDX-License-Identifier: BSD-3-Clause
// Builds scenes with morph animation like those of the MD2 importer.
#include "gltf/writer/test_scene.h"

#include "assimp-md2/metadata.h"
#include "importer/files/local_files.h"
#include "importer/scene/image_keys.h"

#include <assimp/commonMetaData.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace assimp_md2::inner::test {
namespace {

std::vector<Point> pointsOf(const std::vector<Vector>& vectors) {
    std::vector<Point> points;
    std::transform(vectors.begin(), vectors.end(), std::back_inserter(points), [](const Vector& vector) {
        return Point{vector[0], vector[1], vector[2]};
    });
    return points;
}

Vector normalized(const Vector& vector) {
    const float length = std::sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    return {vector[0] / length, vector[1] / length, vector[2] / length};
}

template <typename Element>
void removeAll(Element**& array, unsigned int& count) {
    std::for_each(array, array + count, [](Element* element) { delete element; });
    delete[] array;
    array = nullptr;
    count = 0;
}

void addModelMesh(aiScene& scene, const std::string& name, const Model& model) {
    aiMesh* const mesh = addMesh(scene, name, pointsOf(model.positions[0]), pointsOf(model.normals[0]));
    mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    mesh->mNumUVComponents[0] = 2;
    mesh->mTextureCoords[0] = new aiVector3D[mesh->mNumVertices];
    for (unsigned int i = 0; i < mesh->mNumVertices; ++i) {
        const float corner = static_cast<float>(i % 3);
        mesh->mTextureCoords[0][i] =
            i % 3 == 0 ? aiVector3D() : aiVector3D(corner / 4, static_cast<float>(i) / 1024, 0);
    }
    setFaces(*mesh, separateTriangles(mesh->mNumVertices / 3));
    // An unsigned int before Assimp 5.3.
    mesh->mMethod = static_cast<decltype(mesh->mMethod)>(aiMorphingMethod_MORPH_NORMALIZED);
    for (std::size_t i = 0; i < model.positions.size(); ++i) {
        addTarget(mesh, pointsOf(model.positions[i]), pointsOf(model.normals[i]))->mName.Set(model.names[i]);
    }
}

void addClip(aiScene& scene, const Clip& clip, unsigned int targetCount) {
    const unsigned int keyCount = std::max(clip.count, 2u);
    aiAnimation* const animation = addAnimation(scene, clip.name, keyCount - 1, 10);
    aiNodeAnim* const still = addChannel(animation, "tris");
    setPositions(still, {{0, {0, 0, 0}}});
    setRotations(still, {{0, aiQuaternion()}});
    setScalings(still, {{0, {1, 1, 1}}});
    std::vector<MorphKey> keys(keyCount);
    for (unsigned int i = 0; i < keyCount; ++i) {
        keys[i].time = i;
        for (unsigned int target = 0; target < targetCount; ++target) {
            keys[i].weights.emplace_back(target, 0);
        }
        keys[i].weights[clip.first + std::min(i, clip.count - 1)].second = 1;
    }
    addMorphChannel(animation, "tris", keys);
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
    addModelMesh(*scene, "tris", model);
    addMaterial(*scene, model.texture);
    scene->mRootNode = new aiNode("tris.md2");
    scene->mRootNode->mTransformation = aiMatrix4x4(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
    useMesh(addNode(scene->mRootNode, "tris"), 0);
    for (const Clip& clip : model.clips) {
        addClip(*scene, clip, static_cast<unsigned int>(model.positions.size()));
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
    const auto identity = file->identity();
    material.AddBinaryProperty(identity.data(), sizeof identity, ASSIMP_MD2_MATKEY_FILE_IDENTITY,
                               aiPTI_Buffer);
}

const std::string kPng("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9c"
                       "c`\0\0\0\2\0\1H\xaf\xa4q\0\0\0\0IEND\xae"
                       "B`\x82",
                       67);

void addTexture(aiScene& scene, aiTexture* texture) {
    append(scene.mTextures, scene.mNumTextures, texture);
}

std::vector<std::pair<unsigned int, double>> weightsOfAll(const aiMesh& mesh, double weight) {
    std::vector<std::pair<unsigned int, double>> weights;
    for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
        weights.emplace_back(i, weight);
    }
    return weights;
}

void removeAnimations(aiScene& scene) {
    removeAll(scene.mAnimations, scene.mNumAnimations);
}

void removeTargets(aiMesh& mesh) {
    removeAll(mesh.mAnimMeshes, mesh.mNumAnimMeshes);
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
    addModelMesh(scene, "second", wavingModel(targetCount, 12));
    useMesh(scene.mRootNode->mChildren[0], 1);
}

} // namespace assimp_md2::inner::test
