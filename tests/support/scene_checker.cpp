// SPDX-License-Identifier: BSD-3-Clause
// What holds for every scene that the importer delivers, and whether a scene is that of a model; called by
// tests, fuzzers and benchmarks alike, so it knows no test framework.
#include "support/scene_checker.h"

#include <assimp/commonMetaData.h>
#include <assimp/scene.h>

#include <cmath>
#include <set>

namespace assimp_md2::test {
namespace {

/// Collects what is wrong.
class Problems {
public:
    bool expect(bool holds, const std::string& what) {
        if (!holds && lines_.size() < kMost) {
            lines_.push_back(what);
        }
        return holds;
    }
    std::vector<std::string> take() { return std::move(lines_); }

private:
    static constexpr std::size_t kMost = 20;
    std::vector<std::string> lines_;
};

std::string name(const aiString& string) {
    return {string.data, string.length};
}

bool isUtf8(const std::string& text) {
    std::size_t expected = 0;
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (expected > 0) {
            if ((byte & 0xC0) != 0x80) {
                return false;
            }
            --expected;
        } else if (byte >= 0x80) {
            expected = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
            if (byte < 0xC2) {
                return false;
            }
        }
    }
    return expected == 0;
}

bool isFinite(const aiVector3D& vector) {
    return std::isfinite(vector.x) && std::isfinite(vector.y) && std::isfinite(vector.z);
}

void checkVectors(Problems& problems, const aiVector3D* positions, const aiVector3D* normals,
                  unsigned int count, const std::string& where) {
    if (!problems.expect(positions != nullptr && normals != nullptr, where + " has positions and normals")) {
        return;
    }
    bool finite = true;
    bool unit = true;
    for (unsigned int i = 0; i < count; ++i) {
        finite = finite && isFinite(positions[i]);
        unit = unit && std::abs(normals[i].Length() - 1) < 1e-3f;
    }
    problems.expect(finite, where + ": positions are finite");
    problems.expect(unit, where + ": normals have length 1");
}

void checkFaces(Problems& problems, const aiMesh& mesh) {
    unsigned int used = 0;
    problems.expect(mesh.mNumFaces > 0, "there are faces");
    for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
        const aiFace& face = mesh.mFaces[i];
        if (!problems.expect(face.mNumIndices == 3 && face.mIndices != nullptr, "faces are triangles")) {
            return;
        }
        // The file's order is the reverse of the face's, and corners are numbered in order of first use.
        for (const int k : {2, 1, 0}) {
            problems.expect(face.mIndices[k] <= used, "vertices are numbered in order of first use");
            used += face.mIndices[k] == used ? 1 : 0;
        }
    }
    problems.expect(used == mesh.mNumVertices, "every vertex is used by a face, and no other");
}

void checkAnimMeshes(Problems& problems, const aiMesh& mesh) {
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        const std::string where = "anim mesh " + std::to_string(i);
        const aiAnimMesh* const animMesh = mesh.mAnimMeshes[i];
        if (!problems.expect(animMesh != nullptr, where + " is there")) {
            continue;
        }
        problems.expect(animMesh->mNumVertices == mesh.mNumVertices, where + " has the mesh's vertex count");
        problems.expect(animMesh->mWeight == 0, where + " has weight 0");
        problems.expect(isUtf8(name(animMesh->mName)), where + " has a UTF-8 name");
        checkVectors(problems, animMesh->mVertices, animMesh->mNormals, animMesh->mNumVertices, where);
    }
    if (mesh.mNumAnimMeshes == 0) {
        return;
    }
    problems.expect(static_cast<int>(mesh.mMethod) == static_cast<int>(aiMorphingMethod_MORPH_NORMALIZED),
                    "morphing is MORPH_NORMALIZED");
    for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
        problems.expect(mesh.mVertices[i] == mesh.mAnimMeshes[0]->mVertices[i] &&
                            mesh.mNormals[i] == mesh.mAnimMeshes[0]->mNormals[i],
                        "the mesh is frame 0");
    }
}

void checkKey(Problems& problems, const aiMeshMorphKey& key, unsigned int targets, const std::string& where) {
    if (!problems.expect(key.mNumValuesAndWeights == targets && key.mValues != nullptr &&
                             key.mWeights != nullptr,
                         where + ": every target is in every key")) {
        return;
    }
    unsigned int active = 0;
    bool inOrder = true;
    bool zeroOrOne = true;
    for (unsigned int target = 0; target < targets; ++target) {
        inOrder = inOrder && key.mValues[target] == target;
        zeroOrOne = zeroOrOne && (key.mWeights[target] == 0 || key.mWeights[target] == 1);
        active += key.mWeights[target] == 1 ? 1 : 0;
    }
    problems.expect(inOrder, where + ": targets are listed in order");
    problems.expect(zeroOrOne, where + ": weights are 0 or 1");
    problems.expect(active == 1, where + ": one frame is active");
}

