// SPDX-License-Identifier: BSD-3-Clause
// Exports scenes and models into folders of FOLDER, as NAME.glb and NAME.gltf, with NAME.expected.json and
// .bin, which say what programs must show of them: export-samples FOLDER [MODELS]
#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "gltf/assimp_formats.h"
#include "gltf/writer/gltf_file.h"
#include "gltf/writer/test_scene.h"
#include "importer/base/text.h"
#include "maker/pose/pose_evaluator.h"
#include "support/files.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <set>

using namespace assimp_md2;
using namespace assimp_md2::inner;

namespace {

/// What a model looks like: its first frame at rest, and each clip four times a frame.
struct Expected {
    test::Model model;
    /// The names of the skins whose image is there, the mesh's own first. Empty: nothing is said about skins.
    std::vector<std::string> skins = {};
    /// For a model with bones: the positions to which the bones move the vertices, at rest or at a tick of a
    /// clip, given by its index.
    std::function<std::vector<test::Vector>(std::optional<std::size_t>, double)> moved = {};
    /// For a model with bones: the largest distance between its bones and its frames, in model units.
    double fit = 0;
};

/// A point in time between two frames of the file: `part` of the way from one to the other.
struct Moment {
    unsigned int from;
    unsigned int to;
    double part;
};

void write(std::ostream& stream, const std::vector<test::Vector>& from, const std::vector<test::Vector>& to,
           double part) {
    for (std::size_t i = 0; i < from.size(); ++i) {
        double vector[3];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            vector[axis] = from[i][axis] * (1 - part) + to[i][axis] * part;
        }
        const std::array<float, 3> turned{static_cast<float>(vector[0]), static_cast<float>(vector[2]),
                                          static_cast<float>(-vector[1])};
        stream.write(reinterpret_cast<const char*>(turned.data()), sizeof turned);
    }
}

double largestDistance(const std::vector<test::Vector>& moved, const std::vector<test::Vector>& frame) {
    double largest = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        largest = std::max<double>(largest, std::hypot(moved[i][0] - frame[i][0], moved[i][1] - frame[i][1],
                                                       moved[i][2] - frame[i][2]));
    }
    return largest;
}

double sizeOf(const test::Model& model) {
    double size = 0;
    for (const std::vector<test::Vector>& frame : model.positions) {
        for (const test::Vector& position : frame) {
            for (const float coordinate : position) {
                size = std::max(size, std::abs(static_cast<double>(coordinate)));
            }
        }
    }
    return size;
}

/// Writes `path`.expected.json:
/// {"vertices": N, "size": s, "frames": [name, …] if each is there once, "skins": [name, …],
///  "clips": [{"name": …, "samples": [{"time": seconds, "frame": number in the file}, …]}, …]},
/// for a model with bones also "fit": distance,
/// and `path`.expected.bin, floats: a pose at rest, then one for each sample; a pose is N positions, then N
/// normals. Positions and normals are in world space, Assimp's y-up turn of MD2's z-up included, `size` is
/// the greatest coordinate.
///
/// \return whether the bones, if there are any, are as near to the frames as `fit` says
bool writeExpected(const std::string& path, const Expected& expected) {
    constexpr double kTicksPerSecond = 10;
    const test::Model& model = expected.model;
    bool isNear = true;
    std::ofstream poses(path + ".expected.bin", std::ios::binary);
    const auto writePose = [&](std::optional<std::size_t> clip, double tick, const Moment& moment) {
        if (expected.moved) {
            const std::vector<test::Vector> moved = expected.moved(clip, tick);
            const double distance = largestDistance(moved, model.positions[moment.from]);
            if (clip && moment.part == 0 && !(distance <= expected.fit + 1e-4 * sizeOf(model))) {
                std::fprintf(stderr, "%s: bones are off by %g, the importer says %g\n", path.c_str(),
                             distance, expected.fit);
                isNear = false;
            }
            write(poses, moved, moved, 0);
        } else {
            write(poses, model.positions[moment.from], model.positions[moment.to], moment.part);
        }
        write(poses, model.normals[moment.from], model.normals[moment.to], moment.part);
    };
    writePose({}, 0, {0, 0, 0});
    nlohmann::json clips = nlohmann::json::array();
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
        const test::Clip& clip = model.clips[i];
        nlohmann::json samples = nlohmann::json::array();
        const unsigned int end = clip.isClosed ? clip.count : std::max(clip.count, 2u) - 1;
        for (double tick = 0; tick <= end; tick += 0.25) {
            const auto frameAt = [&](unsigned int key) {
                return clip.first + (clip.isClosed ? key % clip.count : std::min(key, clip.count - 1));
            };
            const auto key = static_cast<unsigned int>(tick);
            writePose(i, tick, {frameAt(key), frameAt(key + 1), tick - std::floor(tick)});
            samples.push_back(
                {{"time", tick / kTicksPerSecond}, {"frame", clip.first + (clip.count == 1 ? 0 : tick)}});
        }
        clips.push_back({{"name", clip.name}, {"samples", samples}});
    }
    nlohmann::json json = {{"vertices", model.positions[0].size()},
                           {"size", sizeOf(model)},
                           {"skins", expected.skins},
                           {"clips", clips}};
    if (std::set<std::string>(model.names.begin(), model.names.end()).size() == model.names.size()) {
        json["frames"] = model.names;
    }
    if (expected.moved) {
        json["fit"] = expected.fit;
    }
    std::ofstream(path + ".expected.json") << json;
    return isNear;
}

