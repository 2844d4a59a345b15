// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/exporter.h"

#include "assimp-md2/maker.h"
#include "gltf/files/output_files.h"
#include "gltf/scene/nodes.h"
#include "importer/base/finite.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/log.h"
#include "importer/md2/clips.h"
#include "importer/md2/layout.h"
#include "maker/md2/frame_names.h"
#include "maker/md2/model.h"
#include "maker/md2/simplify.h"
#include "maker/md2/skins.h"
#include "maker/md2/surface.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace assimp_md2::inner {
namespace {

/// Whether several frames show one pose.
bool isStill(const std::vector<FrameToWrite>& frames) {
    return frames.size() > 1 && std::all_of(frames.begin(), frames.end(), [&](const FrameToWrite& frame) {
               return frame.vertices == frames.front().vertices &&
                      frame.grid.scale == frames.front().grid.scale &&
                      frame.grid.translate == frames.front().grid.translate;
           });
}

class Export {
public:
    explicit Export(const Md2Task& task) : task_(task) {}

    Result<Md2Preview> plan() {
        Result<ModelParts> parts = read();
        if (!parts) {
            return tl::unexpected(parts.error());
        }
        const std::size_t frames = parts->plan.frames.size();
        return Md2Preview{{},     std::move(parts->plan.clips), {}, size_, nameOf(axes_.front),
                          frames, parts->triangles.size()};
    }

    Result<MadeMd2> make() {
        Result<ModelParts> parts = read();
        if (!parts) {
            return tl::unexpected(parts.error());
        }
        Result<ModelToWrite> model = build(*parts);
        if (!model) {
            return tl::unexpected(model.error());
        }
        if (const auto error = checkLimits(model->counts(), kGameLimits, false)) {
            task_.warnings.note("the game does not load this model: " + error->text);
        }
        Result<std::vector<std::uint8_t>> file = writeMd2(*model);
        if (!file) {
            return tl::unexpected(file.error());
        }
        std::string summary = summaryOf(*model, *parts);
        return MadeMd2{std::move(*file),
                       std::move(parts->skins.files),
                       std::move(parts->skins.textures),
                       std::move(summary),
                       axes_,
                       model->counts(),
                       std::move(parts->plan.clips),
                       isStill(model->frames)};
    }

private:
    /// Reads the scene and writes nothing.
    Result<ModelParts> read() {
        if (task_.scene.mRootNode == nullptr) {
            return failure("the scene has no root node");
        }
        if (auto error = errorInScene(task_.scene)) {
            return tl::unexpected(std::move(*error));
        }
        axes_ = axesOf(task_.scene, task_.settings);
        PoseEvaluator& poses = poses_.emplace(task_.scene, task_.warnings, transformOf(axes_));
        // Assimp shows a skeleton without a mesh as pyramids of this material.
        const bool isSkeleton =
            task_.scene.mNumMaterials == 1 &&
            task_.scene.mMaterials[0]->GetName() == aiString(std::string("SkeletonMaterial"));
        if (poses.vertexCount() == 0 || isSkeleton) {
            return failure(std::string("the scene has no mesh with vertices") +
                           (task_.scene.mNumAnimations > 0
                                ? "; it is only motion, which md2-maker --clips adds to a character"
                                : ""));
        }
        const Result<std::vector<PosedMesh>> meshes =
            keptMeshes(poses.meshes(), task_.settings.meshes, task_.warnings);
        if (!meshes) {
            return tl::unexpected(meshes.error());
        }
        const CheckFrames check = [&, triangles = mostTriangles(*meshes)](double frames) {
            // Neither simplification nor other limits help.
            auto error = checkLimits({0, 0, 0, static_cast<std::uint64_t>(std::min(frames, 9e18)), 0, 0},
                                     task_.limits);
            return error ? error
                         : errorAboveMemoryLimit(mostBytes(poses.meshes(), triangles, frames),
                                                 task_.settings.maxMemoryBytes);
        };
        if (auto error = check(1)) {
            return tl::unexpected(std::move(*error));
        }
        auto triangles = readSurface(task_.scene, *meshes, task_.warnings);
        if (!triangles) {
            return tl::unexpected(triangles.error());
        }
        Result<FramePlan> plan = planFrames(task_, poses, check);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        if (auto error = setHeight(poses, *meshes, plan->frames)) {
            return tl::unexpected(std::move(*error));
        }
        warnAboutTravel(*plan, poses.world());
        return surfaceOf(poses, std::move(*plan), std::move(*triangles));
    }

