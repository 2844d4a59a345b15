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
        const float floats[3] = {value.x, value.y, value.z};
        stream.write(reinterpret_cast<const char*>(floats), sizeof floats);
    }
}

/// The one mesh of a scene, and where it stands.
struct PlacedMesh {
    const aiMesh* mesh = nullptr;
    aiMatrix4x4 transform;
};

PlacedMesh findMesh(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent) {
    const aiMatrix4x4 transform = parent * node.mTransformation;
    if (node.mNumMeshes > 0) {
        return {scene.mMeshes[node.mMeshes[0]], transform};
    }
    for (unsigned int i = 0; i < node.mNumChildren; ++i) {
        const PlacedMesh found = findMesh(scene, *node.mChildren[i], transform);
        if (found.mesh != nullptr) {
            return found;
        }
    }
    return {};
}

void writePose(std::ostream& stream, const PlacedMesh& placed, const Weights& weights) {
    const aiMesh& mesh = *placed.mesh;
    write(stream, mesh.mVertices, &aiAnimMesh::mVertices, mesh, weights, placed.transform, false);
    write(stream, mesh.mNormals, &aiAnimMesh::mNormals, mesh, weights, placed.transform, true);
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
    const PlacedMesh placed = findMesh(*scene, *scene->mRootNode, aiMatrix4x4());
    if (placed.mesh == nullptr) {
        std::fprintf(stderr, "play-assimp: no node has a mesh\n");
        return 1;
    }
    const unsigned int targetCount = placed.mesh->mNumAnimMeshes;
    std::ofstream poses(output + ".bin", std::ios::binary);
    writePose(poses, placed, Weights(targetCount));

    nlohmann::json expected;
    std::ifstream(argv[2]) >> expected;
    nlohmann::json clips = nlohmann::json::array();
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        const aiAnimation& animation = *scene->mAnimations[i];
        clips.push_back(animation.mName.C_Str());
        if (i < expected["clips"].size() && animation.mNumMorphMeshChannels > 0) {
            for (const nlohmann::json& sample : expected["clips"][i]["samples"]) {
                const double ticks = sample["time"].get<double>() * animation.mTicksPerSecond;
                writePose(poses, placed, weightsAt(*animation.mMorphMeshChannels[0], ticks, targetCount));
            }
        }
    }
    nlohmann::json frames = nlohmann::json::array();
    for (unsigned int i = 0; i < targetCount; ++i) {
        frames.push_back(placed.mesh->mAnimMeshes[i]->mName.C_Str());
    }
    const std::string version = std::to_string(aiGetVersionMajor()) + "." +
                                std::to_string(aiGetVersionMinor()) + "." +
                                std::to_string(aiGetVersionPatch());
    nlohmann::json about = {{"program", "Assimp"}, {"version", version},
                            {"clips", clips},      {"vertices", placed.mesh->mNumVertices},
                            {"normals", true},     {"frames", frames}};
    tellSkin(*scene, *placed.mesh, about);
    std::ofstream(output + ".json") << about;
    return 0;
}
