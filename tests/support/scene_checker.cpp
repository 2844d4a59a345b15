// SPDX-License-Identifier: BSD-3-Clause
// Checks what is true of every scene of the importer, and compares scenes with models. Used by tests, fuzzers
// and benchmarks, so it uses no test framework.
#include "support/scene_checker.h"

#include "assimp-md2/metadata.h"
#include "importer/base/text.h"

#include <assimp/commonMetaData.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>

namespace assimp_md2::inner::test {
namespace {

/// Collects what is wrong.
class Problems {
public:
    bool expect(bool holds, const char* what) {
        if (!holds) {
            add(what);
        }
        return holds;
    }
    bool expect(bool holds, const std::string& where, const char* what) {
        if (!holds) {
            add(where + ": " + what);
        }
        return holds;
    }
    std::vector<std::string> take() { return std::move(lines_); }

private:
    static constexpr std::size_t kMost = 20;
    void add(const std::string& line) {
        if (lines_.size() < kMost) {
            lines_.push_back(line);
        }
    }
    std::vector<std::string> lines_;
};

std::string name(const aiString& string) {
    return {string.data, string.length};
}

bool isFinite(const aiVector3D& vector) {
    return std::isfinite(vector.x) && std::isfinite(vector.y) && std::isfinite(vector.z);
}

void checkVectors(Problems& problems, const aiVector3D* positions, const aiVector3D* normals,
                  unsigned int count, const std::string& where) {
    if (!problems.expect(positions != nullptr && normals != nullptr, where, "it has positions and normals")) {
        return;
    }
    bool finite = true;
    bool unit = true;
    for (unsigned int i = 0; i < count; ++i) {
        finite = finite && isFinite(positions[i]);
        unit = unit && std::abs(normals[i].Length() - 1) < 1e-3f;
    }
    problems.expect(finite, where, "positions are finite");
    problems.expect(unit, where, "normals have length 1");
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
    problems.expect(used == mesh.mNumVertices, "every vertex is used by a face, and faces use no others");
}

double largestDifference(const aiVector3D& a, const aiVector3D& b) {
    const aiVector3t<double> difference = aiVector3t<double>(a) - aiVector3t<double>(b);
    return std::max({std::abs(difference.x), std::abs(difference.y), std::abs(difference.z)});
}

double largestCoordinate(const aiScene& scene) {
    double largest = std::numeric_limits<float>::min() * 0x1p23;
    for (unsigned int m = 0; m < scene.mNumMeshes; ++m) {
        for (unsigned int i = 0; i < scene.mMeshes[m]->mNumVertices; ++i) {
            largest = std::max(largest, largestDifference(scene.mMeshes[m]->mVertices[i], {}));
        }
    }
    return largest;
}

void checkAnimMeshes(Problems& problems, const aiMesh& mesh, double largest) {
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        const std::string where = "anim mesh " + std::to_string(i);
        const aiAnimMesh* const animMesh = mesh.mAnimMeshes[i];
        if (!problems.expect(animMesh != nullptr, where, "it exists")) {
            continue;
        }
        problems.expect(animMesh->mNumVertices == mesh.mNumVertices, where, "it has the mesh's vertex count");
        problems.expect(animMesh->mWeight == 0, where, "it has weight 0");
        problems.expect(isUtf8(name(animMesh->mName)), where, "it has a UTF-8 name");
        checkVectors(problems, animMesh->mVertices, animMesh->mNormals, animMesh->mNumVertices, where);
    }
    if (mesh.mNumAnimMeshes == 0) {
        return;
    }
    problems.expect(static_cast<int>(mesh.mMethod) == static_cast<int>(aiMorphingMethod_MORPH_NORMALIZED),
                    "morphing is MORPH_NORMALIZED");
    // Vertices that part later lie up to 256 units of the last place apart; see separateCoincidingVertices.
    const aiAnimMesh& first = *mesh.mAnimMeshes[0];
    for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
        problems.expect(largestDifference(mesh.mVertices[i], first.mVertices[i]) <= 4e-5 * largest &&
                            largestDifference(mesh.mNormals[i], first.mNormals[i]) <= 0.01,
                        "the mesh is frame 0");
    }
}

