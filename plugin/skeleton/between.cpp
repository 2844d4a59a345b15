// SPDX-License-Identifier: BSD-3-Clause
// Measures where the played keys put the vertices between two frames.
#include "skeleton/between.h"

#include "skeleton/sanitize.h"
#include "skeleton/trajectories.h"

#include <algorithm>
#include <array>

namespace assimp_md2 {
namespace {

using Eigen::Matrix3f;
using Eigen::Quaternionf;

/// A pair swings if at half time a vertex is further from its mean position than both shares of the size; the
/// second one is added to half of the vertex' way.
constexpr float kFar = 0.03F;
constexpr float kWaySlack = 0.01F;

constexpr std::array<float, 3> kTimes{0.25F, 0.5F, 0.75F};

/// The transformation of a bone from the rest pose.
struct BonePose {
    Quaternionf rotation;
    Matrix3f matrix;
    Vector3 translation; ///< of the origin
    Vector3 shift;       ///< translation of global × offset
};

Quaternionf rotationOf(const BoneKey& key) {
    return {key.rotation[0], key.rotation[1], key.rotation[2], key.rotation[3]};
}

void play(const Skeleton& skeleton, const FramePair& pair, float time, std::vector<BonePose>& poses) {
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const BoneKey& first = skeleton.key(i, pair.first);
        const BoneKey& second = skeleton.key(i, pair.second);
        const Quaternionf a = rotationOf(first);
        const Quaternionf b = rotationOf(second);
        const float end = a.dot(b) < 0 ? -time : time;
        BonePose& pose = poses[i];
        pose.rotation.coeffs() = (1 - time) * a.coeffs() + end * b.coeffs();
        pose.rotation.normalize();
        const Vector3 from(first.translation.data());
        pose.translation = from + time * (Vector3(second.translation.data()) - from);
        const Skeleton::Bone& bone = skeleton.bones[i];
        if (bone.parent >= 0) {
            const BonePose& parent = poses[static_cast<std::size_t>(bone.parent)];
            pose.rotation = parent.rotation * pose.rotation;
            pose.translation = parent.matrix * pose.translation + parent.translation;
        }
        pose.matrix = pose.rotation.toRotationMatrix();
        pose.shift = pose.translation - pose.matrix * Vector3(bone.origin.data());
    }
}

} // namespace

std::size_t mostPairs(const SkeletonInput& input) {
    std::size_t pairs = 0;
    for (const FrameRun& clip : input.clips) {
        pairs += clip.first < input.frameCount ? std::min(clip.count, input.frameCount - clip.first) : 0;
    }
    return pairs;
}

std::vector<FramePair> framePairs(const SkeletonInput& input) {
    std::vector<FramePair> pairs;
    pairs.reserve(mostPairs(input));
    for (const FrameRun& clip : input.clips) {
        if (clip.count == 0 || clip.first >= input.frameCount) {
            continue;
        }
        const std::size_t last = clip.first + std::min(clip.count, input.frameCount - clip.first) - 1;
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

Between between(const Skeleton& skeleton, const SkeletonInput& input, const std::vector<FramePair>& pairs,
                double size) {
    Between result;
    if (!(size > 0)) {
        return result;
    }
    const auto unit = static_cast<float>(size);
    std::vector<BonePose> poses(skeleton.bones.size());
    float largest = 0;
    for (const FramePair& pair : pairs) {
        float farthest = 0; // of the vertices that swing
        std::size_t swinging = 0;
        for (const float time : kTimes) {
            play(skeleton, pair, time, poses);
            for (std::size_t v = 0; v < input.vertexCount; ++v) {
                const Vector3 rest(skeleton.restPositions[v].data());
                const VertexWeights& weights = skeleton.weights[v];
                Vector3 moved = Vector3::Zero();
                for (std::size_t i = 0; i < weights.count; ++i) {
                    const BonePose& pose = poses[weights.bone[i]];
                    moved += weights.weight[i] * (pose.matrix * rest + pose.shift);
                }
                const auto positionIn = [&](std::size_t frame) {
                    const float* const p = input.positions + 3 * (frame * input.vertexCount + v);
                    return Vector3(sanitizedCoordinate(p[0]), sanitizedCoordinate(p[1]),
                                   sanitizedCoordinate(p[2]));
                };
                const Vector3 from = positionIn(pair.first);
                const Vector3 way = positionIn(pair.second) - from;
                const float off = (moved - from - time * way).norm() / unit;
                largest = std::max(largest, off);
                if (time == 0.5F && off > kFar && off > farthest &&
                    off > 0.5F * way.norm() / unit + kWaySlack) {
                    farthest = off;
                    swinging = v;
                }
            }
        }
        if (farthest > 0) {
            result.swings.push_back({pair, swinging});
        }
    }
    result.largest = double{largest};
    return result;
}

} // namespace assimp_md2
