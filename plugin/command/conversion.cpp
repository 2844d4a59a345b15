// SPDX-License-Identifier: BSD-3-Clause
#include "command/conversion.h"

#include "assimp-md2/maker.h"
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "assimp-md2/skeleton.h"
#include "batch/collected_log.h"
#include "batch/options.h"
#include "command/texture_files.h"
#include "games/game_files.h"
#include "gltf/export_limits.h"
#include "gltf/files/output_files.h"
#include "gltf/files/system_output.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/writer/exporter.h"
#include "importer/base/bytes.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"
#include "importer/files/log.h"
#include "importer/files/stream.h"
#include "importer/settings/property_table.h"
#include "maker/input/add_clips.h"
#include "maker/input/read_scene.h"
#include "maker/md2/exporter.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <set>
#include <string_view>

namespace assimp_md2 {
namespace {

/// Notes which files an importer opens.
template <typename Files>
class NotedFiles final : public Files {
public:
    template <typename... Arguments>
    explicit NotedFiles(std::vector<std::string>& opened, const Arguments&... arguments)
        : Files(arguments...), opened_(opened) {}

    Assimp::IOStream* Open(const char* path, const char* mode) override {
        opened_.emplace_back(path);
        // Opening a pipe would wait for its writer.
        return typeOf(path) == PathType::Other ? nullptr : Files::Open(path, mode);
    }

private:
    std::vector<std::string>& opened_;
};

void throwIf(const std::optional<Error>& error) {
    if (error) {
        throw CommandError(kFailed, error->text);
    }
}

void makeFolderOf(const std::string& file) {
    const std::string folder = folderOf(file);
    if (const std::error_code error = folder.empty() ? std::error_code() : makeFolders(folder)) {
        throw CommandError(kFailed, "the folder " + folder + " cannot be made: " + error.message());
    }
}

std::string counted(std::uintmax_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// `, 684 bytes`; nothing if a file is a pipe.
std::string sizeOf(const std::vector<std::string>& paths) {
    std::uintmax_t size = 0;
    for (const std::string& path : paths) {
        const std::optional<LocalFile> file = LocalFile::open(path);
        if (!file) {
            return {};
        }
        size += file->size();
    }
    return ", " + counted(size, "byte");
}

/// Throws if a file that an exporter writes is one that an importer has opened.
void checkIsNoInput(const std::string& target, const std::vector<std::string>& opened) {
    const FileId id = fileIdOf(target);
    for (const std::string& file : opened) {
        if (typeOf(target) == PathType::File && fileIdOf(file) == id) {
            throw CommandError(kFailed, target + " would be replaced, but it is a part of the input");
        }
    }
}

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
    const auto isSkin = [&](const aiMaterial* material) {
        return !isImportedMd2(scene) || material->GetTextureCount(aiTextureType_DIFFUSE) > 0;
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
        return isImportedMd2(scene) && animation->mNumMorphMeshChannels > 0
                   ? isGltf2(format)
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

/// Deletes animations that no program could play. Assimp's exporter of glTF writes those that move only
/// targets without channels. That of Collada gives the channels of all animations the same ids, and those of
/// targets no motion.
void leaveOutAnimations(aiScene& scene, const std::string& format, const std::string& path) {
    const bool isCollada = format == "collada";
    if (!isCollada && !isGltf2(format)) {
        return;
    }
    std::uint64_t channels = 0;
    aiAnimation** const end = scene.mAnimations + scene.mNumAnimations;
    std::for_each(scene.mAnimations, end,
                  [&](const aiAnimation* animation) { channels += animation->mNumMorphMeshChannels; });
    aiAnimation** const kept =
        std::stable_partition(scene.mAnimations, end, [&](const aiAnimation* animation) {
            return !isCollada && (animation->mNumChannels > 0 || animation->mNumMorphMeshChannels == 0);
        });
    std::for_each(kept, end, [](const aiAnimation* animation) { delete animation; });
    scene.mNumAnimations = static_cast<unsigned int>(kept - scene.mAnimations);
    Warnings warnings;
    warnings.add(
        "Assimp's exporter of glTF does not write the animation of targets; channels that are left out",
        isCollada ? 0 : channels); // for Collada, the line about the output counts the clips
    logWarnings(path, "", warnings);
}

/// Writes an MD2.
///
/// \return one line about it, as the functions below
std::string exportAsMd2(const aiScene& scene, const Job& job) {
    Assimp::DefaultIOSystem fileSystem;  // the type by which OutputFiles knows the file system
    Assimp::ExportProperties properties; // besides those of the environment
    const std::string inputFolder = folderOf(job.input);
    if (!isImportedMd2(scene) && processEnvironment().count("ASSIMP_MD2_EXPORT_TEXTURES") == 0 &&
        typeOf(inputFolder) == PathType::Folder) {
        // The scene does not contain the folder of its file.
        properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_TEXTURES, inputFolder);
    }
    const std::string summary = checked(exportMd2(job.output, fileSystem, scene, properties, job.imageStem));
    return summary + sizeOf({job.output});
}

/// Writes a glTF of an imported MD2 without Assimp::Exporter, which copies the scene with all frames first.
std::string exportAsGltf(const aiScene& scene, const std::string& format, const std::string& output,
                         const std::vector<std::string>& opened) {
    std::vector<std::string> written = {output};
    if (format == "gltf2") {
        written.push_back(binaryPathOf(output));
        checkIsNoInput(written.back(), opened);
    }
    Assimp::DefaultIOSystem fileSystem;
    if (!checked(writeGltf(format == "glb2", output, fileSystem, scene, Assimp::ExportProperties()))) {
        throw CommandError(kFailed, "the meshes cannot share a skin");
    }
    const Description description = describe(scene, format);
    return description.contents + sizeOf(written) + description.without;
}

std::string exportByAssimp(aiScene& scene, const Conversion& conversion, const Job& job,
                           const std::vector<std::string>& opened) {
    const std::string& output = job.output;
    const std::string& format = conversion.format;
    const Description description = describe(scene, format);
    leaveOutAnimations(scene, format, job.input);
    if (isImportedMd2(scene) && isOneOf(format, {"stl", "stlb", "ply", "plyb", "3ds"})) {
        // Programs expect z up in these formats, and the front at -Y.
        const aiMatrix4x4 zUp(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1);
        scene.mRootNode->mTransformation = zUp * scene.mRootNode->mTransformation;
    }
    Assimp::ExportProperties properties;
    Warnings textureWarnings;
    const std::vector<TextureFile> textures =
        texturesBeside(job, format, checked(readLimits(properties, processEnvironment())).maxMemoryBytes,
                       scene, textureWarnings);
    logWarnings(job.input, "", textureWarnings);
    Assimp::Exporter exporter;
    registerExporters(exporter);
    registerMd2Exporter(exporter);
    // Assimp derives the names of other files, such as .mtl, from the path, and takes a dot of a folder for
    // that of the extension. Its exporter of Collada takes a name without a folder for that of a folder.
    const std::string name = (format == "collada" ? "./" : "") + stemOf(output) + conversion.extension;
    properties.SetPropertyString(AI_CONFIG_EXPORT_BLOB_NAME, name);
    // In memory, because those exporters ignore a full disk, and would leave incomplete files.
    const aiExportDataBlob* const files = exporter.ExportToBlob(&scene, format, 0, &properties);
    if (files == nullptr) {
        throw CommandError(kFailed, withoutPrefix(exporter.GetErrorString()));
    }
    Assimp::DefaultIOSystem fileSystem;
    OutputFiles outputs(fileSystem);
    std::uintmax_t size = 0;
    for (const TextureFile& texture : textures) {
        throwIf(outputs.write(texture.path, texture.bytes));
        size += texture.bytes.size();
    }
    for (const aiExportDataBlob* file = files; file != nullptr; file = file->next) {
        const std::string target = file == files ? output : joined(folderOf(output), file->name.C_Str());
        checkIsNoInput(target, opened);
        throwIf(outputs.write(target, file->size,
                              [&](BlockWriter& writer) { writer.bytes(file->data, file->size); }));
        size += file->size;
    }
    throwIf(outputs.replaceAll());
    return description.contents + ", " + counted(size, "byte") + description.without;
}

/// \param opened files of the scene, which must not be replaced
/// \return one line about the output
std::string exportScene(aiScene& scene, const Conversion& conversion, const Job& job,
                        const std::vector<std::string>& opened) {
    checkIsNoInput(job.output, opened);
    makeFolderOf(job.output);
    return conversion.format == "md2" ? exportAsMd2(scene, job)
           : isImportedMd2(scene) && isGltf2(conversion.format)
               ? exportAsGltf(scene, conversion.format, job.output, opened)
               : exportByAssimp(scene, conversion, job, opened);
}

/// A tris.md2 has the name of its folder, which the path of a file in the working folder does not tell.
std::string withFolder(const std::string& path) {
    const bool isHere = folderOf(path).empty() || folderOf(path) == ".";
    return isHere && equalWithoutCase(fileNameOf(path), "tris.md2")
               ? utf8Of(std::filesystem::absolute(fileSystemPath(path)).lexically_normal())
               : path;
}

} // namespace

Report convert(const Conversion& conversion, const Job& job) {
    Report report;
    CollectedLog::get().take();
    std::string failure;
    try {
        std::vector<std::string> opened;
        Assimp::Importer importer;
        registerImporterWithSkeletons(importer);
        setPivots(importer, !conversion.clips.empty());
        if (conversion.game != nullptr) {
            importer.SetIOHandler(new NotedFiles<GameThenFileSystem>(opened, *conversion.game));
        } else {
            importer.SetIOHandler(new NotedFiles<FileSystem>(opened));
        } // the importer owns it
        if (conversion.format != "md2" && processEnvironment().count("ASSIMP_MD2_FRONT") == 0) {
            // As glTF prescribes, and as programs show models of the other formats from the front.
            importer.SetPropertyString(ASSIMP_MD2_CONFIG_FRONT, "z");
        }
        aiScene& scene = readScene(importer, conversion.game == nullptr ? withFolder(job.input) : job.input);
        for (const std::string& file : conversion.clips) {
            addClips(scene, withFolder(file), new NotedFiles<FileSystem>(opened));
        }
        joinPivots(scene, job.input);
        report.line = exportScene(scene, conversion, job, opened);
    } catch (const std::bad_alloc&) {
        failure = kNoMemory;
    } catch (const std::exception& error) {
        failure = *error.what() == '\0'                           ? "Assimp gives no reason"
                  : error.what() == std::string("std::bad_alloc") ? kNoMemory // as Assimp passes it on
                                                                  : error.what();
    }
    report.complaints = CollectedLog::get().take();
    if (!failure.empty()) {
        report.complaints.push_back(failure);
    }
    return report;
}

} // namespace assimp_md2
