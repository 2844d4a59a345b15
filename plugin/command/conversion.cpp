// SPDX-License-Identifier: BSD-3-Clause
#include "command/conversion.h"

#include "assimp-md2/gltf.h"
#include "assimp-md2/metadata.h"
#include "batch/collected_log.h"
#include "batch/command_line.h"
#include "batch/job_files.h"
#include "command/texture_files.h"
#include "games/game_files.h"
#include "gltf/files/output_files.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/writer/exporter.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/log.h"
#include "importer/files/stream.h"
#include "importer/importer.h"
#include "skeleton/model_skeleton.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>

namespace assimp_md2::inner {
namespace {

bool isGltf2(const std::string& format) {
    return format == "gltf2" || format == "glb2";
}

bool isOneOf(const std::string& format, std::initializer_list<const char*> formats) {
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

/// What an output holds, and what the scene has in addition.
struct Description {
    std::string contents;
    std::string without{}; ///< `; without: 20 clips, 3 skins`
};

Description describe(const aiScene& scene, const std::string& format) {
    const bool hasFrames = isGltf2(format) || isOneOf(format, {"fbx", "fbxa"});
    const bool hasClips = hasFrames || isOneOf(format, {"assbin", "assxml", "assjson"}); // of bones
    const bool hasBones = hasClips || format == "collada";
    const bool hasSkins = !isOneOf(format, {"stl", "stlb", "objnomtl", "stp"});
    const auto isSkin = [](const aiMaterial* material) {
        return material->GetTextureCount(aiTextureType_DIFFUSE) > 0;
    };
    const auto skins = static_cast<std::size_t>(
        std::count_if(scene.mMaterials, scene.mMaterials + scene.mNumMaterials, isSkin));
    unsigned int frames = 1;
    std::set<std::string_view> bones; // several meshes may share them
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        frames = std::max(frames, mesh.mNumAnimMeshes);
        for (unsigned int k = 0; k < mesh.mNumBones; ++k) {
            bones.insert(mesh.mBones[k]->mName.C_Str());
        }
    }
    // Only this library's exporter writes animations of its frames.
    const auto isKept = [&](const aiAnimation* animation) {
        return animation->mNumMorphMeshChannels > 0 ? isGltf2(format)
                                                    : hasClips && animation->mNumChannels > 0;
    };
    const auto clips = std::count_if(scene.mAnimations, scene.mAnimations + scene.mNumAnimations, isKept);
    Description description;
    const auto add = [&](bool isShown, std::size_t kept, std::size_t all, const char* noun) {
        if (isShown) {
            description.contents += (description.contents.empty() ? "" : ", ") + counted(kept, noun);
        }
        if (kept < all) {
            description.without +=
                (description.without.empty() ? "; without: " : ", ") + counted(all - kept, noun);
        }
    };
    const bool showsBones = hasBones && frames == 1 && !bones.empty();
    const unsigned int shownFrames = hasFrames ? frames : 1;
    add(!showsBones, shownFrames, frames, "frame");
    add(showsBones, hasBones ? bones.size() : 0, bones.size(), "bone");
    add(hasClips, static_cast<std::size_t>(clips), scene.mNumAnimations, "clip");
    add(hasSkins, hasSkins ? skins : 0, skins, "skin");
    return description;
}

/// Replaces control characters in the names and paths of materials. They would begin new lines in .mtl files,
/// and XML cannot have them.
void makeTextsOneLine(aiScene& scene) {
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        for (unsigned int k = 0; k < scene.mMaterials[i]->mNumProperties; ++k) {
            const aiMaterialProperty& property = *scene.mMaterials[i]->mProperties[k];
            constexpr unsigned int kLength = sizeof(std::uint32_t); // precedes the text; a NUL follows
            if (property.mType == aiPTI_String && property.mDataLength > kLength) {
                std::replace_if(property.mData + kLength, property.mData + property.mDataLength - 1,
                                isControl, '_');
            }
        }
    }
}

/// Notes the archives of a game, and what the importer of MD2 has read without an IOSystem.
void noteFiles(const Assimp::Importer& importer, const GameFiles* game, std::vector<std::string>& opened) {
    const auto& md2 = static_cast<const Md2Importer&>(*importer.GetImporter("md2"));
    opened.insert(opened.end(), md2.opened().begin(), md2.opened().end());
    if (game == nullptr) {
        return;
    }
    const std::vector<std::string> names = opened; // perhaps of loose files in the folders of the game
    for (const std::string& container : gameOf(*game)->containers()) {
        opened.push_back(container);
        for (const std::string& name : names) {
            opened.push_back(joined(container, name));
        }
    }
}

/// Writes a glTF of an imported MD2 without Assimp::Exporter, which copies the scene with all frames first.
///
/// \return the size of the files, as for exportByAssimp
std::string exportAsGltf(const aiScene& scene, const Conversion& conversion, const std::string& output,
                         const std::vector<std::string>& opened) {
    const std::string& format = conversion.format;
    std::vector<std::string> written = {output};
    if (format == "gltf2") {
        written.push_back(binaryPathOf(output));
        checkIsNoInput(written.back(), opened);
    }
    Assimp::DefaultIOSystem fileSystem;
    throwIf(writeGltf(format == "glb2", output, fileSystem, scene, conversion.settings));
    return sizeOf(written);
}

std::string exportByAssimp(aiScene& scene, const Conversion& conversion, const Job& job,
                           const std::vector<std::string>& opened) {
    const std::string& output = job.output;
    const std::string& format = conversion.format;
    if (format == "collada") {
        // Assimp's exporter gives the channels of all animations the same ids, and those of targets no
        // motion.
        deleteAll(scene.mAnimations, scene.mNumAnimations);
    }
    if (isOneOf(format, {"stl", "stlb", "ply", "plyb", "3ds"})) {
        // Programs expect z up in these formats, and the front at -Y.
        const aiMatrix4x4 zUp(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1);
        scene.mRootNode->mTransformation = zUp * scene.mRootNode->mTransformation;
    }
    Assimp::DefaultIOSystem fileSystem;
    OutputFiles outputs(fileSystem);
    std::uintmax_t size = 0;
    if (isOneOf(format, {"obj", "ply", "plyb", "3ds", "x", "collada", "fbx", "fbxa", "x3d"})) {
        Warnings warnings;
        size = writeTextures(job, conversion.settings.maxMemoryBytes, scene, outputs, warnings);
        logWarnings(job.input, "", warnings);
    }
    makeTextsOneLine(scene);
    Assimp::Exporter exporter;
    registerExporters(exporter);
    // Assimp derives the names of other files, such as .mtl, from the path, and takes a dot of a folder for
    // that of the extension. Its exporter of Collada takes a name without a folder for that of a folder.
    const std::string name = (format == "collada" ? "./" : "") + stemOf(output) + conversion.extension;
    Assimp::ExportProperties properties;
    properties.SetPropertyString(AI_CONFIG_EXPORT_BLOB_NAME, name);
    // In memory, because those exporters ignore a full disk, and would leave incomplete files.
    const aiExportDataBlob* const files = exporter.ExportToBlob(&scene, format, 0, &properties);
    if (files == nullptr) {
        throw CommandError(kFailed, withoutPrefix(exporter.GetErrorString()));
    }
    for (const aiExportDataBlob* file = files; file != nullptr; file = file->next) {
        const std::string target = file == files ? output : joined(folderOf(output), file->name.C_Str());
        checkIsNoInput(target, opened);
        throwIf(outputs.write(target, file->size,
                              [&](BlockWriter& writer) { writer.bytes(file->data, file->size); }));
        size += file->size;
    }
    throwIf(outputs.replaceAll());
    return ", " + counted(size, "byte");
}

} // namespace