std::string pathIn(const std::filesystem::path& folder, const std::string& name) {
    return (folder / name).string();
}

bool exportScene(const aiScene& scene, const std::filesystem::path& folder, const std::string& name) {
    Assimp::Exporter exporter;
    hookExporters(exporter);
    for (const auto& [format, extension] : {std::pair{"glb2", ".glb"}, {"gltf2", ".gltf"}}) {
        const std::string path = pathIn(folder, name + extension);
        if (exporter.Export(&scene, format, path) != aiReturn_SUCCESS) {
            std::fprintf(stderr, "%s: %s\n", path.c_str(), exporter.GetErrorString());
            return false;
        }
    }
    return true;
}

bool exportModel(const test::Model& model, const std::filesystem::path& folder, const std::string& name) {
    std::vector<std::string> skins;
    const auto scene = test::makeScene(model);
    if (!model.texture.empty()) {
        skins.push_back(std::filesystem::path(model.texture).stem().string());
        test::recordFolder(*scene, folder.string());
        test::recordFile(*scene->mMaterials[0], pathIn(folder, model.texture));
    }
    return writeExpected(pathIn(folder, name), {model, skins}) && exportScene(*scene, folder, name);
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

/// Vertex by vertex, mesh after mesh, what is known corner by corner of the files.
std::vector<test::Vector> verticesFrom(const std::vector<test::Vector>& corners, const aiScene& scene) {
    std::vector<test::Vector> vertices;
    auto corner = corners.begin();
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        const std::size_t first = vertices.size();
        vertices.resize(first + mesh.mNumVertices);
        for (unsigned int face = 0; face < mesh.mNumFaces; ++face) {
            // The file's order is the reverse of the face's.
            for (std::size_t k = 3; k-- > 0;) {
                vertices[first + mesh.mFaces[face].mIndices[k]] = *corner++;
            }
        }
    }
    return vertices;
}

/// The model as the importer's defaults read it.
std::optional<test::NaiveModel> decoded(const test::Bytes& file) {
    return test::decodeNaively(file, "auto", "auto");
}

/// The frames as the naive decoder reads them of a model and its weapon, which keeps its last frame.
test::Model naiveFramesOf(const aiScene& scene, const std::vector<test::NaiveModel>& models) {
    test::Model result;
    for (std::size_t i = 0; i < models[0].frames.size(); ++i) {
        std::vector<test::Vector> positions;
        std::vector<test::Vector> normals;
        for (const test::NaiveModel& model : models) {
            const test::NaiveModel::Frame& frame = model.frames[std::min(i, model.frames.size() - 1)];
            positions.insert(positions.end(), frame.positions.begin(), frame.positions.end());
            normals.insert(normals.end(), frame.normals.begin(), frame.normals.end());
        }
        result.positions.push_back(verticesFrom(positions, scene));
        result.normals.push_back(verticesFrom(normals, scene));
        result.names.push_back(utf8FromLatin1(models[0].frames[i].name));
    }
    return result;
}

/// The clips of the scene, where every frame of the file is a target.
std::vector<test::Clip> clipsOf(const aiScene& scene) {
    std::vector<test::Clip> clips;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiMeshMorphAnim& channel = *scene.mAnimations[i]->mMorphMeshChannels[0];
        const std::vector<unsigned int> frames = test::framesOf(channel);
        const bool endsWithFirst = frames.front() == frames.back();
        const unsigned int count = channel.mNumKeys - (endsWithFirst ? 1 : 0);
        clips.push_back({scene.mAnimations[i]->mName.C_Str(), frames[0], count, endsWithFirst && count > 1});
    }
    return clips;
}