void checkKey(Problems& problems, const aiMeshMorphKey& key, unsigned int targets, const std::string& where) {
    if (!problems.expect(key.mNumValuesAndWeights == targets && key.mValues != nullptr &&
                             key.mWeights != nullptr,
                         where, "every target is in every key")) {
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
    problems.expect(inOrder, where, "targets are listed in order");
    problems.expect(zeroOrOne, where, "weights are 0 or 1");
    problems.expect(active == 1, where, "one frame is active");
}

/// The children of the root with meshes, or those without.
std::vector<const aiNode*> childrenOfRoot(const aiScene& scene, bool withMeshes) {
    std::vector<const aiNode*> nodes;
    std::copy_if(scene.mRootNode->mChildren, scene.mRootNode->mChildren + scene.mRootNode->mNumChildren,
                 std::back_inserter(nodes),
                 [&](const aiNode* node) { return (node->mNumMeshes > 0) == withMeshes; });
    return nodes;
}

/// The nodes of the models. Their children are tags.
std::vector<const aiNode*> modelNodes(const aiScene& scene) {
    return childrenOfRoot(scene, true);
}

/// The node above the bones of all models of a scene with skeletons, else none.
std::vector<const aiNode*> skeletonNodes(const aiScene& scene) {
    return childrenOfRoot(scene, false);
}

/// The nodes below `node`.
std::vector<const aiNode*> nodesBelow(const aiNode& node) {
    std::vector<const aiNode*> nodes(node.mChildren, node.mChildren + node.mNumChildren);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const aiNode& next = *nodes[i];
        nodes.insert(nodes.end(), next.mChildren, next.mChildren + next.mNumChildren);
    }
    return nodes;
}

std::size_t boneCount(const aiScene& scene) {
    std::size_t count = 0;
    for (const aiNode* const skeleton : skeletonNodes(scene)) {
        count += nodesBelow(*skeleton).size();
    }
    return count;
}

void checkNodeChannels(Problems& problems, const aiScene& scene, const aiAnimation& animation,
                       const std::string& where) {
    std::size_t tags = 0;
    for (const aiNode* const node : modelNodes(scene)) {
        tags += node->mNumChildren;
    }
    problems.expect(animation.mNumChannels == modelNodes(scene).size() + tags + boneCount(scene), where,
                    "it has a node channel for each model, tag and bone");
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        const aiNodeAnim& channel = *animation.mChannels[i];
        const aiNode* const node = scene.mRootNode->FindNode(channel.mNodeName);
        if (!problems.expect(node != nullptr, where, "its node exists")) {
            continue;
        }
        const bool isTagOrBone = node->mNumMeshes == 0;
        const unsigned int keys = isTagOrBone ? static_cast<unsigned int>(animation.mDuration) + 1 : 1;
        problems.expect(channel.mNumPositionKeys == keys && channel.mNumRotationKeys == keys &&
                            channel.mNumScalingKeys == 1,
                        where, "a tag or bone has a key at each frame, a model one");
        problems.expect(isTagOrBone || (channel.mPositionKeys[0].mValue == aiVector3D() &&
                                        channel.mRotationKeys[0].mValue == aiQuaternion() &&
                                        channel.mScalingKeys[0].mValue == aiVector3D(1, 1, 1)),
                        where, "a model stays where its node is");
        for (unsigned int key = 0; key < channel.mNumPositionKeys; ++key) {
            const aiQuaternion& rotation = channel.mRotationKeys[key].mValue;
            const double length =
                std::sqrt(double{rotation.w} * rotation.w + double{rotation.x} * rotation.x +
                          double{rotation.y} * rotation.y + double{rotation.z} * rotation.z);
            problems.expect(isFinite(channel.mPositionKeys[key].mValue) && std::abs(length - 1) < 1e-3 &&
                                channel.mPositionKeys[key].mTime == static_cast<double>(key) &&
                                channel.mRotationKeys[key].mTime == static_cast<double>(key),
                            where, "keys of nodes are finite, and at 0, 1, 2 …");
        }
    }
}

/// At most four weights per vertex, above 0, which sum to 1.
void checkBones(Problems& problems, const aiScene& scene, const aiMesh& mesh) {
    if (mesh.mNumBones == 0) {
        return;
    }
    std::vector<double> sums(mesh.mNumVertices);
    std::vector<int> counts(mesh.mNumVertices);
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        problems.expect(scene.mRootNode->FindNode(bone.mName) != nullptr, "a bone has a node");
        problems.expect(bone.mNumWeights > 0, "a bone of a mesh moves a vertex");
        for (unsigned int j = 0; j < bone.mNumWeights; ++j) {
            const aiVertexWeight& weight = bone.mWeights[j];
            if (problems.expect(weight.mVertexId < mesh.mNumVertices && weight.mWeight > 0,
                                "weights are above 0, and of vertices that exist")) {
                sums[weight.mVertexId] += static_cast<double>(weight.mWeight);
                ++counts[weight.mVertexId];
            }
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        problems.expect(std::abs(sums[i] - 1) < 1e-5 && counts[i] <= 4,
                        "a vertex has at most four weights, which sum to 1");
    }
}

