// SPDX-License-Identifier: BSD-3-Clause
#include "maker/program/make.h"

#include "assimp-md2/importer.h"
#include "assimp-md2/properties.h"
#include "batch/job_files.h"
#include "gltf/scene/imported_scene.h"
#include "importer/base/paths.h"
#include "importer/files/file_system.h"
#include "importer/files/log.h"
#include "importer/importer.h"
#include "importer/settings/property_reader.h"
#include "maker/input/add_clips.h"
#include "maker/input/read_scene.h"
#include "maker/md2/exporter.h"
#include "maker/program/player_images.h"

#include <assimp/scene.h>

#include <array>
#include <cmath>
#include <optional>

namespace assimp_md2::inner {
namespace {

void prepare(const Source& source, const std::string& output) {
    checkIsNoInput(output, source.opened());
    makeFolderOf(output);
}

/// Makes one MD2 of a source, and logs what will look different.
///
/// \param about precedes each warning and the error
MadeMd2 make(const Source& source, const ExportSettings& settings, const Job& job, const std::string& about) {
    Assimp::DefaultIOSystem files; // the type by which OutputFiles knows the file system
    Warnings warnings;
    Result<MadeMd2> made =
        makeMd2({source.scene(), job.output, files, source.with(settings), job.imageStem, warnings});
    logWarnings(job.output, "MD2: " + about, warnings);
    if (!made) {
        throw CommandError(kFailed, about + made.error().text);
    }
    made->textures.insert(made->textures.end(), source.opened().begin(), source.opened().end());
    return std::move(*made);
}

/// A scene without animations becomes a player that stands still.
ExportSettings forScene(ExportSettings settings, const aiScene& scene) {
    if (settings.clips.areOfGame() && scene.mNumAnimations == 0 && settings.clips.chosen.empty()) {
        settings.clips.chosen = {{"stand", "", {}}};
    }
    return settings;
}

bool isFile(const std::string& weapon) {
    return typeOf(weapon) == PathType::File;
}

/// The weapon of a player from meshes of its source, or from a file of its own, at the scale and the place of
/// the player.
///
/// \param settings of the player
MadeMd2 makeWeapon(const MakerOptions& options, ExportSettings settings, const Source& source,
                   const SceneAxes& player, const std::string& output) {
    const Job job{"", source.path(), output, "weapon"};
    prepare(source, output);
    std::optional<Source> file;
    if (isFile(options.weapon)) {
        file.emplace(options.weapon, std::vector<std::string>(), options);
        prepare(*file, output);
    }
    const Source& used = file ? *file : source;
    const bool isMd2 = file && isImportedMd2(file->scene());
    // An MD2 fits to players of other formats as it is.
    const SceneAxes axes = isMd2 && !isImportedMd2(source.scene()) ? SceneAxes() : player;
    settings.height.reset();
    settings.feet.reset();
    settings.scale = axes.scale;
    settings.offset = axes.offset;
    settings.meshes = file ? std::vector<std::string>() : splitAt(options.weapon, ',');
    settings.clips =
        isMd2 ? ExportClips() : ExportClips{ExportedClips::Weapon, std::move(settings.clips.chosen)};
    settings.clips.areNamedIfMissing = file.has_value(); // meshes of the player lack the clips of the player
    MadeMd2 weapon = make(used, forScene(settings, used.scene()), job,
                          file ? options.weapon + ": " : "--weapon=" + options.weapon + ": ");
    if (weapon.isStill) {
        logWarning(output, "MD2: the weapon floats, because no clip moves it");
    }
    return weapon;
}

} // namespace

Source::Source(const std::string& path, const std::vector<std::string>& clips, const MakerOptions& options)
    : path_(path) {
    registerImporter(importer_);
    const auto megabytes = static_cast<int>(options.settings.maxMemoryBytes >> 20);
    importer_.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, megabytes);
    setPivots(importer_, !clips.empty());
    importer_.SetIOHandler(new NotedFiles<FileSystem>(opened_)); // the importer owns it
    scene_ = &readScene(importer_, withFolder(path));
    nameOnlyClip(*scene_, path);
    for (const std::string& file : clips) {
        addClips(*scene_, withFolder(file), new NotedFiles<FileSystem>(opened_), megabytes);
    }
    const auto& md2 = static_cast<const Md2Importer&>(*importer_.GetImporter("md2"));
    opened_.insert(opened_.end(), md2.opened().begin(), md2.opened().end());
}

