// SPDX-License-Identifier: BSD-3-Clause
// Plays a glTF file as Assimp reads it, without this library: play-assimp FILE EXPECTED.json SHOWN (see
// check.mjs)
#include <assimp/Importer.hpp>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

/// For each target of a mesh, its weight.
using Weights = std::vector<double>;

/// The weights that a channel has at a time, linear between its keys.
Weights weightsAt(const aiMeshMorphAnim& channel, double ticks, unsigned int targetCount) {
    Weights weights(targetCount);
    const auto add = [&](const aiMeshMorphKey& key, double part) {
        for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
            weights.at(key.mValues[i]) += part * key.mWeights[i];
        }
    };
    const aiMeshMorphKey* const first = channel.mKeys;
    const aiMeshMorphKey* const end = first + channel.mNumKeys;
    const aiMeshMorphKey* const next =
        std::find_if(first, end, [&](const aiMeshMorphKey& key) { return key.mTime > ticks; });
    if (next == end || next == first) {
        add(next == end ? end[-1] : *next, 1);
    } else {
        const double part = (ticks - next[-1].mTime) / (next->mTime - next[-1].mTime);
        add(next[-1], 1 - part);
        add(*next, part);
    }
    return weights;
}

void write(std::ostream& stream, const aiVector3D* base, aiVector3D* aiAnimMesh::*member, const aiMesh& mesh,
           const Weights& weights, const aiMatrix4x4& transform, bool isDirection) {
    const aiMatrix3x3 directionTransform(transform);
    for (unsigned int vertex = 0; vertex < mesh.mNumVertices; ++vertex) {
        aiVector3D value = base[vertex];
        for (unsigned int target = 0; target < mesh.mNumAnimMeshes; ++target) {
            const aiVector3D* const moved = mesh.mAnimMeshes[target]->*member;
            if (weights[target] != 0 && moved != nullptr) {
                value += (moved[vertex] - base[vertex]) * static_cast<ai_real>(weights[target]);
            }
        }
        value = isDirection ? directionTransform * value : transform * value;
        const float floats[3] = {static_cast<float>(value.x), static_cast<float>(value.y),
                                 static_cast<float>(value.z)};
        stream.write(reinterpret_cast<const char*>(floats), sizeof floats);
    }
}

/// A mesh of a scene, and where it stands.
struct PlacedMesh {
    const aiMesh* mesh;
    const aiNode* node;
    aiMatrix4x4 transform;
};

void addMeshes(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent,
               std::vector<PlacedMesh>& meshes) {
    const aiMatrix4x4 transform = parent * node.mTransformation;
    for (unsigned int i = 0; i < node.mNumMeshes; ++i) {
        meshes.push_back({scene.mMeshes[node.mMeshes[i]], &node, transform});
    }
    for (unsigned int i = 0; i < node.mNumChildren; ++i) {
        addMeshes(scene, *node.mChildren[i], transform, meshes);
    }
}

Weights weightsAt(const aiAnimation& animation, double ticks, const PlacedMesh& placed) {
    for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
        const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[i];
        if (channel.mName == placed.node->mName) {
            return weightsAt(channel, ticks, placed.mesh->mNumAnimMeshes);
        }
    }
    return Weights(placed.mesh->mNumAnimMeshes);
}

void writePose(std::ostream& stream, const std::vector<PlacedMesh>& meshes,
               const std::vector<Weights>& weights) {
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const aiMesh& mesh = *meshes[i].mesh;
        write(stream, mesh.mVertices, &aiAnimMesh::mVertices, mesh, weights[i], meshes[i].transform, false);
    }
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const aiMesh& mesh = *meshes[i].mesh;
        write(stream, mesh.mNormals, &aiAnimMesh::mNormals, mesh, weights[i], meshes[i].transform, true);
    }
}

/// The transformations of the nodes to the space of the scene.
using Transformations = std::map<std::string, aiMatrix4x4>;

aiVector3D between(const aiVector3D& from, const aiVector3D& to, ai_real part) {
    return from + part * (to - from);
}

aiQuaternion between(const aiQuaternion& from, const aiQuaternion& to, ai_real part) {
    aiQuaternion result;
    aiQuaternion::Interpolate(result, from, to, part);
    return result;
}

template <typename Key>
auto valueAt(const Key* keys, unsigned int count, double ticks) {
    const Key* const end = keys + count;
    const Key* const next = std::find_if(keys, end, [&](const Key& key) { return key.mTime > ticks; });
    auto value = next == end ? end[-1].mValue : next->mValue;
    if (next != end && next != keys) {
        const double part = (ticks - next[-1].mTime) / (next->mTime - next[-1].mTime);
        value = between(next[-1].mValue, next->mValue, static_cast<ai_real>(part));
    }
    return value;
}

void addTransformations(const aiNode& node, const aiMatrix4x4& parent, const aiAnimation* animation,
                        double ticks, Transformations& all) {
    aiMatrix4x4 own = node.mTransformation;
    for (unsigned int i = 0; animation != nullptr && i < animation->mNumChannels; ++i) {
        const aiNodeAnim& channel = *animation->mChannels[i];
        if (channel.mNodeName == node.mName) {
            own = aiMatrix4x4(valueAt(channel.mScalingKeys, channel.mNumScalingKeys, ticks),
                              valueAt(channel.mRotationKeys, channel.mNumRotationKeys, ticks),
                              valueAt(channel.mPositionKeys, channel.mNumPositionKeys, ticks));
        }
    }
    all[node.mName.C_Str()] = parent * own;
    for (unsigned int i = 0; i < node.mNumChildren; ++i) {
        addTransformations(*node.mChildren[i], parent * own, animation, ticks, all);
    }
}

