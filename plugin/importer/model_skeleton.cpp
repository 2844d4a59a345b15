// SPDX-License-Identifier: BSD-3-Clause
// Implements model_skeleton.h.
#include "importer/model_skeleton.h"

#include "format/frame_decoder.h"
#include "skeleton/rest_normals.h"

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
        runs.push_back({animation.clip.firstFrame, animation.clip.frameCount, hasClosingKey(animation)});
    }
    return runs;
}

Skeleton fitTo(const Model& model, const std::vector<std::uint32_t>& vertices, const Animations& animations,
               std::size_t maxBones, Budget& budget, const std::function<void(double)>& progress) {
    const View& view = *model.view;
    const std::size_t frameFloats = 3 * vertices.size();
    Loan decoding(budget);
    decoding.take(FrameDecoder::bytes(view, model.normals) +
                  (std::uint64_t{model.frames.size()} + 1) * frameFloats * sizeof(float) +
                  model.frames.size() * sizeof(float) + animations.animations.size() * 2 * sizeof(FrameRun));
    std::vector<float> positions(model.frames.size() * frameFloats);
    std::vector<float> normals(frameFloats);
    std::vector<float> steps;
    steps.reserve(model.frames.size());
    FrameDecoder decoder(view, model.normals);
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
    FrameDecoder decoder(*model.view, model.normals);
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        decoder.decode(model.frames[i], vertices.data(), vertices.size(), positions.data(), normals.data());
        rest.addFrame(i, normals.data());
    }
    return rest.take();
}

/// Rotates the skeleton of a model to `axes`. A motion is conjugated, which rotates its translation and the
/// axis of its quaternion.
void rotate(ModelSkeleton& model, Axes axes) {
    const auto rotateAll = [axes](std::vector<std::array<float, 3>>& vectors) {
        for (std::array<float, 3>& vector : vectors) {
            vector = rotated(vector, axes);
        }
    };
    rotateAll(model.restNormals);
    rotateAll(model.skeleton.restPositions);
    for (Skeleton::Bone& bone : model.skeleton.bones) {
        bone.origin = rotated(bone.origin, axes);
    }
    for (BoneKey& key : model.skeleton.keys) {
        std::array<float, 4>& q = key.rotation;
        const auto [x, y, z] = rotated(std::array<float, 3>{q[1], q[2], q[3]}, axes);
        q = {q[0], x, y, z};
        key.translation = rotated(key.translation, axes);
    }
}

/// Fits the skeletons of the parts of one scene.
class SkeletonFitter {
public:
    SkeletonFitter(std::vector<ModelPart>& parts, std::size_t maxBones, Axes axes, const PartContext& context)
        : parts_(parts)
        , maxBones_(maxBones)
        , axes_(axes)
        , context_(context)
        , leftBefore_(context.budget.left()) {}

    void fit(const std::function<void(double)>& progress) {
        try {
            if (parts_.size() > 1) {
                fitBoth(progress);
            } else {
                fit(parts_[0], maxBones_, progress);
            }
            for (const ModelPart& part : parts_) {
                charge(part);
            }
        } catch (const OverBudget&) {
            for (ModelPart& part : parts_) {
                part.model.skeleton.reset();
            }
            context_.budget.giveBack(leftBefore_ - context_.budget.left());
            throw;
        }
        for (ModelPart& part : parts_) {
            complete(part);
        }
    }

private:
    void fitBoth(const std::function<void(double)>& progress) {
        ModelPart& model = parts_[0];
        ModelPart& weapon = parts_[1];
        const std::size_t weaponVertices = weapon.model.view->vertexCount();
        const std::size_t vertices = model.model.view->vertexCount() + weaponVertices;
        const std::size_t share =
            std::max<std::size_t>(1, std::min(maxBones_ - 1, maxBones_ * weaponVertices / vertices));
        const double part = static_cast<double>(weaponVertices) / static_cast<double>(vertices);
        fit(weapon, share, [&](double done) { progress(part * done); });
        const std::uint64_t ofWeapon = leftBefore_ - context_.budget.left();
        fit(model, std::max<std::size_t>(1, maxBones_ - std::min(maxBones_, boneCount(weapon))),
            [&](double done) { progress(part + (1 - part) * done); });
        if (boneCount(weapon) == share && boneCount(model) + share < maxBones_) {
            weapon.model.skeleton.reset();
            context_.budget.giveBack(ofWeapon);
            fit(weapon, maxBones_ - boneCount(model), {});
        }
    }

    static std::size_t boneCount(const ModelPart& part) { return part.model.skeleton->skeleton.bones.size(); }

    /// Adds the skeleton, in the axes of the model and without names.
    void fit(ModelPart& part, std::size_t maxBones, const std::function<void(double)>& progress) {
        const Model& model = part.model;
        Budget& budget = context_.budget;
        // Of each vertex: in a list that grows, and where it is among those used.
        budget.take(3 * sizeof(std::uint32_t) * model.view->vertexCount());
        UsedVertices used = usedVertices(*model.view, part.meshes);
        Skeleton skeleton = fitTo(model, used.vertices, context_.animations, maxBones, budget, progress);
        Loan averaging(budget);
        averaging.take(FrameDecoder::bytes(*model.view, model.normals) +
                       used.vertices.size() * 6 * sizeof(float));
        budget.take(RestNormals::bytes(skeleton));
        ModelSkeleton result;
        result.restNormals = normalsOf(model, used.vertices, skeleton);
        result.vertexOf = std::move(used.indexOf);
        result.skeleton = std::move(skeleton);
        part.model.skeleton = std::move(result);
    }

    void charge(const ModelPart& part) {
        // The names of a bone: here and twice in tables of names.
        const std::uint64_t bytesPerBone = 256 + 3 * part.model.name.size();
        context_.budget.take(bytesPerBone * (boneCount(part) + 1));
        chargeModel(part, context_);
    }

    void complete(ModelPart& part) {
        ModelSkeleton& result = *part.model.skeleton;
        for (std::size_t bone = 0; bone < boneCount(part); ++bone) {
            result.boneNames.push_back(
                context_.nodeNames.unique(part.model.name + "_bone" + std::to_string(bone)));
        }
        rotate(result, axes_);
    }

    std::vector<ModelPart>& parts_;
    std::size_t maxBones_;
    Axes axes_;
    const PartContext& context_;
    std::uint64_t leftBefore_;
};

} // namespace

std::optional<Error> checkSkeletons() {
    return std::nullopt;
}

void addSkeletons(std::vector<ModelPart>& parts, std::size_t maxBones, Axes axes, const PartContext& context,
                  const std::function<void(double)>& progress) {
    SkeletonFitter(parts, maxBones, axes, context).fit(progress);
}

} // namespace assimp_md2
