// SPDX-License-Identifier: BSD-3-Clause
// Decodes the frames of a model and its weapon, fits their skeletons and names the bones.
#include "skeleton/model_skeleton.h"

#include "importer/base/text.h"
#include "importer/md2/frame_decoder.h"
#include "skeleton/skeleton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace assimp_md2 {
namespace {

constexpr std::uint32_t kUnusedVertex = UINT32_MAX;

/// The vertices of the file that meshes use, ascending, and the index of each among them.
struct UsedVertices {
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> indexOf;                  ///< kUnusedVertex for a vertex that no mesh uses
    std::vector<std::array<std::uint32_t, 3>> triangles; ///< of indices
};

UsedVertices usedVertices(const View& view, const std::vector<Mesh>& meshes) {
    UsedVertices used;
    used.indexOf.assign(view.vertexCount(), kUnusedVertex);
    for (const Mesh& mesh : meshes) {
        for (const std::uint32_t vertex : mesh.geometry.vertices) {
            used.indexOf[vertex] = 0;
        }
    }
    for (std::size_t vertex = 0; vertex < used.indexOf.size(); ++vertex) {
        if (used.indexOf[vertex] != kUnusedVertex) {
            used.indexOf[vertex] = static_cast<std::uint32_t>(used.vertices.size());
            used.vertices.push_back(static_cast<std::uint32_t>(vertex));
        }
    }
    for (const Mesh& mesh : meshes) {
        for (const auto& [a, b, c] : mesh.geometry.triangles) {
            const std::vector<std::uint32_t>& vertices = mesh.geometry.vertices;
            used.triangles.push_back(
                {used.indexOf[vertices[a]], used.indexOf[vertices[b]], used.indexOf[vertices[c]]});
        }
    }
    return used;
}

/// The diagonal of the quantisation cell.
float stepOf(const Frame& frame) {
    return std::hypot(frame.scale[0], frame.scale[1], frame.scale[2]);
}

std::vector<FrameRun> runsOf(const std::vector<Animation>& animations) {
    std::vector<FrameRun> runs;
    runs.reserve(animations.size());
    for (const Animation& animation : animations) {
        runs.push_back({animation.clip.firstFrame, animation.clip.frameCount, hasClosingKey(animation)});
    }
    return runs;
}

/// A skeleton without names.
Result<ModelSkeleton> fitTo(const Model& model, UsedVertices used, std::size_t maxBones,
                            const PartContext& context, const std::function<void(double)>& progress) {
    const std::size_t frames = model.frames.size();
    const std::size_t frameFloats = 3 * used.vertices.size();
    SkeletonInput input{nullptr,
                        frames,
                        used.vertices.size(),
                        nullptr,
                        runsOf(context.animations.animations),
                        maxBones,
                        std::move(used.triangles)};
    if (const auto error =
            context.memory.check(fitBytes(input) + std::uint64_t{2} * frames * frameFloats * sizeof(float))) {
        return tl::unexpected(*error);
    }
    std::vector<float> positions(frames * frameFloats);
    std::vector<float> normals(frames * frameFloats);
    std::vector<float> steps;
    steps.reserve(frames);
    FrameDecoder decoder(*model.view, model.normals, context.settings.axes);
    for (std::size_t i = 0; i < frames; ++i) {
        decoder.decode(model.frames[i], used.vertices.data(), used.vertices.size(),
                       &positions[i * frameFloats], &normals[i * frameFloats]);
        steps.push_back(stepOf(model.view->frame(model.frames[i])));
    }
    input.positions = positions.data();
    input.steps = steps.data();
    ModelSkeleton result;
    result.skeleton = fitSkeleton(input, progress);
    result.restNormals = restNormals(result.skeleton, normals);
    result.vertexOf = std::move(used.indexOf);
    return result;
}

/// The text of the log about the error of a skeleton.
std::string describe(const Model& model) {
    const Skeleton& skeleton = model.skeleton->skeleton;
    const SkeletonQuality& quality = skeleton.quality;
    std::string text = "skeleton of " + model.name + ": " + std::to_string(skeleton.bones.size()) +
                       " bones, " + textOf(100 * quality.withinStep, 4) +
                       " % of positions within one step, largest error " + textOf(quality.maximum, 4) +
                       " units; " + std::to_string(quality.swings) + " of " + std::to_string(quality.pairs) +
                       " pairs of keys swing";
    if (skeleton.restFrame > 0) {
        text += "; the rest pose is frame " + std::to_string(model.frames[skeleton.restFrame]) +
                ", because parts are folded in the frames before";
    }
    return text;
}

/// Fits the skeletons of the parts of one scene.
class SkeletonFitter {
public:
    SkeletonFitter(std::vector<ModelPart>& parts, const PartContext& context)
        : parts_(parts), context_(context) {}

    std::optional<Error> fit(const std::function<void(double)>& progress) {
        auto error =
            parts_.size() > 1 ? fitBoth(progress) : fit(parts_[0], context_.settings.maxBones, progress);
        if (error) {
            return error;
        }
        for (ModelPart& part : parts_) {
            complete(part);
        }
        return std::nullopt;
    }

private:
    std::optional<Error> fitBoth(const std::function<void(double)>& progress) {
        ModelPart& model = parts_[0];
        ModelPart& weapon = parts_[1];
        const std::size_t maxBones = context_.settings.maxBones;
        const std::size_t weaponVertices = weapon.model.view->vertexCount();
        const std::size_t vertices = model.model.view->vertexCount() + weaponVertices;
        const std::size_t weaponBones =
            std::max<std::size_t>(1, std::min(maxBones - 1, maxBones * weaponVertices / vertices));
        const double part = static_cast<double>(weaponVertices) / static_cast<double>(vertices);
        if (auto error = fit(weapon, weaponBones, [&](double done) { progress(part * done); })) {
            return error;
        }
        if (auto error =
                fit(model, std::max<std::size_t>(1, maxBones - std::min(maxBones, boneCount(weapon))),
                    [&](double done) { progress(part + (1 - part) * done); })) {
            return error;
        }
        if (boneCount(weapon) == weaponBones && boneCount(model) + weaponBones < maxBones) {
            return fit(weapon, maxBones - boneCount(model), {});
        }
        return std::nullopt;
    }

    static std::size_t boneCount(const ModelPart& part) { return part.model.skeleton->skeleton.bones.size(); }

    std::optional<Error> fit(ModelPart& part, std::size_t maxBones,
                             const std::function<void(double)>& progress) {
        Result<ModelSkeleton> skeleton =
            fitTo(part.model, usedVertices(*part.model.view, part.meshes), maxBones, context_, progress);
        if (!skeleton) {
            return skeleton.error();
        }
        part.model.skeleton = *std::move(skeleton);
        return std::nullopt;
    }

    void complete(ModelPart& part) {
        ModelSkeleton& result = *part.model.skeleton;
        result.description = describe(part.model);
        for (std::size_t bone = 0; bone < boneCount(part); ++bone) {
            result.boneNames.push_back(
                context_.nodeNames.unique(part.model.name + "_bone" + std::to_string(bone)));
        }
    }

    std::vector<ModelPart>& parts_;
    const PartContext& context_;
};

} // namespace

std::optional<Error> addSkeletons(std::vector<ModelPart>& parts, const PartContext& context,
                                  const std::function<void(double)>& progress) {
    return SkeletonFitter(parts, context).fit(progress);
}

} // namespace assimp_md2
