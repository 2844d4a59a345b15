// SPDX-License-Identifier: BSD-3-Clause
// Fits a skeleton to the frames of a model.
#include "importer/model_skeleton.h"

#include "format/frame_decoder.h"
#include "skeleton/rest_normals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace assimp_md2 {
namespace {

constexpr std::uint32_t kUnusedVertex = UINT32_MAX;

/// The vertices of the file that meshes use, ascending, and the index of each among them.
struct UsedVertices {
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> indexOf; ///< kUnusedVertex for a vertex that no mesh uses
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
        runs.push_back({animation.clip.firstFrame, animation.clip.frameCount});
    }
    return runs;
}

Result<Skeleton> fit(const Model& model, const std::vector<std::uint32_t>& vertices,
                     const Animations& animations, std::size_t maxBones, Budget& budget,
                     const std::function<void(double)>& progress) {
    const View& view = *model.view;
    const std::size_t frameFloats = 3 * vertices.size();
    Loan decoding(budget);
    if (const auto error = decoding.take(
            FrameDecoder::bytes(view) +
            (std::uint64_t{model.frames.size()} + 1) * frameFloats * sizeof(float) +
            model.frames.size() * sizeof(float) + animations.animations.size() * 2 * sizeof(FrameRun))) {
        return tl::unexpected(*error);
    }
    std::vector<float> positions(model.frames.size() * frameFloats);
    std::vector<float> normals(frameFloats);
    std::vector<float> steps;
    steps.reserve(model.frames.size());
    FrameDecoder decoder(view);
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        decoder.decode(model.frames[i], vertices.data(), vertices.size(), &positions[i * frameFloats],
                       normals.data());
        steps.push_back(stepOf(view.frame(model.frames[i])));
    }
    return fitSkeleton({positions.data(), model.frames.size(), vertices.size(), steps.data(),
                        runsOf(animations.animations), maxBones},
                       budget, progress);
}

std::vector<std::array<float, 3>> normalsOf(const Model& model, const std::vector<std::uint32_t>& vertices,
                                            const Skeleton& skeleton) {
    RestNormals rest(skeleton);
    std::vector<float> positions(3 * vertices.size());
    std::vector<float> normals(3 * vertices.size());
    FrameDecoder decoder(*model.view);
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        decoder.decode(model.frames[i], vertices.data(), vertices.size(), positions.data(), normals.data());
        rest.addFrame(i, normals.data());
    }
    return rest.take();
}

} // namespace

Result<ModelSkeleton> skeletonOf(const Model& model, const std::vector<Mesh>& meshes,
                                 const Animations& animations, std::size_t maxBones, UniqueNames& nodeNames,
                                 Budget& budget, const std::function<void(double)>& progress) {
    // Of each vertex: in a list that grows, and where it is among those used.
    if (const auto error = budget.take(3 * sizeof(std::uint32_t) * model.view->vertexCount())) {
        return tl::unexpected(*error);
    }
    UsedVertices used = usedVertices(*model.view, meshes);
    Result<Skeleton> skeleton = fit(model, used.vertices, animations, maxBones, budget, progress);
    if (!skeleton) {
        return tl::unexpected(skeleton.error());
    }
    Loan averaging(budget);
    if (const auto error =
            averaging.take(FrameDecoder::bytes(*model.view) + used.vertices.size() * 6 * sizeof(float))) {
        return tl::unexpected(*error);
    }
    // The names of a bone: here and twice in tables of names.
    const std::uint64_t bytesPerBone = 256 + 3 * model.name.size();
    if (const auto error =
            budget.take(RestNormals::bytes(*skeleton) + bytesPerBone * (skeleton->bones.size() + 1))) {
        return tl::unexpected(*error);
    }
    ModelSkeleton result;
    result.restNormals = normalsOf(model, used.vertices, *skeleton);
    result.vertexOf = std::move(used.indexOf);
    result.nodeName = nodeNames.unique(model.name + "_skeleton");
    for (std::size_t bone = 0; bone < skeleton->bones.size(); ++bone) {
        result.boneNames.push_back(nodeNames.unique(model.name + "_bone" + std::to_string(bone)));
    }
    result.skeleton = *std::move(skeleton);
    return result;
}

} // namespace assimp_md2