void checkAnimation(Problems& problems, const aiScene& scene, const aiAnimation& animation) {
    const std::string where = "animation " + name(animation.mName);
    problems.expect(animation.mName.length > 0 && isUtf8(name(animation.mName)), where,
                    "it has a UTF-8 name");
    problems.expect(animation.mTicksPerSecond > 0, where, "it has a rate");
    problems.expect(animation.mNumMeshChannels == 0, where, "it has no mesh channel");
    const std::size_t morphed = skeletonNodes(scene).empty() ? modelNodes(scene).size() : 0;
    if (!problems.expect(animation.mNumMorphMeshChannels == morphed, where,
                         "it has a morph channel for each model, or none if there are bones")) {
        return;
    }
    checkNodeChannels(problems, scene, animation, where);
    for (unsigned int c = 0; c < animation.mNumMorphMeshChannels; ++c) {
        const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[c];
        const aiNode* const node = scene.mRootNode->FindNode(channel.mName);
        if (!problems.expect(node != nullptr && node->mNumMeshes > 0 && channel.mNumKeys >= 2, where,
                             "the morphed node owns meshes, and there are two keys or more")) {
            continue;
        }
        for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
            problems.expect(channel.mKeys[i].mTime == static_cast<double>(i), where, "keys are at 0, 1, 2 …");
            for (unsigned int m = 0; m < node->mNumMeshes; ++m) {
                checkKey(problems, channel.mKeys[i], scene.mMeshes[node->mMeshes[m]]->mNumAnimMeshes, where);
            }
        }
        problems.expect(animation.mDuration == channel.mKeys[channel.mNumKeys - 1].mTime, where,
                        "it ends with its last key");
    }
}

/// The rotation from the axes of a model to those of the scene.
aiMatrix4x4 rotationOf(const aiScene& scene) {
    aiString front;
    const bool isZ = scene.mMetaData->Get(ASSIMP_MD2_METADATA_FRONT, front) && name(front) == "z";
    return isZ ? aiMatrix4x4(0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1)
               : aiMatrix4x4(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
}

/// In the rest pose, a bone does not move its mesh.
void checkRestPose(Problems& problems, const aiScene& scene, const aiMesh& mesh) {
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        aiMatrix4x4 matrix = mesh.mBones[i]->mOffsetMatrix;
        for (const aiNode* node = scene.mRootNode->FindNode(mesh.mBones[i]->mName); node != nullptr;
             node = node->mParent) {
            matrix = node->mTransformation * matrix;
        }
        const aiVector3D moved(matrix.a4, matrix.b4, matrix.c4);
        const aiMatrix4x4& offset = mesh.mBones[i]->mOffsetMatrix;
        const ai_real size = aiVector3D(offset.a4, offset.b4, offset.c4).Length();
        problems.expect(aiMatrix3x3(matrix) == aiMatrix3x3() && moved.Length() <= 1e-5 * (1 + size),
                        "global transformation and offset matrix of a bone cancel out");
    }
}

void checkNodes(Problems& problems, const aiScene& scene) {
    const aiNode& root = *scene.mRootNode;
    problems.expect(root.mTransformation.IsIdentity(), "the root has no transformation");
    problems.expect(root.mNumChildren > 0 && root.mNumMeshes == 0, "the root has children and no mesh");
    std::set<std::string> names = {name(root.mName)};
    std::vector<int> owners(scene.mNumMeshes);
    for (const aiNode* const node : modelNodes(scene)) {
        problems.expect(node->mParent == &root && node->mNumMeshes > 0 && node->mTransformation.IsIdentity(),
                        "a model has a node that owns its meshes");
        problems.expect(node->mName.length > 0 && names.insert(name(node->mName)).second,
                        "the nodes' names differ");
        for (unsigned int i = 0; i < node->mNumMeshes; ++i) {
            if (problems.expect(node->mMeshes[i] < scene.mNumMeshes, "the meshes of nodes exist")) {
                ++owners[node->mMeshes[i]];
                problems.expect(name(node->mName) == name(scene.mMeshes[node->mMeshes[i]]->mName),
                                "a node and its meshes have one name");
            }
        }
        for (unsigned int i = 0; i < node->mNumChildren; ++i) {
            const aiNode& tag = *node->mChildren[i];
            problems.expect(tag.mNumMeshes == 0 && tag.mNumChildren == 0 && tag.mParent == node &&
                                names.insert(name(tag.mName)).second && isUtf8(name(tag.mName)),
                            "a tag is a node without meshes, with a name of its own");
        }
    }
    problems.expect(skeletonNodes(scene).size() <= 1, "one node is above all bones");
    for (const aiNode* const skeleton : skeletonNodes(scene)) {
        problems.expect(names.insert(name(skeleton->mName)).second, "the nodes' names differ");
        for (const aiNode* const bone : nodesBelow(*skeleton)) {
            problems.expect(bone->mNumMeshes == 0 && names.insert(name(bone->mName)).second,
                            "a bone is a node without meshes, with a name of its own");
        }
    }
    for (const int owned : owners) {
        problems.expect(owned == 1, "each mesh has one node");
    }
}

