// SPDX-License-Identifier: BSD-3-Clause
// Builds scenes with node animation, bones and morph targets, piece by piece.
#include "maker/pose/pose_scene.h"

#include <cmath>

namespace assimp_md2::inner::test {
namespace {

constexpr double kRadians = 3.14159265358979323846 / 180;

aiVector3D* newVectors(const std::vector<Point>& points) {
    auto* const vectors = new aiVector3D[points.size()];
    std::transform(points.begin(), points.end(), vectors, vectorOf);
    return vectors;
}

template <typename Key, typename Value, typename Convert>
void setKeys(Key*& to, unsigned int& count, const std::vector<std::pair<double, Value>>& keys,
             Convert convert) {
    delete[] to;
    to = new Key[keys.size()];
    count = static_cast<unsigned int>(keys.size());
    std::transform(keys.begin(), keys.end(), to,
                   [&](const auto& key) { return Key(key.first, convert(key.second)); });
}

} // namespace

void DeleteScene::operator()(aiScene* scene) const {
    std::vector<aiNode*> nodes;
    if (scene->mRootNode != nullptr) {
        nodes.push_back(scene->mRootNode);
    }
    while (!nodes.empty()) {
        aiNode* const node = nodes.back();
        nodes.pop_back();
        nodes.insert(nodes.end(), node->mChildren, node->mChildren + node->mNumChildren);
        node->mNumChildren = 0;
        delete[] node->mChildren;
        node->mChildren = nullptr;
        delete node;
    }
    scene->mRootNode = nullptr;
    delete scene;
}

aiVector3D vectorOf(const Point& point) {
    return {static_cast<ai_real>(point[0]), static_cast<ai_real>(point[1]), static_cast<ai_real>(point[2])};
}

aiQuaternion rotationAbout(const Point& axis, double degrees) {
    return {vectorOf(axis), static_cast<ai_real>(degrees * kRadians)};
}

aiMatrix4x4 translation(const Point& offset) {
    aiMatrix4x4 matrix;
    return aiMatrix4x4::Translation(vectorOf(offset), matrix);
}

aiMatrix4x4 scaling(const Point& factors) {
    aiMatrix4x4 matrix;
    return aiMatrix4x4::Scaling(vectorOf(factors), matrix);
}

aiMatrix4x4 rotation(const Point& axis, double degrees) {
    return aiMatrix4x4(rotationAbout(axis, degrees).GetMatrix());
}

ScenePointer emptyScene() {
    ScenePointer scene(new aiScene);
    scene->mRootNode = new aiNode("root");
    return scene;
}

aiNode* addNode(aiNode* parent, const std::string& name, const aiMatrix4x4& transformation) {
    auto* const node = new aiNode(name);
    node->mTransformation = transformation;
    node->mParent = parent;
    append(parent->mChildren, parent->mNumChildren, node);
    return node;
}

aiMesh* addMesh(aiScene& scene, const std::string& name, const std::vector<Point>& positions,
                const std::vector<Point>& normals) {
    auto* const mesh = new aiMesh;
    mesh->mName.Set(name);
    mesh->mNumVertices = static_cast<unsigned int>(positions.size());
    mesh->mVertices = newVectors(positions);
    mesh->mNormals = normals.empty() ? nullptr : newVectors(normals);
    append(scene.mMeshes, scene.mNumMeshes, mesh);
    return mesh;
}

void setFaces(aiMesh& mesh, const Faces& faces) {
    delete[] mesh.mFaces;
    mesh.mNumFaces = static_cast<unsigned int>(faces.size());
    mesh.mFaces = new aiFace[faces.size()];
    for (std::size_t i = 0; i < faces.size(); ++i) {
        mesh.mFaces[i].mNumIndices = static_cast<unsigned int>(faces[i].size());
        mesh.mFaces[i].mIndices = new unsigned int[faces[i].size()];
        std::copy(faces[i].begin(), faces[i].end(), mesh.mFaces[i].mIndices);
    }
}

Faces separateTriangles(std::size_t count) {
    Faces faces;
    for (unsigned int i = 0; i < count; ++i) {
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return faces;
}

void useMesh(aiNode* node, unsigned int index) {
    append(node->mMeshes, node->mNumMeshes, index);
}

void addTexture(aiMaterial& material, const std::string& texture) {
    const aiString path(texture);
    material.AddProperty(&path, AI_MATKEY_TEXTURE_DIFFUSE(0));
}

void addMaterial(aiScene& scene, const std::string& texture, const std::string& name) {
    append(scene.mMaterials, scene.mNumMaterials, new aiMaterial);
    aiMaterial& material = *scene.mMaterials[scene.mNumMaterials - 1];
    if (!texture.empty()) {
        addTexture(material, texture);
    }
    if (!name.empty()) {
        const aiString text(name);
        material.AddProperty(&text, AI_MATKEY_NAME);
    }
}

aiBone* addBone(aiMesh* mesh, const std::string& name, const aiMatrix4x4& offset,
                const std::vector<std::pair<unsigned int, double>>& weights) {
    auto* const bone = new aiBone;
    bone->mName.Set(name);
    bone->mOffsetMatrix = offset;
    bone->mNumWeights = static_cast<unsigned int>(weights.size());
    bone->mWeights = new aiVertexWeight[weights.size()];
    std::transform(weights.begin(), weights.end(), bone->mWeights, [](const auto& weight) {
        return aiVertexWeight(weight.first, static_cast<float>(weight.second));
    });
    append(mesh->mBones, mesh->mNumBones, bone);
    return bone;
}

aiAnimMesh* addTarget(aiMesh* mesh, const std::vector<Point>& positions, const std::vector<Point>& normals,
                      float weight) {
    auto* const target = new aiAnimMesh;
    target->mNumVertices = static_cast<unsigned int>(std::max(positions.size(), normals.size()));
    target->mVertices = positions.empty() ? nullptr : newVectors(positions);
    target->mNormals = normals.empty() ? nullptr : newVectors(normals);
    target->mWeight = weight;
    append(mesh->mAnimMeshes, mesh->mNumAnimMeshes, target);
    return target;
}

aiAnimation* addAnimation(aiScene& scene, const std::string& name, double duration, double ticksPerSecond) {
    auto* const animation = new aiAnimation;
    animation->mName.Set(name);
    animation->mDuration = duration;
    animation->mTicksPerSecond = ticksPerSecond;
    append(scene.mAnimations, scene.mNumAnimations, animation);
    return animation;
}

aiNodeAnim* addChannel(aiAnimation* animation, const std::string& node) {
    auto* const channel = new aiNodeAnim;
    channel->mNodeName.Set(node);
    append(animation->mChannels, animation->mNumChannels, channel);
    return channel;
}

void setPositions(aiNodeAnim* channel, const std::vector<std::pair<double, Point>>& keys) {
    setKeys(channel->mPositionKeys, channel->mNumPositionKeys, keys, vectorOf);
}

void setScalings(aiNodeAnim* channel, const std::vector<std::pair<double, Point>>& keys) {
    setKeys(channel->mScalingKeys, channel->mNumScalingKeys, keys, vectorOf);
}

void setRotations(aiNodeAnim* channel, const std::vector<std::pair<double, aiQuaternion>>& keys) {
    setKeys(channel->mRotationKeys, channel->mNumRotationKeys, keys,
            [](const aiQuaternion& value) { return value; });
}

aiMeshMorphAnim* addMorphChannel(aiAnimation* animation, const std::string& name,
                                 const std::vector<MorphKey>& keys) {
    auto* const channel = new aiMeshMorphAnim;
    channel->mName.Set(name);
    channel->mNumKeys = static_cast<unsigned int>(keys.size());
    channel->mKeys = new aiMeshMorphKey[keys.size()];
    for (std::size_t i = 0; i < keys.size(); ++i) {
        aiMeshMorphKey& key = channel->mKeys[i];
        key.mTime = keys[i].time;
        if (keys[i].weights.empty()) {
            continue; // Assimp would not delete the arrays
        }
        key.mNumValuesAndWeights = static_cast<unsigned int>(keys[i].weights.size());
        key.mValues = new unsigned int[keys[i].weights.size()];
        key.mWeights = new double[keys[i].weights.size()];
        for (std::size_t j = 0; j < keys[i].weights.size(); ++j) {
            key.mValues[j] = keys[i].weights[j].first;
            key.mWeights[j] = keys[i].weights[j].second;
        }
    }
    append(animation->mMorphMeshChannels, animation->mNumMorphMeshChannels, channel);
    return channel;
}

ScenePointer movingScene() {
    ScenePointer scene = emptyScene();
    aiAnimation* const animation = addAnimation(*scene, "walk", 1);
    scene->mMaterials = new aiMaterial*[2];
    for (unsigned int i = 0; i < 2; ++i) {
        const std::string name = "part" + std::to_string(i);
        aiMesh* const mesh = addMesh(*scene, name, {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}});
        setFaces(*mesh, {{0, 1, 2}});
        mesh->mMaterialIndex = i;
        scene->mMaterials[i] = new aiMaterial;
        scene->mNumMaterials = i + 1;
        addBone(mesh, name, {}, {{0, 1}, {1, 0.5}});
        addTarget(mesh, {{0, 0, 1}, {9, 0, 1}, {0, 9, 1}});
        useMesh(addNode(scene->mRootNode, name), i);
        setPositions(addChannel(animation, name), {{1, {0, 20, 0}}, {0, {0, 0, 0}}});
        addMorphChannel(animation, name, {{0, {{0, 0}}}, {1, {{0, 1}}}});
    }
    return scene;
}

ScenePointer largeScene(unsigned int size) {
    ScenePointer scene = emptyScene();
    const std::vector<Point> points(size, {1, 2, 3});
    aiMesh* const skinned = addMesh(*scene, "skinned", points, points);
    aiMesh* const morphed = addMesh(*scene, "morphed", points, points);
    aiAnimation* const animation = addAnimation(*scene, "move", size);
    aiNode* node = scene->mRootNode;
    std::vector<MorphKey> morphKeys;
    for (unsigned int i = 0; i < size; ++i) {
        const std::string name = "node" + std::to_string(i);
        node = addNode(node, name, translation({1, 0, 0}));
        useMesh(node, i % 2);
        addBone(skinned, i % 3 == 0 ? "gone" : name, {}, {{i, 1}, {(i + 1) % size, 1}, {size / 2, 1}});
        addTarget(morphed, points, points, 0.5f);
        const double time = i % 5;
        setPositions(addChannel(animation, name), {{time, {}}, {2, {}}, {0, {}}});
        addMorphChannel(animation, name, {{time, {{i, 1}, {0, 0.5}}}, {1, {{i, 0.5}}}});
        morphKeys.push_back({std::cos(i), {{i, 1}, {0, 0.5}}});
    }
    addMorphChannel(animation, "morphed", morphKeys);
    return scene;
}

} // namespace assimp_md2::inner::test
