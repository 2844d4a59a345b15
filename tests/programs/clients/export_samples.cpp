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
#include "programs/clients/expected.h"
#include "support/files.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/sample.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <optional>

using namespace assimp_md2;
using namespace assimp_md2::inner;

namespace {

/// Filament has 256 targets.
constexpr unsigned int kManyFrames = 260;
constexpr unsigned int kLateClipStart = 250;

std::string pathIn(const std::filesystem::path& folder, const std::string& name) {
    return (folder / name).string();
}

/// A scene of Assimp's glTF importer that counts as one of this library's from now on.
const aiScene& asMd2(const aiScene& scene) {
    test::setSourceFormat(const_cast<aiScene&>(scene), ASSIMP_MD2_SOURCE_FORMAT);
    return scene;
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

/// An Assimp of double precision reads wrong numbers from glTF files.
constexpr bool kAssimpReadsGltf = std::is_same_v<ai_real, float>;

/// Exports the model, and once more what Assimp reads of the first export.
bool exportModel(const test::Model& model, const std::filesystem::path& folder, const std::string& name) {
    std::vector<std::string> skins;
    if (!model.texture.empty()) {
        skins.push_back(std::filesystem::path(model.texture).stem().string());
    }
    test::writeExpected(pathIn(folder, name), {model, skins});
    const auto scene = test::makeScene(model);
    if (!model.texture.empty()) {
        test::recordFolder(*scene, folder.string());
        test::recordFile(*scene->mMaterials[0], pathIn(folder, model.texture));
    }
    if (!exportScene(*scene, folder, name)) {
        return false;
    }
    if (!kAssimpReadsGltf) {
        return true;
    }
    test::writeExpected(pathIn(folder, name + " again"), {model, {}});
    Assimp::Importer importer;
    return importer.ReadFile(pathIn(folder, name + ".glb"), 0) != nullptr &&
           exportScene(asMd2(*importer.GetScene()), folder, name + " again");
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

/// Two skins, and one frame: no targets and no animation.
std::unique_ptr<aiScene> staticSceneWithSkins() {
    test::Model model = test::wavingModel(1, 30);
    model.texture = "*0";
    auto scene = test::makeScene(model);
    test::removeAnimations(*scene);
    test::removeTargets(*scene->mMeshes[0]);
    test::addMaterial(*scene, "blue", "*1");
    test::embedTexture(*scene, "skins/red.pcx");
    test::embedTexture(*scene, "skins/blue.pcx");
    return scene;
}

/// With targets and without animation, in the form that JoinIdenticalVertices leaves.
std::unique_ptr<aiScene> targetsWithoutAnimation() {
    auto scene = test::makeScene(test::wavingModel(6, 30));
    test::removeAnimations(*scene);
    scene->mFlags |= AI_SCENE_FLAGS_NON_VERBOSE_FORMAT;
    return scene;
}

/// With animations in which nothing moves.
std::unique_ptr<aiScene> restingAnimations() {
    auto scene = test::makeScene(test::wavingModel(5, 12));
    scene->mAnimations[0]->mMorphMeshChannels[0]->mName.Set("nobody");
    scene->mAnimations[1]->mMorphMeshChannels[0]->mName.Set("nobody");
    scene->mAnimations[1]->mChannels[0]->mNodeName.Set("nobody");
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
    test::Expected expected{naiveFramesOf(scene, models), skins};
    if (scene.mNumAnimations == 0) {
        expected.model.names.clear(); // a static mesh
    } else {
        expected.model.clips = clipsOf(scene);
    }
    test::writeExpected(pathIn(folder, name), expected);
    return exportScene(scene, folder, name);
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

/// The frames of a model that one clip uses and no others, as programs need it that take few targets.
bool exportOneClip(const std::filesystem::path& file, const std::filesystem::path& folder,
                   const std::string& name, const test::Clip& clip,
                   const std::vector<std::string>& skins = {}) {
    const auto importer = test::makeImporter();
    const unsigned int last = clip.first + clip.count - 1;
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS,
                                clip.name + ":" + std::to_string(clip.first) + "-" + std::to_string(last));
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_FRAMES, "used");
    const aiScene* const scene = importer->ReadFile(file.string(), 0);
    const auto naive = decoded(test::readBytes(file));
    if (scene == nullptr || !naive) {
        return false;
    }
    test::Model used = naiveFramesOf(*scene, {*naive});
    // At rest the mesh has the first frame of the file or of the clip: in these models they are alike.
    const auto keepUsed = [&](auto& frames) {
        frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(last) + 1, frames.end());
        frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(clip.first));
    };
    keepUsed(used.positions);
    keepUsed(used.normals);
    keepUsed(used.names);
    used.clips = {{clip.name, 0, clip.count}};
    test::writeExpected(pathIn(folder, name), {used, skins});
    return exportScene(*scene, folder, name);
}