void checkMaterials(Problems& problems, const aiScene& scene) {
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        problems.expect(scene.mMeshes[i]->mMaterialIndex < scene.mNumMaterials, "a mesh's material exists");
    }
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        aiString texture;
        if (scene.mMaterials[i]->GetTexture(aiTextureType_DIFFUSE, 0, &texture) == aiReturn_SUCCESS) {
            problems.expect(texture.length > 0 && isUtf8(name(texture)), "textures have UTF-8 names");
            problems.expect(texture.data[0] != '*' || scene.GetEmbeddedTexture(texture.data) != nullptr,
                            "embedded textures exist");
        }
    }
}

void checkMetadata(Problems& problems, const aiScene& scene) {
    aiString version;
    problems.expect(scene.mMetaData != nullptr && scene.mMetaData->HasKey(AI_METADATA_SOURCE_FORMAT) &&
                        scene.mMetaData->Get(AI_METADATA_SOURCE_FORMAT_VERSION, version) &&
                        (name(version) == "8" || name(version) == "14" || name(version) == "15"),
                    "the metadata has format and version");
}

bool same(const aiVector3D& vector, const std::array<float, 3>& expected) {
    return vector.x == expected[0] && vector.y == expected[1] && vector.z == expected[2];
}

/// A vector of a mesh in the axes of the model.
aiVector3D inModel(const aiScene& scene, const aiVector3D& vector) {
    return aiMatrix3x3(rotationOf(scene)).Transpose() * vector;
}

} // namespace

std::vector<std::string> problemsOf(const aiScene& scene) {
    Problems problems;
    if (!problems.expect(scene.mRootNode != nullptr && scene.mNumMeshes > 0, "there is a mesh")) {
        return problems.take();
    }
    problems.expect((scene.mFlags & AI_SCENE_FLAGS_ALLOW_SHARED) != 0, "shared vertices are allowed");
    checkNodes(problems, scene);
    checkMetadata(problems, scene);
    checkMaterials(problems, scene);
    const double largest = largestCoordinate(scene);
    for (unsigned int m = 0; m < scene.mNumMeshes; ++m) {
        const aiMesh& mesh = *scene.mMeshes[m];
        problems.expect(mesh.mPrimitiveTypes == aiPrimitiveType_TRIANGLE, "the mesh has triangles only");
        checkFaces(problems, mesh);
        checkVectors(problems, mesh.mVertices, mesh.mNormals, mesh.mNumVertices, "the mesh");
        if (mesh.mTextureCoords[0] != nullptr) {
            problems.expect(mesh.mNumUVComponents[0] == 2, "texture coordinates have two components");
            for (unsigned int i = 0; i < mesh.mNumVertices; ++i) {
                problems.expect(isFinite(mesh.mTextureCoords[0][i]), "texture coordinates are finite");
            }
        }
        checkAnimMeshes(problems, mesh, largest);
        checkBones(problems, scene, mesh);
        checkRestPose(problems, scene, mesh);
        problems.expect(mesh.mNumAnimMeshes == 0 || mesh.mNumBones == 0, "a mesh has anim meshes or bones");
        problems.expect(mesh.mNumAnimMeshes + mesh.mNumBones > 0 || scene.mNumAnimations == 0,
                        "a static mesh has no animation");
    }
    std::set<std::string> names;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        checkAnimation(problems, scene, *scene.mAnimations[i]);
        problems.expect(names.insert(name(scene.mAnimations[i]->mName)).second, "animation names are unique");
    }
    return problems.take();
}

