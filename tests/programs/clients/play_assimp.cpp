// SPDX-License-Identifier: BSD-3-Clause
// Plays a glTF file as Assimp reads it, without the importer and exporters of this library:
// play-assimp FILE EXPECTED.json SHOWN (see check.mjs)
#include "maker/pose/pose_evaluator.h"

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
    assimp_md2::inner::Warnings repairs;
    assimp_md2::inner::PoseEvaluator evaluator(*scene, repairs);
    const std::vector<assimp_md2::inner::PosedMesh>& meshes = evaluator.meshes();
    if (meshes.empty()) {
        std::fprintf(stderr, "play-assimp: no node has a mesh\n");
        return 1;
    }
    const bool hasBones =
        std::all_of(meshes.begin(), meshes.end(),
                    [](const assimp_md2::inner::PosedMesh& posed) { return posed.mesh->HasBones(); });
    std::ofstream poses(output + ".bin", std::ios::binary);
    const auto writePose = [&](std::optional<std::size_t> animation, double ticks) {
        const std::size_t size = 3 * evaluator.vertexCount();
        std::vector<float> pose(hasBones ? size : 2 * size);
        evaluator.evaluate({animation, ticks}, pose.data(), hasBones ? nullptr : pose.data() + size);
        poses.write(reinterpret_cast<const char*>(pose.data()),
                    static_cast<std::streamsize>(pose.size() * sizeof(float)));
    };
    writePose({}, 0);
    const auto expected = nlohmann::json::parse(std::ifstream(argv[2]));
    nlohmann::json clips = nlohmann::json::array();
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        const aiAnimation& animation = *scene->mAnimations[i];
        clips.push_back(animation.mName.C_Str());
        if (i < expected["clips"].size()) {
            for (const nlohmann::json& sample : expected["clips"][i]["samples"]) {
                writePose(i, sample["time"].get<double>() * animation.mTicksPerSecond);
            }
        }
    }
    const aiMesh& mesh = *meshes[0].mesh;
    nlohmann::json frames = nlohmann::json::array();
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        frames.push_back(mesh.mAnimMeshes[i]->mName.C_Str());
    }
    const std::string version = std::to_string(aiGetVersionMajor()) + "." +
                                std::to_string(aiGetVersionMinor()) + "." +
                                std::to_string(aiGetVersionPatch());
    nlohmann::json about = {{"program", "Assimp"}, {"version", version},
                            {"clips", clips},      {"vertices", evaluator.vertexCount()},
                            {"frames", frames},    {"normals", !hasBones}};
    tellSkin(*scene, mesh, about);
    std::ofstream(output + ".json") << about;
    return 0;
}