/// The positions of meshes with bones; without an animation, at rest.
void writeSkinned(std::ostream& stream, const aiScene& scene, const std::vector<PlacedMesh>& meshes,
                  const aiAnimation* animation, double ticks) {
    Transformations transformations;
    addTransformations(*scene.mRootNode, aiMatrix4x4(), animation, ticks, transformations);
    for (const PlacedMesh& placed : meshes) {
        const aiMesh& mesh = *placed.mesh;
        std::vector<aiVector3D> positions(mesh.mNumVertices);
        for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
            const aiBone& bone = *mesh.mBones[i];
            const aiMatrix4x4 matrix = transformations.at(bone.mName.C_Str()) * bone.mOffsetMatrix;
            for (unsigned int j = 0; j < bone.mNumWeights; ++j) {
                const auto [vertex, weight] = bone.mWeights[j];
                positions[vertex] += weight * (matrix * mesh.mVertices[vertex]);
            }
        }
        for (const aiVector3D& position : positions) {
            const float floats[3] = {static_cast<float>(position.x), static_cast<float>(position.y),
                                     static_cast<float>(position.z)};
            stream.write(reinterpret_cast<const char*>(floats), sizeof floats);
        }
    }
}

/// Tells the name of the mesh's texture. That of a file is left out: Assimp does not decode its URI.
void tellSkin(const aiScene& scene, const aiMesh& mesh, nlohmann::json& about) {
    aiString path;
    if (scene.mMaterials[mesh.mMaterialIndex]->GetTexture(aiTextureType_DIFFUSE, 0, &path) !=
        aiReturn_SUCCESS) {
        about["skin"] = nullptr;
    } else if (const aiTexture* const texture = scene.GetEmbeddedTexture(path.C_Str())) {
        about["skin"] = texture->mFilename.C_Str();
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: play-assimp FILE EXPECTED.json SHOWN\n");
        return 2;
    }
    const std::string output = argv[3];
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFile(argv[1], 0);
    if (scene == nullptr) {
        std::fprintf(stderr, "play-assimp: %s\n", importer.GetErrorString());
        return 1;
    }
    std::vector<PlacedMesh> meshes;
    addMeshes(*scene, *scene->mRootNode, aiMatrix4x4(), meshes);
    if (meshes.empty()) {
        std::fprintf(stderr, "play-assimp: no node has a mesh\n");
        return 1;
    }
    const auto weightsOf = [&](const auto& ofMesh) {
        std::vector<Weights> weights;
        std::transform(meshes.begin(), meshes.end(), std::back_inserter(weights), ofMesh);
        return weights;
    };
    const bool hasBones = std::all_of(meshes.begin(), meshes.end(),
                                      [](const PlacedMesh& placed) { return placed.mesh->HasBones(); });
    std::ofstream poses(output + ".bin", std::ios::binary);
    if (hasBones) {
        writeSkinned(poses, *scene, meshes, nullptr, 0);
    } else {
        writePose(poses, meshes,
                  weightsOf([](const PlacedMesh& placed) { return Weights(placed.mesh->mNumAnimMeshes); }));
    }

    nlohmann::json expected;
    std::ifstream(argv[2]) >> expected;
    nlohmann::json clips = nlohmann::json::array();
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        const aiAnimation& animation = *scene->mAnimations[i];
        clips.push_back(animation.mName.C_Str());
        if (i < expected["clips"].size() && (hasBones || animation.mNumMorphMeshChannels > 0)) {
            for (const nlohmann::json& sample : expected["clips"][i]["samples"]) {
                const double ticks = sample["time"].get<double>() * animation.mTicksPerSecond;
                if (hasBones) {
                    writeSkinned(poses, *scene, meshes, &animation, ticks);
                } else {
                    writePose(poses, meshes, weightsOf([&](const PlacedMesh& placed) {
                                  return weightsAt(animation, ticks, placed);
                              }));
                }
            }
        }
    }
    nlohmann::json frames = nlohmann::json::array();
    for (unsigned int i = 0; i < meshes[0].mesh->mNumAnimMeshes; ++i) {
        frames.push_back(meshes[0].mesh->mAnimMeshes[i]->mName.C_Str());
    }
    unsigned int vertexCount = 0;
    for (const PlacedMesh& placed : meshes) {
        vertexCount += placed.mesh->mNumVertices;
    }
    const std::string version = std::to_string(aiGetVersionMajor()) + "." +
                                std::to_string(aiGetVersionMinor()) + "." +
                                std::to_string(aiGetVersionPatch());
    nlohmann::json about = {{"program", "Assimp"},     {"version", version},   {"clips", clips},
                            {"vertices", vertexCount}, {"normals", !hasBones}, {"frames", frames}};
    // From 5.3 on, Assimp numbers the vertices of a mesh in the order in which its faces use them.
    about["ownOrder"] = aiGetVersionMajor() > 5 || aiGetVersionMinor() >= 3;
    tellSkin(*scene, *meshes[0].mesh, about);
    std::ofstream(output + ".json") << about;
    return 0;
}