/// Exports a scene that has all frames of a model, and of its weapon if it has one.
bool exportFrames(const aiScene& scene, const std::vector<test::NaiveModel>& models,
                  const std::filesystem::path& folder, const std::string& name,
                  const std::vector<std::string>& skins = {}) {
    Expected expected{naiveFramesOf(scene, models), skins};
    if (scene.mNumAnimations == 0) {
        expected.model.names.clear(); // a static mesh
    } else {
        expected.model.clips = clipsOf(scene);
    }
    return writeExpected(pathIn(folder, name), expected) && exportScene(scene, folder, name);
}

/// Imports an MD2 and exports it; what is refused is left out.
bool exportMd2(const std::filesystem::path& file, const std::filesystem::path& folder,
               const std::string& name, const std::vector<std::string>& skins = {}) {
    const auto importer = test::makeImporter();
    const aiScene* const scene = importer->ReadFile(file.string(), 0);
    if (scene == nullptr) {
        return true;
    }
    const auto naive = decoded(test::readBytes(file));
    // A damaged file's positions, up to 1e32, have no size that differences could be measured by.
    return naive && name.find("damaged") == std::string::npos
               ? exportFrames(*scene, {*naive}, folder, name, skins)
               : exportScene(*scene, folder, name);
}

bool exportSamples(const std::filesystem::path& folder) {
    const auto write = [&](const std::string& name, const test::Bytes& bytes) {
        test::writeBytes(folder / name, bytes);
    };
    const test::Md2Builder sample = test::sampleModel();
    write("sample.md2", sample.bytes());
    for (const test::SampleFile& file : test::filesBesideSampleModel()) {
        write(file.name, file.bytes);
    }
    test::Md2Builder oneSkin = sample;
    oneSkin.skins.pop_back();
    write("one skin.md2", oneSkin.bytes());
    test::Md2Builder noSkin = sample;
    noSkin.skins.clear();
    noSkin.skinwidth /= 2; // unlike the images in the folder, which could be its skins otherwise
    write("no skin.md2", noSkin.bytes());
    test::Md2Builder still = sample;
    still.frames.resize(1);
    write("still.md2", still.bytes());
    return exportMd2(folder / "sample.md2", folder, "sample", {"moss", "ember"}) &&
           exportMd2(folder / "weapon.md2", folder, "weapon", {"weapon"}) &&
           exportMd2(folder / "one skin.md2", folder, "one skin", {"moss"}) &&
           exportMd2(folder / "no skin.md2", folder, "no skin") &&
           exportMd2(folder / "still.md2", folder, "still", {"moss", "ember"});
}

/// A sheet of version 15 that waves, in two skins, with computed normals as most of its bytes.
test::Md2Builder sheetOfVersion15() {
    constexpr std::size_t kFrames = 40;
    constexpr std::size_t kCorners = 400;
    test::Md2Builder model = test::sheetModel(kFrames, kCorners);
    model.version = 15;
    model.skins = {"models/sheet/left.bmp", "models/sheet/right.bmp"};
    for (test::FrameSource& frame : model.frames) {
        for (const auto& [x, y, z, normal] : frame.vertices) {
            frame.wideVertices.push_back({x, y, z, normal});
        }
        frame.vertices.clear();
    }
    const auto half = static_cast<std::uint16_t>(model.triangles.size() / 2);
    model.surfaces = {half, static_cast<std::uint16_t>(model.triangles.size() - half)};
    return model;
}

/// A player with its weapon, and models of version 15 with tags and a mesh for each skin.
bool exportCharacters(const std::filesystem::path& folder) {
    const auto player = test::makeImporter();
    player->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, "auto");
    const aiScene* const scene = player->ReadFile((folder / "sample.md2").string(), 0);
    if (scene == nullptr || scene->mNumMeshes != 2 ||
        !exportFrames(*scene,
                      {decoded(test::readBytes(folder / "sample.md2")).value(),
                       decoded(test::readBytes(folder / "weapon.md2")).value()},
                      folder, "player and weapon")) {
        return false;
    }
    const std::pair<std::string, test::Md2Builder> models[] = {{"version 15 0", test::anachronoxModel(0)},
                                                               {"version 15 1", test::anachronoxModel(1)},
                                                               {"version 15 2", test::anachronoxModel(2)},
                                                               {"version 15 sheet", sheetOfVersion15()}};
    for (const auto& [name, model] : models) {
        const auto importer = test::makeImporter();
        const test::Bytes bytes = model.bytes();
        const aiScene* const tagged = test::importBytes(*importer, bytes);
        if (tagged == nullptr || tagged->mNumMeshes < 2 ||
            !exportFrames(*tagged, {decoded(bytes).value()}, folder, name)) {
            return false;
        }
    }
    return true;
}