    /// Gives triangles their skins.
    Result<ModelParts> surfaceOf(PoseEvaluator& poses, FramePlan plan,
                                 std::vector<SurfaceTriangle> triangles) {
        std::vector<float> positions(3 * poses.vertexCount());
        std::vector<float> normals(positions.size());
        poses.evaluate(plan.frames.front().pose, positions.data(), normals.data());
        auto skins = exportSkins(task_, positions, triangles);
        if (!skins) {
            return tl::unexpected(skins.error());
        }
        setSkinCoordinates(triangles, *skins, task_.isImported, task_.warnings);
        const bool computesNormals = !task_.isImported && contradictNormals(triangles, positions, normals);
        if (!task_.isImported) {
            addBacks(task_.scene, positions, kGameLimits.triangles, triangles, task_.warnings);
        }
        size_ = boundsOf(positions, triangles).size();
        return ModelParts{poses,
                          std::move(plan),
                          std::move(triangles),
                          std::move(*skins),
                          task_.settings.clips.areOfGame() && !hasFrames(task_.scene),
                          !task_.isImported,
                          computesNormals};
    }

    /// Only buildModel knows how many vertices are equal once they are rounded.
    Result<ModelToWrite> build(ModelParts& parts) {
        const bool canSimplify = task_.settings.simplify && !task_.isImported;
        Result<ModelToWrite> model = failure("", ErrorCode::AboveLimit);
        if (!canSimplify || parts.triangles.size() <= task_.limits.triangles) {
            model = buildModel(parts, task_.limits, task_.warnings);
        }
        if (!model && model.error().code == ErrorCode::AboveLimit && canSimplify) {
            auto error = simplify(parts, task_.limits, task_.warnings);
            model = error ? tl::unexpected(*error) : buildModel(parts, task_.limits, task_.warnings);
        }
        if (!model && model.error().code == ErrorCode::AboveLimit && task_.settings.simplify) {
            model.error().text += "; " ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY
                                  "=false writes what the format allows and the game does not";
        }
        return model;
    }

    /// Whether normals of the scene point below their triangles, as in many B3D files of Blender.
    bool contradictNormals(const std::vector<SurfaceTriangle>& triangles, const std::vector<float>& positions,
                           const std::vector<float>& normals) {
        double above = 0;
        double all = 0;
        for (const SurfaceTriangle& triangle : triangles) {
            const DoubleVector inside = normalOf(cornersOf(positions, triangle));
            for (const DoubleVector& normal : cornersOf(normals, triangle)) {
                const double depth = inside * normal;
                above += depth < 0 ? 1 : 0;
                all += depth < 0 || depth > 0 ? 1 : 0;
            }
        }
        constexpr double kLeast = 0.7; // right models have 0.78 and more
        const bool areWrong = above < kLeast * all;
        if (areWrong) {
            task_.warnings.note(
                "normals of the source are wrong, which would make dark spots; new ones are computed, "
                "and edges look round");
        }
        return areWrong;
    }