std::string convert(const Conversion& conversion, const Job& job) {
    std::vector<std::string> opened;
    Assimp::Importer importer;
    addMd2Importer(importer, conversion.properties, addSkeletons);
    if (conversion.game != nullptr) {
        importer.SetIOHandler(new NotedFiles<GameThenFileSystem>(opened, *conversion.game));
    } else {
        importer.SetIOHandler(new NotedFiles<FileSystem>(opened));
    } // the importer owns it
    const std::string input = conversion.game == nullptr ? withFolder(job.input) : job.input;
    importer.SetPropertyFloat(AI_CONFIG_GLOBAL_SCALE_FACTOR_KEY, static_cast<ai_real>(conversion.scale));
    // The importer makes the scene and deletes it, so it may be changed.
    auto* const scene = const_cast<aiScene*>(importer.ReadFile(input, aiProcess_GlobalScale));
    if (scene == nullptr || !isImportedMd2(*scene)) {
        const bool isOpen = openStream(*importer.GetIOHandler(), input, "rb") != nullptr;
        throw CommandError(kFailed, !isOpen            ? cannotBeOpened(input).text
                                    : scene == nullptr ? withoutPrefix(importer.GetErrorString())
                                                       : "is not an MD2, whatever its name says");
    }
    float distance = 0;
    if (scene->mMetaData->Get(ASSIMP_MD2_METADATA_BONES_MAXIMUM, distance)) {
        scene->mMetaData->Set(ASSIMP_MD2_METADATA_BONES_MAXIMUM,
                              static_cast<float>(distance * conversion.scale));
    }
    noteFiles(importer, conversion.game, opened);
    checkIsNoInput(job.output, opened);
    makeFolderOf(job.output);
    const Description description = describe(*scene, conversion.format);
    const std::string size = isGltf2(conversion.format) ? exportAsGltf(*scene, conversion, job.output, opened)
                                                        : exportByAssimp(*scene, conversion, job, opened);
    return description.contents + size + description.without;
}

} // namespace assimp_md2::inner