void checkAnimation(Problems& problems, const aiScene& scene, const aiAnimation& animation) {
    const aiMesh& mesh = *scene.mMeshes[0];
    const std::string where = "animation " + name(animation.mName);
    problems.expect(animation.mName.length > 0 && isUtf8(name(animation.mName)), where + " has a UTF-8 name");
    problems.expect(animation.mTicksPerSecond > 0, where + " has a rate");
    problems.expect(animation.mNumMeshChannels == 0, where + " has no mesh channel");
    if (problems.expect(animation.mNumChannels == 1, where + " has one node channel")) {
        const aiNodeAnim& channel = *animation.mChannels[0];
        problems.expect(scene.mRootNode->FindNode(channel.mNodeName) != nullptr,
                        where + ": its node is there");
        problems.expect(channel.mNumPositionKeys == 1 && channel.mNumRotationKeys == 1 &&
                            channel.mNumScalingKeys == 1,
                        where + ": its node stays where it is");
    }
    if (!problems.expect(animation.mNumMorphMeshChannels == 1, where + " has one morph channel")) {
        return;
    }
    const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[0];
    const aiNode* const node = scene.mRootNode->FindNode(channel.mName);
    problems.expect(node != nullptr && node->mNumMeshes == 1, where + ": the morphed node owns the mesh");
    problems.expect(name(channel.mName) == name(mesh.mName), where + ": the channel bears the mesh's name");
    if (!problems.expect(channel.mNumKeys >= 2, where + " has two keys or more")) {
        return;
    }
    for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
        problems.expect(channel.mKeys[i].mTime == static_cast<double>(i), where + ": keys are at 0, 1, 2 …");
        checkKey(problems, channel.mKeys[i], mesh.mNumAnimMeshes, where);
    }
    problems.expect(animation.mDuration == channel.mKeys[channel.mNumKeys - 1].mTime,
                    where + " ends with its last key");
}

void checkNodes(Problems& problems, const aiScene& scene) {
    const aiNode& root = *scene.mRootNode;
    problems.expect(root.mTransformation == aiMatrix4x4(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1),
                    "the root turns z up into y up");
    if (!problems.expect(root.mNumChildren == 1 && root.mNumMeshes == 0,
                         "the root has one child and no mesh")) {
        return;
    }
    const aiNode& node = *root.mChildren[0];
    problems.expect(node.mParent == &root && node.mNumMeshes == 1 && node.mMeshes[0] == 0 &&
                        node.mTransformation.IsIdentity(),
                    "the child owns the mesh");
    problems.expect(node.mName.length > 0 && name(node.mName) != name(root.mName), "the nodes' names differ");
    problems.expect(name(node.mName) == name(scene.mMeshes[0]->mName), "node and mesh bear one name");
}

void checkMaterials(Problems& problems, const aiScene& scene) {
    problems.expect(scene.mNumMaterials > 0 && scene.mMeshes[0]->mMaterialIndex < scene.mNumMaterials,
                    "the mesh's material is there");
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        aiString texture;
        if (scene.mMaterials[i]->GetTexture(aiTextureType_DIFFUSE, 0, &texture) == aiReturn_SUCCESS) {
            problems.expect(texture.length > 0 && isUtf8(name(texture)), "textures have UTF-8 names");
            problems.expect(texture.data[0] != '*' || scene.GetEmbeddedTexture(texture.data) != nullptr,
                            "embedded textures are there");
        }
    }
}

void checkMetadata(Problems& problems, const aiScene& scene) {
    aiString version;
    problems.expect(scene.mMetaData != nullptr && scene.mMetaData->HasKey(AI_METADATA_SOURCE_FORMAT) &&
                        scene.mMetaData->Get(AI_METADATA_SOURCE_FORMAT_VERSION, version) &&
                        name(version) == "8",
                    "the metadata tells format and version");
}

bool same(const aiVector3D& vector, const std::array<float, 3>& expected) {
    return vector.x == expected[0] && vector.y == expected[1] && vector.z == expected[2];
}

