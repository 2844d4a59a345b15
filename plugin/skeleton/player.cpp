// SPDX-License-Identifier: BSD-3-Clause
// Plays a skeleton, and computes the normals of its rest pose.
#include "skeleton/player.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2::inner {
namespace {

using Eigen::Vector3d;

Vector3d positionIn(const SkeletonInput& input, std::size_t frame, std::size_t vertex) {
    return Vector3(input.positions + 3 * (frame * input.vertexCount + vertex)).cast<double>();
}

} // namespace

std::vector<FramePair> framePairs(const std::vector<FrameRun>& clips) {
    std::vector<FramePair> pairs;
    for (const FrameRun& clip : clips) {
        const std::size_t last = clip.first + clip.count - 1;
        for (std::size_t frame = clip.first; frame < last; ++frame) {
            pairs.emplace_back(frame, frame + 1);
        }
        if (clip.closes && last > clip.first) {
            pairs.emplace_back(last, clip.first);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

void Player::moveTo(const FramePair& keys, double time) {
    for (std::size_t i = 0; i < poses_.size(); ++i) {
        const Skeleton::Bone& bone = skeleton_.bones[i];
        poses_[i] =
            between(poseOf(skeleton_.key(i, keys.first)), poseOf(skeleton_.key(i, keys.second)), time);
        if (bone.parent >= 0) {
            poses_[i] = poses_[static_cast<std::size_t>(bone.parent)] * poses_[i];
        }
        affines_[i] = poses_[i].affine(Vector3(bone.origin.data()).cast<double>());
    }
}

Vector3d Player::position(std::size_t vertex) const {
    const Vector3d rest = Vector3(skeleton_.restPositions[vertex].data()).cast<double>();
    const VertexWeights& weights = skeleton_.weights[vertex];
    Vector3d position = Vector3d::Zero();
    for (std::size_t i = 0; i < weights.count; ++i) {
        position += double{weights.weight[i]} * (affines_[weights.bone[i]] * rest.homogeneous());
    }
    return position;
}

std::size_t swingsOf(const Skeleton& skeleton, const SkeletonInput& input,
                     const std::vector<FramePair>& pairs, double size) {
    std::size_t swings = 0;
    Player player(skeleton);
    for (const auto& [first, second] : pairs) {
        player.moveTo({first, second}, 0.5);
        bool isSwing = false;
        for (std::size_t v = 0; v < input.vertexCount && size > 0 && !isSwing; ++v) {
            const Vector3d from = positionIn(input, first, v);
            const Vector3d to = positionIn(input, second, v);
            isSwing = swingOf((player.position(v) - (from + to) / 2).norm(), (to - from).norm(), size) > 0;
        }
        swings += isSwing ? 1U : 0U;
    }
    return swings;
}

SkeletonQuality errorsAtFrames(const Skeleton& skeleton, const SkeletonInput& input, double rounding) {
    SkeletonQuality quality;
    Player player(skeleton);
    double squares = 0;
    std::size_t within = 0;
    for (std::size_t frame = 0; frame < input.frameCount; ++frame) {
        player.moveTo(frame);
        const double limit = std::max(double{input.steps[frame]}, rounding);
        for (std::size_t v = 0; v < input.vertexCount; ++v) {
            const double distance = (player.position(v) - positionIn(input, frame, v)).norm();
            squares += distance * distance;
            quality.maximum = std::max(quality.maximum, distance);
            within += distance <= limit ? 1U : 0U;
        }
    }
    const double pairs = static_cast<double>(input.frameCount) * static_cast<double>(input.vertexCount);
    quality.rms = std::sqrt(squares / pairs);
    quality.withinStep = static_cast<double>(within) / pairs;
    return quality;
}

std::vector<std::array<float, 3>> restNormals(const Skeleton& skeleton, const std::vector<float>& normals) {
    constexpr double kLeastLength = 1e-6;
    const std::size_t vertices = skeleton.restPositions.size();
    std::vector<Vector3d> sums(vertices, Vector3d::Zero());
    Player player(skeleton);
    for (std::size_t frame = 0; frame < skeleton.frameCount; ++frame) {
        player.moveTo(frame);
        for (std::size_t v = 0; v < vertices; ++v) {
            const Vector3d normal = Vector3(&normals[3 * (frame * vertices + v)]).cast<double>();
            const VertexWeights& weights = skeleton.weights[v];
            for (std::size_t i = 0; i < weights.count; ++i) {
                sums[v] +=
                    double{weights.weight[i]} * (player.rotation(weights.bone[i]).conjugate() * normal);
            }
        }
    }
    std::vector<std::array<float, 3>> result(vertices);
    for (std::size_t v = 0; v < vertices; ++v) {
        const Vector3 normal = sums[v].norm() > kLeastLength ? Vector3(sums[v].normalized().cast<float>())
                                                             : Vector3(&normals[3 * v]);
        result[v] = {normal.x(), normal.y(), normal.z()};
    }
    return result;
}

} // namespace assimp_md2::inner
