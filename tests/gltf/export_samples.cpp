// SPDX-License-Identifier: BSD-3-Clause
// Exports scenes with morph animation into a folder, for validate.mjs and play.mjs; NAME.expected.json tells
// how NAME.glb and NAME.gltf must play: export-samples FOLDER [MODELS]
#include "gltf/expected.h"
#include "gltf/exporter.h"
#include "gltf/gltf_file.h"
#include "gltf/test_scene.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace assimp_md2;

namespace {

std::string pathIn(const std::filesystem::path& folder, const std::string& name) {
    return (folder / name).string();
}

bool exportScene(const aiScene& scene, const std::filesystem::path& folder, const std::string& name) {
    Assimp::Exporter exporter;
    hookGltfExporters(exporter);
    for (const auto& [format, extension] : {std::pair{"glb2", ".glb"}, {"gltf2", ".gltf"}}) {
        const std::string path = pathIn(folder, name + extension);
        if (exporter.Export(&scene, format, path) != aiReturn_SUCCESS) {
            std::fprintf(stderr, "%s: %s\n", path.c_str(), exporter.GetErrorString());
            return false;
        }
    }
    return true;
}

/// Exports the model, and once more what Assimp reads of the first export.
bool exportModel(const test::Model& model, const std::filesystem::path& folder, const std::string& name) {
    test::writeExpected(pathIn(folder, name + ".expected.json"), model, 10);
    test::writeExpected(pathIn(folder, name + " again.expected.json"), model, 10);
    Assimp::Importer importer;
    return exportScene(*test::makeScene(model), folder, name) &&
           importer.ReadFile(pathIn(folder, name + ".glb"), 0) != nullptr &&
           exportScene(*importer.GetScene(), folder, name + " again");
}

/// Everything moves, in frames that are partly still, and with a skin.
test::Model partlyStillModel() {
    test::Model model = test::wavingModel(8, 30);
    model.positions[2] = model.positions[0];
    model.normals[2] = model.normals[0];
    model.positions[3] = model.positions[0];
    model.positions[3][7] = {2, 1, 0.5f};
    model.normals[5] = model.normals[0];
    return model;
}

/// The node of the model moves as well, and is the root.
std::unique_ptr<aiScene> sceneWithMovingRoot() {
    auto scene = test::makeScene(test::wavingModel(5, 12));
    aiNodeAnim& channel = *scene->mAnimations[0]->mChannels[0];
    channel.mNodeName.Set("tris.md2");
    channel.mPositionKeys[0].mValue.x = 3;
    return scene;
}

/// The frames as the naive decoder reads them, vertex by vertex of the scene, and the clips of the scene.
test::Model naiveModelOf(const aiScene& scene, const test::NaiveModel& naive) {
    const aiMesh& mesh = *scene.mMeshes[0];
    test::Model model;
    for (const test::NaiveModel::Frame& frame : naive.frames) {
        std::vector<test::Vector> positions(mesh.mNumVertices);
        std::vector<test::Vector> normals(mesh.mNumVertices);
        for (std::size_t i = 0; i < frame.positions.size(); ++i) {
            // The file's order is the reverse of the face's.
            const unsigned int vertex = mesh.mFaces[i / 3].mIndices[2 - i % 3];
            positions[vertex] = frame.positions[i];
            normals[vertex] = frame.normals[i];
        }
        model.positions.push_back(std::move(positions));
        model.normals.push_back(std::move(normals));
    }
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiMeshMorphAnim& channel = *scene.mAnimations[i]->mMorphMeshChannels[0];
        const double* const weights = channel.mKeys[0].mWeights;
        const auto first = static_cast<unsigned int>(
            std::find(weights, weights + channel.mKeys[0].mNumValuesAndWeights, 1.0) - weights);
        const unsigned int last = first + channel.mNumKeys - 1;
        const bool isOneFrame = channel.mNumKeys == 2 && channel.mKeys[1].mWeights[first] == 1.0;
        model.clips.push_back(
            {scene.mAnimations[i]->mName.C_Str(), first, isOneFrame ? 1 : last - first + 1});
    }
    return model;
}

/// Imports an MD2 and exports it; what is refused is left out.
bool exportMd2(const std::filesystem::path& file, const std::filesystem::path& folder,
               const std::string& name) {
    const auto importer = test::makeImporter();
    const aiScene* const scene = importer->ReadFile(file.string(), 0);
    if (scene == nullptr) {
        return true;
    }
    std::ifstream stream(file, std::ios::binary);
    const test::Bytes bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const auto naive = test::decodeNaively(bytes);
    // A damaged file's positions, up to 1e32, have no size that differences could be measured by.
    if (naive && name.find("damaged") == std::string::npos) {
        test::writeExpected(pathIn(folder, name + ".expected.json"), naiveModelOf(*scene, *naive), 10);
    }
    return exportScene(*scene, folder, name);
}

bool exportSample(const std::filesystem::path& folder) {
    const auto write = [&](const std::string& name, const test::Bytes& bytes) {
        test::writeFile(pathIn(folder, name), std::string(bytes.begin(), bytes.end()));
    };
    write("sample.md2", test::sampleModel().bytes());
    write("skin.pcx", test::sampleSkinFile());
    return exportMd2(folder / "sample.md2", folder, "sample");
}

bool exportModelsIn(const std::filesystem::path& models, const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(models)) {
        std::string name = std::filesystem::relative(entry.path(), models).replace_extension().string();
        std::replace(name.begin(), name.end(), '/', ' ');
        if (entry.path().extension() == ".md2" && !exportMd2(entry.path(), folder, name)) {
            return false;
        }
    }
    return true;
}

} // namespace

int main(int argumentCount, char** arguments) {
    const std::filesystem::path folder = argumentCount > 1 ? arguments[1] : ".";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    test::writeFile(pathIn(folder, "my skin.png"), test::kPng);

    test::Model skinned = test::wavingModel(9, 30);
    skinned.texture = "my skin.png";
    // An image of an odd number of bytes inside the file, which must not push the rest out of alignment.
    auto embedded = test::makeScene(skinned);
    test::embedTexture(*embedded, "my skin.png");
    auto twoMeshes = test::makeScene(test::wavingModel(6, 30));
    test::addSecondMesh(*twoMeshes, 3);
    test::Model oneFrame = test::wavingModel(1, 12);
    oneFrame.clips = {{"only", 0, 1}};

    const bool succeeded =
        exportModel(test::wavingModel(9, 30), folder, "waving") &&
        exportModel(test::wavingModel(20, 900), folder, "many vertices") &&
        exportModel(partlyStillModel(), folder, "partly still") && exportModel(skinned, folder, "skinned") &&
        exportModel(oneFrame, folder, "one frame") && exportScene(*embedded, folder, "embedded skin") &&
        exportScene(*twoMeshes, folder, "two meshes") &&
        exportScene(*sceneWithMovingRoot(), folder, "moving root") && exportSample(folder) &&
        (argumentCount < 3 || exportModelsIn(arguments[2], folder));
    return succeeded ? 0 : 1;
}