std::string latin1ToUtf8(const std::string& latin1) {
    std::string utf8;
    for (const char character : latin1) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte >= 128) {
            utf8 += static_cast<char>(192 + byte / 64);
        }
        utf8 += static_cast<char>(byte >= 128 ? 128 + byte % 64 : byte);
    }
    return utf8;
}

} // namespace

std::vector<std::string> problemsOf(const aiScene& scene) {
    Problems problems;
    if (!problems.expect(scene.mRootNode != nullptr && scene.mNumMeshes == 1, "there is one mesh")) {
        return problems.take();
    }
    const aiMesh& mesh = *scene.mMeshes[0];
    problems.expect((scene.mFlags & AI_SCENE_FLAGS_ALLOW_SHARED) != 0, "shared vertices are allowed");
    problems.expect(mesh.mPrimitiveTypes == aiPrimitiveType_TRIANGLE, "the mesh is of triangles");
    checkNodes(problems, scene);
    checkMetadata(problems, scene);
    checkMaterials(problems, scene);
    checkFaces(problems, mesh);
    checkVectors(problems, mesh.mVertices, mesh.mNormals, mesh.mNumVertices, "the mesh");
    if (mesh.mTextureCoords[0] != nullptr) {
        problems.expect(mesh.mNumUVComponents[0] == 2, "texture coordinates have two components");
        for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
            problems.expect(isFinite(mesh.mTextureCoords[0][i]), "texture coordinates are finite");
        }
    }
    checkAnimMeshes(problems, mesh);
    std::set<std::string> names;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        checkAnimation(problems, scene, *scene.mAnimations[i]);
        problems.expect(names.insert(name(scene.mAnimations[i]->mName)).second, "animation names are unique");
    }
    problems.expect(mesh.mNumAnimMeshes > 0 || scene.mNumAnimations == 0, "a static mesh has no animation");
    return problems.take();
}

std::vector<std::string> differences(const aiScene& scene, const NaiveModel& model, int staticFrame) {
    Problems problems;
    const aiMesh& mesh = *scene.mMeshes[0];
    const std::size_t corners = 3 * std::size_t{mesh.mNumFaces};
    if (!problems.expect(corners == model.frames[0].positions.size(), "as many triangles")) {
        return problems.take();
    }
    problems.expect((mesh.mTextureCoords[0] != nullptr) == !model.textureCoordinates.empty(),
                    "texture coordinates where the model has them");
    const auto cornerOf = [&](std::size_t i) { return mesh.mFaces[i / 3].mIndices[2 - i % 3]; };
    for (std::size_t i = 0; i < corners && mesh.mTextureCoords[0] != nullptr; ++i) {
        const aiVector3D& coordinate = mesh.mTextureCoords[0][cornerOf(i)];
        problems.expect(coordinate.x == model.textureCoordinates[i][0] &&
                            coordinate.y == model.textureCoordinates[i][1] && coordinate.z == 0,
                        "texture coordinates agree");
    }
    if (staticFrame < 0 && model.frames.size() == 1 && mesh.mNumAnimMeshes == 0) {
        staticFrame = 0; // a model of one frame is a static mesh unless a list of clips asks for more
    }
    if (staticFrame >= 0) {
        const NaiveModel::Frame& frame = model.frames.at(static_cast<std::size_t>(staticFrame));
        for (std::size_t i = 0; i < corners; ++i) {
            problems.expect(same(mesh.mVertices[cornerOf(i)], frame.positions[i]) &&
                                same(mesh.mNormals[cornerOf(i)], frame.normals[i]),
                            "the static frame agrees");
        }
        return problems.take();
    }
    if (!problems.expect(mesh.mNumAnimMeshes == model.frames.size(), "as many frames")) {
        return problems.take();
    }
    for (std::size_t f = 0; f < model.frames.size(); ++f) {
        const aiAnimMesh& animMesh = *mesh.mAnimMeshes[f];
        const NaiveModel::Frame& frame = model.frames[f];
        const std::string where = "frame " + std::to_string(f);
        problems.expect(name(animMesh.mName) == latin1ToUtf8(frame.name), where + " has its name");
        bool samePositions = true;
        bool sameNormals = true;
        for (std::size_t i = 0; i < corners; ++i) {
            samePositions = samePositions && same(animMesh.mVertices[cornerOf(i)], frame.positions[i]);
            sameNormals = sameNormals && same(animMesh.mNormals[cornerOf(i)], frame.normals[i]);
        }
        problems.expect(samePositions, where + ": positions agree");
        problems.expect(sameNormals, where + ": normals agree");
    }
    return problems.take();
}

} // namespace assimp_md2::test