std::vector<std::string> differences(const aiScene& scene, const NaiveModel& model, int staticFrame) {
    Problems problems;
    // The corners of the model, in the order of its triangles, as vertices of its meshes.
    struct Corner {
        const aiMesh* mesh;
        unsigned int vertex;
    };
    std::vector<Corner> corners;
    const aiNode& node = *scene.mRootNode->mChildren[0];
    std::vector<std::size_t> meshOfTriangle;
    for (unsigned int m = 0; m < node.mNumMeshes; ++m) {
        const aiMesh& mesh = *scene.mMeshes[node.mMeshes[m]];
        for (unsigned int face = 0; face < mesh.mNumFaces; ++face) {
            meshOfTriangle.push_back(m);
            for (const int k : {2, 1, 0}) {
                corners.push_back({&mesh, mesh.mFaces[face].mIndices[k]});
            }
        }
    }
    if (!problems.expect(corners.size() == model.frames[0].positions.size(), "as many triangles")) {
        return problems.take();
    }
    for (std::size_t i = 1; i < meshOfTriangle.size(); ++i) {
        problems.expect((meshOfTriangle[i] != meshOfTriangle[i - 1]) ==
                            (model.skinOfTriangle[i] != model.skinOfTriangle[i - 1]),
                        "a mesh for each skin");
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const aiVector3D* const coordinates = corners[i].mesh->mTextureCoords[0];
        if (problems.expect((coordinates != nullptr) == !model.textureCoordinates.empty(),
                            "texture coordinates where the model has them") &&
            coordinates != nullptr) {
            const aiVector3D& coordinate = coordinates[corners[i].vertex];
            problems.expect(coordinate.x == model.textureCoordinates[i][0] &&
                                coordinate.y == model.textureCoordinates[i][1] && coordinate.z == 0,
                            "texture coordinates agree");
        }
    }
    const auto sameNormal = [&](const aiVector3D& normal, const std::array<float, 3>& expected) {
        return model.hasExactNormals
                   ? same(normal, expected)
                   : (normal - aiVector3D(expected[0], expected[1], expected[2])).Length() < 1e-4f;
    };
    if (staticFrame < 0 && model.frames.size() == 1 && corners[0].mesh->mNumAnimMeshes == 0) {
        staticFrame = 0; // a model of one frame is a static mesh unless a list of clips asks for more
    }
    if (staticFrame >= 0) {
        const NaiveModel::Frame& frame = model.frames.at(static_cast<std::size_t>(staticFrame));
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto& [mesh, vertex] = corners[i];
            problems.expect(same(inModel(scene, mesh->mVertices[vertex]), frame.positions[i]) &&
                                sameNormal(inModel(scene, mesh->mNormals[vertex]), frame.normals[i]),
                            "the static frame agrees");
        }
        return problems.take();
    }
    for (std::size_t f = 0; f < model.frames.size(); ++f) {
        const NaiveModel::Frame& frame = model.frames[f];
        const std::string where = "frame " + std::to_string(f);
        bool samePositions = true;
        bool sameNormals = true;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto& [mesh, vertex] = corners[i];
            if (!problems.expect(mesh->mNumAnimMeshes == model.frames.size(), "as many frames")) {
                return problems.take();
            }
            const aiAnimMesh& animMesh = *mesh->mAnimMeshes[f];
            if (i == 0) {
                problems.expect(name(animMesh.mName) == utf8FromLatin1(frame.name), where, "it has its name");
            }
            samePositions =
                samePositions && same(inModel(scene, animMesh.mVertices[vertex]), frame.positions[i]);
            sameNormals =
                sameNormals && sameNormal(inModel(scene, animMesh.mNormals[vertex]), frame.normals[i]);
        }
        problems.expect(samePositions, where, "positions agree");
        problems.expect(sameNormals, where, "normals agree");
    }
    return problems.take();
}

namespace {

const aiScene* throwUnlessSound(const aiScene* scene) {
    const std::vector<std::string> problems = problemsOf(*scene);
    return problems.empty() ? scene : throw std::runtime_error(problems.front());
}

} // namespace

const aiScene* soundSceneOf(Assimp::Importer& importer, const Bytes& bytes, unsigned int flags) {
    return throwUnlessSound(sceneOf(importer, bytes, flags));
}

const aiScene* soundSceneOfFile(Assimp::Importer& importer, const std::string& path) {
    return throwUnlessSound(sceneOfFile(importer, path));
}

} // namespace assimp_md2::inner::test