/// Exports a model and its weapon, if there is one, with bones in place of targets.
bool exportWithBones(const std::vector<std::filesystem::path>& files, const std::filesystem::path& folder,
                     const std::string& name, const std::vector<std::string>& skins = {}) {
    const auto imported = [&](const char* animation) {
        auto importer = test::makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, animation);
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_WEAPON, files.size() > 1 ? "auto" : "");
        importer->ReadFile(files[0].string(), 0);
        return importer;
    };
    std::vector<test::NaiveModel> models;
    for (const std::filesystem::path& file : files) {
        models.push_back(decoded(test::readBytes(file)).value());
    }
    const auto withTargets = imported("morph");
    const auto withBones = imported("skeleton");
    const aiScene* const scene = withBones->GetScene();
    float fit = 0;
    if (scene == nullptr || withTargets->GetScene() == nullptr ||
        !scene->mMetaData->Get(ASSIMP_MD2_METADATA_BONES_MAXIMUM, fit)) {
        std::fprintf(stderr, "%s: no bones\n", name.c_str());
        return false;
    }
    Expected expected{naiveFramesOf(*scene, models), skins};
    expected.model.names.clear(); // of targets
    expected.model.clips = clipsOf(*withTargets->GetScene());
    expected.fit = fit;
    Warnings repairs;
    PoseEvaluator bones(*scene, repairs);
    expected.moved = [&bones](std::optional<std::size_t> clip, double tick) {
        std::vector<float> positions(3 * bones.vertexCount());
        bones.evaluate({clip, tick}, positions.data(), nullptr);
        std::vector<test::Vector> moved;
        for (std::size_t i = 0; i < positions.size(); i += 3) {
            moved.push_back({positions[i], -positions[i + 2], positions[i + 1]});
        }
        return moved;
    };
    return writeExpected(pathIn(folder, name), expected) && exportScene(*scene, folder, name);
}

/// Models with bones of the folder into which samples were written, and of real ones.
bool exportSamplesWithBones(const std::filesystem::path& samples, const std::filesystem::path& folder) {
    test::writeBytes(folder / "version 15.md2", test::anachronoxModel(2).bytes());
    return exportWithBones({samples / "sample.md2"}, folder, "sample with bones", {"moss", "ember"}) &&
           exportWithBones({samples / "sample.md2", samples / "weapon.md2"}, folder,
                           "player and weapon with bones") &&
           exportWithBones({folder / "version 15.md2"}, folder, "version 15 with bones");
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

/// Real players and weapons with bones.
bool exportModelsWithBonesIn(const std::filesystem::path& models, const std::filesystem::path& folder) {
    for (const auto& [file, name] : {std::pair{"assimp/sydney.md2", "sydney with bones"},
                                     {"assimp/flag.md2", "flag with bones"},
                                     {"egoboo/knight/tris.md2", "knight with bones"}}) {
        if (std::filesystem::exists(models / file) && !exportWithBones({models / file}, folder, name)) {
            return false;
        }
    }
    return true;
}

/// Scenes that another importer could have made: their vertices part more often than those of models do.
bool exportScenes(const std::filesystem::path& folder) {
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

    return exportModel(test::wavingModel(9, 30), folder, "waving") &&
           exportModel(test::wavingModel(20, 900), folder, "many vertices") &&
           exportModel(partlyStillModel(), folder, "partly still") &&
           exportModel(skinned, folder, "skinned") && exportModel(oneFrame, folder, "one frame") &&
           exportScene(*embedded, folder, "embedded skin") && exportScene(*twoMeshes, folder, "two meshes") &&
           exportScene(*sceneWithMovingRoot(), folder, "moving root");
}

} // namespace

int main(int argumentCount, char** arguments) {
    const std::filesystem::path folder = argumentCount > 1 ? arguments[1] : ".";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder / "scenes");
    std::filesystem::create_directories(folder / "models");
    std::filesystem::create_directories(folder / "bones");
    const bool succeeded = exportScenes(folder / "scenes") && exportSamples(folder / "models") &&
                           exportCharacters(folder / "models") &&
                           exportSamplesWithBones(folder / "models", folder / "bones") &&
                           (argumentCount < 3 || (exportModelsIn(arguments[2], folder / "models") &&
                                                  exportModelsWithBonesIn(arguments[2], folder / "bones")));
    return succeeded ? 0 : 1;
}