    /// Scales and moves all later poses, so that the median of the first clip, or the first frame, has the
    /// height of the settings.
    std::optional<Error> setHeight(PoseEvaluator& poses, const std::vector<PosedMesh>& meshes,
                                   const std::vector<PlannedFrame>& frames) {
        constexpr double kFeetOfPlayer = -24;
        constexpr std::size_t kMostFrames = 40; // the clip `stand` of a player
        const std::optional<double>& height = task_.settings.height;
        const bool hasFeet = task_.settings.feet || (task_.settings.clips.areOfGame() && height);
        if (!height && !hasFeet) {
            return std::nullopt;
        }
        std::vector<double> heights;
        std::vector<double> lows;
        std::vector<float> positions(3 * poses.vertexCount());
        for (std::size_t i = 0; i < std::min(frames.size(), hasFeet ? kMostFrames : 1); ++i) {
            if (frames[i].clip != frames.front().clip) {
                break;
            }
            poses.evaluate(frames[i].pose, positions.data(), nullptr);
            Bounds bounds;
            for (const PosedMesh& mesh : task_.settings.feet ? meshes : poses.meshes()) {
                bounds.add(positions.data() + 3 * mesh.firstVertex, mesh.mesh->mNumVertices);
            }
            lows.push_back(static_cast<double>(bounds.min[2]));
            heights.push_back(bounds.size()[2]);
        }
        const auto median = [](std::vector<double>& values) {
            std::sort(values.begin(), values.end());
            return values[values.size() / 2];
        };
        const double scale = height ? *height / median(heights) : 1;
        if (!(scale > 0) || !isFinite(scale)) {
            return Error{ErrorCode::Other, ASSIMP_MD2_CONFIG_EXPORT_HEIGHT
                         " is set, but the scene has no height in its first frame"};
        }
        axes_.scale *= scale;
        const double feet = task_.settings.feet.value_or(kFeetOfPlayer);
        axes_.offset[2] += hasFeet ? feet - scale * (median(lows) - axes_.offset[2]) : 0;
        poses.setWorld(transformOf(axes_));
        return std::nullopt;
    }

    void warnAboutTravel(const FramePlan& plan, const Transform& world) {
        constexpr double kMostTravel = 16;
        for (const auto& [clip, travel] : plan.travels) {
            const double units = (aiMatrix3x3t<double>(world) * travel).Length();
            if (units > kMostTravel) {
                task_.warnings.add("clips that repeat leave their place; " ASSIMP_MD2_CONFIG_EXPORT_MOTION
                                   "=in-place keeps them there",
                                   1, clip + " travels " + std::to_string(std::lround(units)) + " units");
            }
        }
    }

    /// The memory of an export, without its images. All else is small compared to it, or to the scene.
    ///
    /// \param posed all meshes of a pose
    static double mostBytes(const std::vector<PosedMesh>& posed, double triangles, double frames) {
        // In several nodes, a mesh counts several times. Most bytes are those of simplification: positions
        // and errors of a vertex in eight poses, and candidates for collapses around a triangle.
        constexpr double kBytesPerVertex = 1024;
        constexpr double kBytesPerTriangle = 1024;
        // Vertices are packed, then in the model, and then in the file.
        constexpr double kBytesPerVertexOfFrame = 3 * kVertexSize;
        constexpr double kBytesPerFrame = 256; // names and grids
        // May be more than a std::size_t of 32 bits can hold.
        double vertices = 0;
        for (const PosedMesh& mesh : posed) {
            vertices += mesh.mesh->mNumVertices;
        }
        return kBytesPerVertex * vertices + kBytesPerTriangle * triangles +
               (kBytesPerVertexOfFrame * vertices + kBytesPerFrame) * frames;
    }