/// A model with more frames than some programs have targets. The clip "late" begins like the first frame.
test::Md2Builder modelWithManyFrames() {
    std::vector<std::string> names;
    for (unsigned int i = 0; i < kManyFrames; ++i) {
        const std::string number = std::to_string(i < kLateClipStart ? i : i - kLateClipStart);
        names.push_back((i < kLateClipStart ? "early" : "late") + std::string(3 - number.size(), '0') +
                        number);
    }
    test::Md2Builder model = test::modelWithFrames(names);
    for (test::FrameSource& frame : model.frames) {
        frame.scale = model.frames[0].scale;
        frame.translate = model.frames[0].translate;
    }
    model.frames[kLateClipStart] = model.frames[0];
    model.frames[kLateClipStart].name = names[kLateClipStart];
    model.skins.clear();
    return model;
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
    write("many frames.md2", modelWithManyFrames().bytes());
    test::Md2Builder still = sample;
    still.frames.resize(1);
    write("still.md2", still.bytes());
    return exportMd2(folder / "sample.md2", folder, "sample", {"moss", "ember"}) &&
           exportMd2(folder / "weapon.md2", folder, "weapon", {"weapon"}) &&
           exportMd2(folder / "one skin.md2", folder, "one skin", {"moss"}) &&
           exportMd2(folder / "no skin.md2", folder, "no skin") &&
           exportMd2(folder / "still.md2", folder, "still", {"moss", "ember"}) &&
           exportOneClip(folder / "sample.md2", folder, "one clip", {"bite", 28, 6}, {"moss", "ember"}) &&
           exportMd2(folder / "many frames.md2", folder, "many frames") &&
           exportOneClip(folder / "many frames.md2", folder, "many frames, one clip",
                         {"late", kLateClipStart, kManyFrames - kLateClipStart});
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

/// Exports a model and its weapon, if there is one, with bones in place of targets, also as NAME.fbx. The
/// largest distance between bones and frames is the one that the importer reports.
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
    test::Expected expected{naiveFramesOf(*scene, models), skins};
    expected.model.names.clear(); // of targets
    expected.model.clips = clipsOf(*withTargets->GetScene());
    for (unsigned int i = 0; i < scene->mNumMeshes; ++i) {
        const aiMesh& mesh = *scene->mMeshes[i];
        std::transform(mesh.mVertices, mesh.mVertices + mesh.mNumVertices, std::back_inserter(expected.rest),
                       [](const aiVector3D& position) {
                           return test::Vector{static_cast<float>(position.x),
                                               static_cast<float>(-position.z),
                                               static_cast<float>(position.y)};
                       });
    }
    expected.fit = fit;
    Warnings repairs;
    PoseEvaluator bones(*scene, repairs);
    expected.moved = [&bones](std::size_t clip, double tick) {
        std::vector<float> positions(3 * bones.vertexCount());
        bones.evaluate({clip, tick}, positions.data(), nullptr);
        std::vector<test::Vector> moved;
        for (std::size_t i = 0; i < positions.size(); i += 3) {
            moved.push_back({positions[i], -positions[i + 2], positions[i + 1]});
        }
        return moved;
    };
    test::writeExpected(pathIn(folder, name), expected);
    Assimp::Exporter exporter;
    return exportScene(*scene, folder, name) &&
           exporter.Export(scene, "fbxa", pathIn(folder, name + ".fbx")) == aiReturn_SUCCESS;
}

/// Models with bones of the folder into which samples were written, and of real ones.
bool exportSamplesWithBones(const std::filesystem::path& samples, const std::filesystem::path& folder) {
    test::writeBytes(folder / "version 15.md2", test::anachronoxModel(2).bytes());
    return exportWithBones({samples / "sample.md2"}, folder, "sample with bones", {"moss", "ember"}) &&
           exportWithBones({samples / "sample.md2", samples / "weapon.md2"}, folder,
                           "player and weapon with bones") &&
           exportWithBones({folder / "version 15.md2"}, folder, "version 15 with bones") &&
           exportWithBones({samples / "many frames.md2"}, folder, "many frames with bones");
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
           exportScene(*sceneWithMovingRoot(), folder, "moving root") &&
           exportScene(*staticSceneWithSkins(), folder, "static with skins") &&
           exportScene(*targetsWithoutAnimation(), folder, "targets without animation") &&
           exportScene(*restingAnimations(), folder, "resting animations");
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