ExportSettings Source::with(ExportSettings settings) const {
    const std::string folder = folderOf(path_);
    if (settings.textures.empty() && !isImportedMd2(*scene_) && typeOf(folder) == PathType::Folder) {
        settings.textures = folder; // which the scene does not contain
    }
    return settings;
}

std::string clipsOf(const std::vector<Md2Clip>& clips, Md2Clip::Kind kind) {
    std::string text;
    for (const Md2Clip& clip : clips) {
        if (clip.kind == kind) {
            text += (text.empty() ? "" : ", ") + clip.name;
            text += clip.animation.empty() || clip.animation == clip.name ? "" : "=" + clip.animation;
        }
    }
    return text;
}

std::string makeModel(const MakerOptions& options, const Job& job) {
    const Source source(job.input, options.clips, options);
    prepare(source, job.output);
    const MadeMd2 made = make(source, options.settings, job, "");
    std::vector<MadeFile> files = newSkins(folderOf(job.output), made.skins);
    files.push_back({job.output, made.model});
    Assimp::DefaultIOSystem fileSystem;
    throwIf(writeFiles(fileSystem, files));
    return made.summary + sizeOf({job.output});
}

std::string makePlayer(const MakerOptions& options, const Job& job) {
    const Source source(job.input, options.clips, options);
    const std::array<std::string, 2> outputs = {job.output, joined(folderOf(job.output), "weapon.md2")};
    prepare(source, job.output);
    ExportSettings settings = forScene(options.settings, source.scene());
    settings.palette.clear(); // the PCX files are made below
    if (!isFile(options.weapon)) {
        for (const std::string& pattern : splitAt(options.weapon, ',')) {
            settings.meshes.push_back("!" + pattern);
        }
    }
    std::vector<MadeMd2> models = {make(source, settings, job, "")};
    if (!options.weapon.empty()) {
        models.push_back(makeWeapon(options, settings, source, models[0].axes, outputs[1]));
    }
    std::vector<std::string> inputs;
    for (const MadeMd2& model : models) {
        inputs.insert(inputs.end(), model.textures.begin(), model.textures.end());
    }
    std::vector<MadeFile> files;
    for (std::size_t i = 0; i < models.size(); ++i) {
        const float iconBrightness = i == 0 ? 1 : 0; // a weapon has no icon
        const std::vector<MadeFile> images =
            imagesOf(models[i], iconBrightness, folderOf(job.output), options.settings, inputs);
        files.insert(files.end(), images.begin(), images.end());
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
        files.push_back({outputs[i], models[i].model});
    }
    Assimp::DefaultIOSystem fileSystem;
    throwIf(writeFiles(fileSystem, files));
    const MadeMd2& player = models[0];
    const std::string names = listOf(files.size(), [&](std::size_t i) { return fileNameOf(files[i].path); });
    const std::string own = clipsOf(player.clips, Md2Clip::Kind::Own);
    const std::string related = clipsOf(player.clips, Md2Clip::Kind::Related);
    return std::to_string(std::lround(*settings.height)) + " units high, front from " +
           nameOf(player.axes.front) + ", " + std::to_string(player.counts.vertices) + " vertices, " +
           counted(player.counts.triangles, "triangle") + (own.empty() ? "" : "\n  clips: " + own) +
           (related.empty() ? "" : "\n  from similar clips: " + related) + "\n  files: " + names;
}

} // namespace assimp_md2::inner