    /// One line about the model.
    std::string summaryOf(const ModelToWrite& model, const ModelParts& parts) const {
        constexpr std::size_t kMostListBytes = 400; // of two lists in one line
        std::vector<std::string_view> names;
        names.reserve(model.frames.size());
        for (const FrameToWrite& frame : model.frames) {
            names.push_back(frame.name);
        }
        const std::vector<Clip> clips = clipsOf(names, "frame");
        const std::string clipText = listOf(
            clips.size(),
            [&](std::size_t i) { return clips[i].name + " " + std::to_string(clips[i].frameCount); },
            kMostListBytes);
        std::string text = std::to_string(names.size()) + (names.size() == 1 ? " frame (" : " frames (") +
                           clipText + "), " + std::to_string(model.vertexCount()) + " vertices, " +
                           std::to_string(model.triangles.size()) + " triangles, size of the first frame";
        for (std::size_t axis = 0; axis < 3; ++axis) {
            text += (axis > 0 ? " × " : " ") + textOf(size_[axis], 3);
        }
        text += std::string(", front from ") + nameOf(axes_.front) + ", skins";
        const std::vector<ExportedSkinFile>& files = parts.skins.files;
        const std::string fileText = listOf(
            files.size(),
            [&](std::size_t i) {
                return files[i].name + (files[i].state == ExportedSkinFile::State::Old ? " (old image)" : "");
            },
            kMostListBytes);
        return text + (files.empty() ? " without an image" : " " + fileText);
    }

    const Md2Task& task_;
    SceneAxes axes_; ///< with the scale and the offset
    std::optional<PoseEvaluator> poses_;
    std::array<double, 3> size_{}; ///< of the triangles in the first frame, in units
};

} // namespace

const char* nameOf(ExportedFront front) {
    constexpr std::array<const char*, 5> kNames = {"+Z", "+X", "+Z", "-X", "-Z"}; // of ExportedFront
    return kNames[static_cast<std::size_t>(front)];
}

Result<MadeMd2> makeMd2(const Md2Task& task) {
    return Export(task).make();
}

Result<Md2Preview> planMd2(const Md2Task& task) {
    return Export(task).plan();
}

std::vector<MadeFile> newSkins(const std::string& folder, const std::vector<ExportedSkinFile>& skins) {
    using State = ExportedSkinFile::State;
    std::vector<MadeFile> files;
    for (const auto& [name, state, bytes] : skins) {
        if (state == State::New || state == State::Replaces) {
            files.push_back({joined(folder, name), bytes, state == State::New});
        }
    }
    return files;
}

std::optional<Error> writeFiles(Assimp::IOSystem& ioSystem, const std::vector<MadeFile>& files) {
    OutputFiles output(ioSystem);
    for (const auto& [path, bytes, isNew] : files) {
        const Result<bool> isWritten = isNew ? output.writeNew(path, bytes) : true;
        std::optional<Error> error = isWritten ? std::nullopt : std::optional(isWritten.error());
        if (isWritten && !*isWritten) {
            error = Error{ErrorCode::Other, "the file " + path + " has appeared during the export"};
        }
        error = error || isNew ? error : output.write(path, bytes);
        if (error) {
            return error;
        }
    }
    return output.replaceAll();
}

std::optional<Error> exportMd2(const std::string& path, Assimp::IOSystem& ioSystem, const aiScene& scene,
                               const Assimp::ExportProperties& properties) {
    const Result<ExportSettings> settings = readExportSettings(properties);
    if (!settings) {
        return settings.error();
    }
    Warnings warnings;
    Result<MadeMd2> made = makeMd2({scene, path, ioSystem, *settings, "", warnings});
    if (!made) {
        return made.error();
    }
    std::vector<MadeFile> files = newSkins(folderOf(path), made->skins);
    files.push_back({path, std::move(made->model)});
    if (std::optional<Error> error = writeFiles(ioSystem, files)) {
        return error;
    }
    try {
        logWarnings(path, "MD2: ", warnings);
        Warnings line; // cuts what is too long for Assimp's log
        line.note(std::string(fileNameOf(path)) + ": " + made->summary);
        Assimp::DefaultLogger::get()->info(line.lines("MD2: ").front().c_str());
    } catch (const std::bad_alloc&) {
        // The files are complete, so the export has not failed.
    }
    return std::nullopt;
}

} // namespace assimp_md2::inner
