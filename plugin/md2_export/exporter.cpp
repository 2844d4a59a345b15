// SPDX-License-Identifier: BSD-3-Clause
// Implements exporter.h.
#include "md2_export/exporter.h"

#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "base/budget.h"
#include "base/paths.h"
#include "base/text.h"
#include "export/entry.h"
#include "files/output_files.h"
#include "format/md2_writer.h"
#include "md2_export/frames.h"
#include "md2_export/model.h"
#include "md2_export/poses.h"
#include "md2_export/skins.h"
#include "md2_export/surface.h"
#include "scene/imported_scene.h"
#include "settings/settings.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/Exceptional.h>
#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <exception>
#include <new>

namespace assimp_md2 {
namespace {

constexpr const char* kMd2Id = "md2";
constexpr const char* kDescription = "Quake II model, version 8 (assimp-md2)";

/// A scene without any mesh in a node would fail later, with a message about triangles.
std::optional<Error> checkMeshes(const aiScene& scene, const PoseSource& poses) {
    if (scene.mNumMeshes > 0 && !poses.meshes().empty() && poses.vertexCount() > 0) {
        return std::nullopt;
    }
    Error error{ErrorCode::CannotBeWritten, Section::Header};
    error.text = "the scene has no mesh with vertices";
    return error;
}

/// What an export makes.
struct ExportedFiles {
    std::vector<std::uint8_t> model;
    std::vector<ImageToWrite> images;
};

class Export {
public:
    Export(const aiScene& scene, const std::string& path, Assimp::IOSystem& ioSystem,
           const ExportSettings& settings)
        : scene_(scene)
        , path_(path)
        , ioSystem_(ioSystem)
        , settings_(settings)
        , limits_(settings.gameLimits ? kGameLimits : kFormatLimits)
        , budget_(settings.maxMemoryBytes) {}

    Result<ExportedFiles> run() {
        Result<ExportedFiles> files = convertScene();
        if (!files && files.error().code == ErrorCode::AboveLimit && settings_.gameLimits) {
            files.error().text += "; " ASSIMP_MD2_CONFIG_EXPORT_LIMITS
                                  "=format writes what the format allows and the game does not";
        }
        return files;
    }

    void logWarnings() const {
        for (const std::string& line : repairs_.messages()) {
            Assimp::DefaultLogger::get()->warn(printable(line).c_str());
        }
        for (const std::string& line : warnings_) {
            // Assimp leaves out lines that are too long.
            Assimp::DefaultLogger::get()->warn(printable(line).substr(0, 1000).c_str());
        }
    }

private:
    Result<ExportedFiles> convertScene() {
        const SceneAxes axes = axesOf(scene_, settings_);
        const bool writesFrames = settings_.clips == ExportedClips::All && hasFrames(scene_);
        Result<PoseSource> poses = PoseSource::create(
            scene_, axes, writesFrames ? PoseChoice::Frames : PoseChoice::Animations, budget_, repairs_);
        if (!poses) {
            return tl::unexpected(poses.error());
        }
        if (auto error = checkMeshes(scene_, *poses)) {
            return tl::unexpected(std::move(*error));
        }
        const auto triangles = readSurface(scene_, poses->meshes(), limits_.triangles, budget_, warnings_);
        if (!triangles) {
            return tl::unexpected(triangles.error());
        }
        auto frames = writesFrames
                          ? framesOfImportedMd2(*poses, nameOfOneFrame(), limits_.frames, budget_, warnings_)
                          : planFrames(scene_, *poses, settings_, limits_.frames, budget_, warnings_);
        if (!frames) {
            return tl::unexpected(frames.error());
        }
        // An imported MD2 also keeps its skins if clips are selected or if it has bones.
        const bool hasImportedSkins = isImportedMd2(scene_);
        auto skins = exportSkins(scene_, *triangles, hasImportedSkins, path_, ioSystem_, settings_, limits_,
                                 budget_, warnings_);
        if (!skins) {
            return tl::unexpected(skins.error());
        }
        const SkinCoordinates coordinates =
            skinCoordinates(*triangles, *skins, hasImportedSkins, budget_, warnings_);
        const auto model =
            buildModel(*poses, *frames, *triangles, coordinates, *skins, settings_.oneGrid, limits_, budget_);
        if (!model) {
            return tl::unexpected(model.error());
        }
        budget_.take(md2FileSize(*model));
        Result<std::vector<std::uint8_t>> file = writeMd2(*model, limits_);
        if (!file) {
            return tl::unexpected(file.error());
        }
        return ExportedFiles{std::move(*file), std::move(skins->images)};
    }

    /// The frame name of a static scene, which has no anim mesh with this name.
    std::string nameOfOneFrame() const {
        aiString name;
        const bool isThere =
            scene_.mMetaData != nullptr && scene_.mMetaData->Get(ASSIMP_MD2_METADATA_FRAME, name);
        return isThere ? name.C_Str() : "frame01";
    }

    const aiScene& scene_;
    const std::string& path_;
    Assimp::IOSystem& ioSystem_;
    const ExportSettings& settings_;
    Md2Limits limits_;
    Budget budget_;
    Repairs repairs_;
    Warnings warnings_;
};

/// \return the error message, or nothing
std::optional<std::string> exportTo(const std::string& path, Assimp::IOSystem& ioSystem, const aiScene& scene,
                                    const Assimp::ExportProperties& properties) {
    const Result<ExportSettings> settings = readExportSettings(properties, processEnvironment());
    if (!settings) {
        return message(settings.error());
    }
    Export task(scene, path, ioSystem, *settings);
    const Result<ExportedFiles> result = task.run();
    if (!result) {
        return message(result.error());
    }
    OutputFiles output(ioSystem);
    std::optional<Error> error;
    for (auto image = result->images.begin(); !error && image != result->images.end(); ++image) {
        error = output.write(joined(folderOf(path), image->fileName), image->bytes);
    }
    if (!error) {
        error = output.write(path, result->model);
    }
    if (!error) {
        error = output.replaceAll();
    }
    if (error) {
        return "MD2: " + description(*error);
    }
    try {
        task.logWarnings();
    } catch (const std::bad_alloc&) {
        // The files are complete, so the export has not failed.
    }
    return std::nullopt;
}

void exportMd2(const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
               const Assimp::ExportProperties* properties) {
    std::optional<std::string> failure;
    try {
        const Assimp::ExportProperties none;
        failure = exportTo(path, *ioSystem, *scene, properties != nullptr ? *properties : none);
    } catch (const OverBudget& refusal) {
        failure = message(errorOf(refusal));
    } catch (const std::bad_alloc&) {
        failure = "MD2: there is not enough memory for the export";
    } catch (const std::exception& error) {
        failure = "MD2: " + std::string(error.what());
    }
    if (failure) {
        // Every version of Assimp has the format obj.
        throwExportError("obj", *failure);
    }
}

} // namespace

void addMd2Exporter(Assimp::Exporter& exporter) {
    if (LeaveExportersAlone::isOn() || findEntry(exporter, kMd2Id) != nullptr) {
        return;
    }
    const Assimp::Exporter::ExportFormatEntry entry(kMd2Id, kDescription, "md2", exportMd2);
    if (exporter.RegisterExporter(entry) != aiReturn_SUCCESS) {
        throw std::bad_alloc();
    }
}

} // namespace assimp_md2
