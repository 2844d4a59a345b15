// SPDX-License-Identifier: BSD-3-Clause
// Implements exporter.h.
#include "md2_export/exporter.h"

#include "ai_scene/imported_scene.h"
#include "assimp-md2/metadata.h"
#include "assimp-md2/properties.h"
#include "base/budget.h"
#include "base/paths.h"
#include "base/text.h"
#include "files/log.h"
#include "files/output_files.h"
#include "format/layout.h"
#include "format/md2_writer.h"
#include "md2_export/frames.h"
#include "md2_export/model.h"
#include "md2_export/poses.h"
#include "md2_export/simplify.h"
#include "md2_export/skin_coordinates.h"
#include "md2_export/skins.h"
#include "md2_export/surface.h"
#include "md2_export/textures.h"
#include "model/clips.h"
#include "settings/settings.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

namespace assimp_md2 {
namespace {

/// A scene without any mesh in a node would fail later, with a message about triangles.
std::optional<Error> checkMeshes(const aiScene& scene, const PoseSource& poses) {
    if (scene.mNumMeshes > 0 && !poses.meshes().empty() && poses.vertexCount() > 0) {
        return std::nullopt;
    }
    return Error{ErrorCode::Other, "header: the scene has no mesh with vertices"};
}

/// The size on each axis, in units. The grid of the frame may be larger, because frames can share a grid.
std::array<long, 3> sizeOf(const FrameToWrite& frame) {
    std::array<long, 3> size{};
    for (std::size_t axis = 0; axis < size.size(); ++axis) {
        int least = 255;
        int most = 0;
        for (std::size_t i = axis; i < frame.vertices.size(); i += kVertexSize) {
            least = std::min<int>(least, frame.vertices[i]);
            most = std::max<int>(most, frame.vertices[i]);
        }
        size[axis] = std::lround(static_cast<float>(most - least) * frame.grid.scale[axis]);
    }
    return size;
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

    /// Call it when the files are complete.
    void log() const {
        logWarnings(path_, "MD2: ", warnings_);
        for (const std::string& line : summary_.lines("MD2: ")) {
            Assimp::DefaultLogger::get()->info(line.c_str());
        }
    }

private:
    Result<ExportedFiles> convertScene() {
        if (scene_.mRootNode == nullptr) {
            return tl::unexpected(Error{ErrorCode::Other, "the scene has no root node"});
        }
        SceneAxes axes = axesOf(scene_, settings_);
        const bool writesFrames = settings_.clips == ExportedClips::All && hasFrames(scene_);
        Result<PoseSource> poses = PoseSource::create(
            scene_, axes, writesFrames ? PoseChoice::Frames : PoseChoice::Animations, budget_, warnings_);
        if (!poses) {
            return tl::unexpected(poses.error());
        }
        if (auto error = checkMeshes(scene_, *poses)) {
            return tl::unexpected(std::move(*error));
        }
        if (auto error = poses->keepMeshes(settings_.meshes, warnings_)) {
            return tl::unexpected(std::move(*error));
        }
        auto triangles = readSurface(scene_, poses->meshes(), budget_, warnings_);
        if (!triangles) {
            return tl::unexpected(triangles.error());
        }
        Result<FramePlan> plan =
            writesFrames ? framesOfImportedMd2(*poses, nameOfOneFrame(), limits_.frames, budget_, warnings_)
                         : planFrames(scene_, *poses, settings_, limits_.frames, budget_, warnings_);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        const bool canSimplify = settings_.simplify && settings_.gameLimits && !isImportedMd2(scene_);
        if (canSimplify) {
            // Simplification helps against all other limits.
            if (auto error = checkLimits({0, 0, 0, plan->count, 0, 0}, limits_)) {
                return tl::unexpected(std::move(*error));
            }
        }
        if (settings_.height) {
            constexpr double kFeetOfPlayer = -24;
            const bool isOfGame =
                settings_.clips == ExportedClips::Player || settings_.clips == ExportedClips::Weapon;
            const Result<double> gap = poses->fitHeight(
                axes, *settings_.height, isOfGame ? std::optional(kFeetOfPlayer) : std::nullopt,
                plan->frames.front().pose, budget_);
            if (!gap) {
                return tl::unexpected(gap.error());
            }
            if (settings_.clips == ExportedClips::Player && *gap >= 1) {
                const long units = std::lround(*gap);
                warnings_.note("the player is " + std::to_string(units) +
                               " units above the floor, because a mesh that is left out is lower; add 0,0,-" +
                               std::to_string(units) +
                               " to " ASSIMP_MD2_CONFIG_EXPORT_OFFSET " of the player and of the weapon");
            }
        }
        // An imported MD2 also keeps its skins if clips are selected or if it has bones.
        const bool hasImportedSkins = isImportedMd2(scene_);
        auto skins =
            exportSkins(scene_, *triangles, path_, ioSystem_, settings_, limits_, budget_, warnings_);
        if (!skins) {
            return tl::unexpected(skins.error());
        }
        SkinCoordinates coordinates =
            skinCoordinates(*triangles, *skins, hasImportedSkins, budget_, warnings_);
        const auto build = [&] {
            return buildModel(*poses, *plan, *triangles, coordinates, *skins, settings_.oneGrid,
                              !hasImportedSkins, limits_, budget_, warnings_);
        };
        // Only buildModel knows how many vertices are equal once they are rounded.
        Result<ModelToWrite> model = tl::unexpected(Error{ErrorCode::AboveLimit});
        if (!canSimplify || triangles->size() <= limits_.triangles) {
            const std::uint64_t left = budget_.left();
            model = build();
            budget_.giveBack(model ? 0 : left - budget_.left());
        }
        if (!model && model.error().code == ErrorCode::AboveLimit && canSimplify) {
            if (auto error =
                    simplify(*poses, plan->frames, limits_, *triangles, coordinates, budget_, warnings_)) {
                return tl::unexpected(std::move(*error));
            }
            model = build();
        }
        if (!model) {
            return tl::unexpected(model.error());
        }
        budget_.take(md2FileSize(*model));
        Result<std::vector<std::uint8_t>> file = writeMd2(*model);
        if (!file) {
            return tl::unexpected(file.error());
        }
        summary_.note(summaryOf(*model, axes, *skins, plan->mapping));
        return ExportedFiles{std::move(*file), std::move(skins->images)};
    }

    /// One line about the model.
    std::string summaryOf(const ModelToWrite& model, const SceneAxes& axes, const ExportedSkins& skins,
                          const std::string& mapping) const {
        std::vector<std::string_view> names;
        names.reserve(model.frames.size());
        for (const FrameToWrite& frame : model.frames) {
            names.push_back(frame.name);
        }
        const std::vector<Clip> clips = clipsOf(names, "frame");
        constexpr std::size_t kMostListBytes = 400; // of two lists in one line
        const std::string clipList = listOf(
            clips.size(),
            [&](std::size_t i) { return clips[i].name + " " + std::to_string(clips[i].frameCount); },
            kMostListBytes);
        std::string text = std::string(fileNameOf(path_)) + ": " + std::to_string(names.size()) +
                           " frames (" + clipList + ")";
        const FrameToWrite& first = model.frames.front();
        const std::array<long, 3> size = sizeOf(first);
        text += ", " + std::to_string(first.vertices.size() / kVertexSize) + " vertices, " +
                std::to_string(model.triangles.size()) + " triangles, size of the first frame";
        for (std::size_t axis = 0; axis < 3; ++axis) {
            text += (axis > 0 ? " × " : " ") + std::to_string(size[axis]);
        }
        constexpr std::array<const char*, 5> kFronts = {"+Z", "+X", "+Z", "-X", "-Z"}; // of ExportedFront
        text += std::string(", front from ") + kFronts[static_cast<std::size_t>(axes.front)] + ", skins";
        std::vector<std::string> files;
        for (const ImageToWrite& image : skins.images) {
            files.push_back(image.fileName);
        }
        for (const std::string& kept : skins.kept) {
            files.push_back(kept + " (kept)");
        }
        constexpr std::size_t kMostSkins = 1000; // each is compared with all files
        for (std::size_t i = 0; i < std::min(skins.names.size(), kMostSkins); ++i) {
            const std::string stem = stemOf(utf8FromLatin1(skins.names[i]));
            const bool hasFile = std::any_of(files.begin(), files.end(), [&](const std::string& file) {
                return equalWithoutCase(file.substr(0, file.rfind('.')), stem);
            });
            if (!hasFile) {
                files.push_back(stem + " (no image)");
            }
        }
        text += (files.empty() ? "" : " ") +
                listOf(
                    files.size(), [&](std::size_t i) { return files[i]; }, kMostListBytes);
        if (const std::uint64_t unread = warnings_.count(kImagesNotRead)) {
            text += "; images that cannot be read: " + std::to_string(unread);
        }
        return text + (mapping.empty() ? "" : "; clips from other animations: " + mapping);
    }

    /// The frame name of a static scene, which has no anim mesh with this name.
    std::string nameOfOneFrame() const {
        return metadataText(scene_, ASSIMP_MD2_METADATA_FRAME).value_or("frame01");
    }

    const aiScene& scene_;
    const std::string& path_;
    Assimp::IOSystem& ioSystem_;
    const ExportSettings& settings_;
    Md2Limits limits_;
    Budget budget_;
    Warnings warnings_;
    Warnings summary_; ///< one note
};

} // namespace

std::optional<Error> exportMd2(const std::string& path, Assimp::IOSystem& ioSystem, const aiScene& scene,
                               const Assimp::ExportProperties& properties) {
    const Result<ExportSettings> settings = readExportSettings(properties, processEnvironment());
    if (!settings) {
        return settings.error();
    }
    Export task(scene, path, ioSystem, *settings);
    const Result<ExportedFiles> result = task.run();
    if (!result) {
        return result.error();
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
        return error;
    }
    try {
        logWarnings(path, "MD2: ", settings->removed);
        task.log();
    } catch (const std::bad_alloc&) {
        // The files are complete, so the export has not failed.
    }
    return std::nullopt;
}

} // namespace assimp_md2
