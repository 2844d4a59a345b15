// SPDX-License-Identifier: BSD-3-Clause
// Decodes the frames of a model and its weapon, fits their skeletons and names the bones.
#include "skeleton/model_skeleton.h"

#include "importer/base/text.h"
#include "importer/md2/frame_decoder.h"
#include "skeleton/fit_skeleton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace assimp_md2::inner {
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

/// Gives a part a skeleton without names.
std::optional<Error> fit(ModelPart& part, std::size_t maxBones, const PartContext& context,
                         const std::function<void(double)>& progress) {
    const Model& model = part.model;
    UsedVertices used = usedVertices(*model.view, part.meshes);
    const std::size_t frames = model.frames.size();
    const std::size_t frameFloats = 3 * used.vertices.size();
    SkeletonInput input{nullptr,
                        frames,
                        used.vertices.size(),
                        nullptr,
                        runsOf(context.animations.animations),
                        maxBones,
                        std::move(used.triangles)};
    if (auto error =
            context.memory.check(fitBytes(input) + std::uint64_t{2} * frames * frameFloats * sizeof(float))) {
        return error;
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
    ModelSkeleton& result = part.model.skeleton.emplace();
    result.skeleton = fitSkeleton(input, progress);
    result.restNormals = restNormals(result.skeleton, normals);
    result.vertexOf = std::move(used.indexOf);
    return std::nullopt;
}

std::size_t boneCount(const ModelPart& part) {
    return part.model.skeleton->skeleton.bones.size();
}

/// Fits both parts; see addSkeletons.
std::optional<Error> fitBoth(ModelPart& model, ModelPart& weapon, const PartContext& context,
                             const std::function<void(double)>& progress) {
    const std::size_t maxBones = context.settings.maxBones;
    const std::size_t weaponVertices = weapon.model.view->vertexCount();
    const std::size_t vertices = model.model.view->vertexCount() + weaponVertices;
    const std::size_t weaponBones =
        std::max<std::size_t>(1, std::min(maxBones - 1, maxBones * weaponVertices / vertices));
    const double share = static_cast<double>(weaponVertices) / static_cast<double>(vertices);
    auto error = fit(weapon, weaponBones, context, [&](double done) { progress(share * done); });
    if (!error) {
        error = fit(model, std::max<std::size_t>(1, maxBones - std::min(maxBones, boneCount(weapon))),
                    context, [&](double done) { progress(share + (1 - share) * done); });
    }
    if (!error && boneCount(weapon) == weaponBones && boneCount(model) + weaponBones < maxBones) {
        error = fit(weapon, maxBones - boneCount(model), context, {});
    }
    return error;
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

} // namespace

std::optional<Error> addSkeletons(std::vector<ModelPart>& parts, const PartContext& context,
                                  const std::function<void(double)>& progress) {
    auto error = parts.size() > 1 ? fitBoth(parts[0], parts[1], context, progress)
                                  : fit(parts[0], context.settings.maxBones, context, progress);
    if (error) {
        return error;
    }
    for (ModelPart& part : parts) {
        part.log.information.note(describe(part.model));
        for (std::size_t bone = 0; bone < boneCount(part); ++bone) {
            part.model.skeleton->boneNames.push_back(
                context.nodeNames.unique(part.model.name + "_bone" + std::to_string(bone)));
        }
    }
    return std::nullopt;
}

} // namespace assimp_md2::inner
