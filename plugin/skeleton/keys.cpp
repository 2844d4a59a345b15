// SPDX-License-Identifier: BSD-3-Clause
// Local keys of the bones of a tree, and how far they are from the frames when they are played.
#include "skeleton/keys.h"

#include "skeleton/sanitize.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2 {

using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

double dot(const std::array<float, 4>& a, const std::array<float, 4>& b) {
    return double{a[0]} * b[0] + double{a[1]} * b[1] + double{a[2]} * b[2] + double{a[3]} * b[3];
}

} // namespace

std::vector<BoneKey> localKeys(const Motions& motions, const std::vector<TreeBone>& tree,
                               const ModelSpace& space) {
    struct Pose {
        Quaterniond rotation;
        Vector3d origin;
    };
    const Index frames = motions.frames();
    std::vector<BoneKey> keys(tree.size() * static_cast<std::size_t>(frames));
    std::vector<Pose> poses(tree.size()); // as the keys so far give them
    for (Index frame = 0; frame < frames; ++frame) {
        for (std::size_t i = 0; i < tree.size(); ++i) {
            const TreeBone& bone = tree[i];
            const Quaterniond& global = motions.rotation(bone.motion, frame);
            const Vector3d moved = global * bone.origin + motions.translation(bone.motion, frame);
            const Vector3d origin = space.centre + space.size * moved;
            Pose parent{Quaterniond::Identity(), Vector3d::Zero()};
            if (bone.parent >= 0) {
                parent = poses[static_cast<std::size_t>(bone.parent)];
            }
            const Quaterniond rotation = (parent.rotation.conjugate() * global).normalized();
            const Vector3d translation = parent.rotation.conjugate() * (origin - parent.origin);
            const std::size_t at = i * static_cast<std::size_t>(frames) + static_cast<std::size_t>(frame);
            BoneKey& key = keys[at];
            key.rotation = {static_cast<float>(rotation.w()), static_cast<float>(rotation.x()),
                            static_cast<float>(rotation.y()), static_cast<float>(rotation.z())};
            const BoneKey* const previous = frame > 0 ? &keys[at - 1] : nullptr;
            if (previous != nullptr ? dot(key.rotation, previous->rotation) < 0 : key.rotation[0] < 0) {
                for (float& part : key.rotation) {
                    part = -part;
                }
            }
            for (Index axis = 0; axis < 3; ++axis) {
                key.translation[static_cast<std::size_t>(axis)] = static_cast<float>(translation[axis]);
            }
            const Quaterniond rounded(key.rotation[0], key.rotation[1], key.rotation[2], key.rotation[3]);
            poses[i].rotation = (parent.rotation * rounded).normalized();
            poses[i].origin =
                parent.origin +
                parent.rotation * Vector3d(key.translation[0], key.translation[1], key.translation[2]);
        }
    }
    return keys;
}

SkeletonQuality playedQuality(const Skeleton& skeleton, const SkeletonInput& input, double size) {
    using Eigen::Matrix3f;
    struct Pose {
        Matrix3f rotation;
        Vector3 translation;
        Vector3 shift; ///< translation of global × offset
    };
    SkeletonQuality quality;
    std::vector<Pose> poses(skeleton.bones.size());
    double squares = 0;
    double steps = 0;
    std::size_t within = 0;
    for (std::size_t frame = 0; frame < input.frameCount; ++frame) {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const Skeleton::Bone& bone = skeleton.bones[i];
            const BoneKey& key = skeleton.key(i, frame);
            const Matrix3f local =
                Eigen::Quaternionf(key.rotation[0], key.rotation[1], key.rotation[2], key.rotation[3])
                    .toRotationMatrix();
            const Vector3 translation(key.translation.data());
            if (bone.parent < 0) {
                poses[i] = {local, translation, Vector3::Zero()};
            } else {
                const Pose& parent = poses[static_cast<std::size_t>(bone.parent)];
                poses[i] = {parent.rotation * local, parent.rotation * translation + parent.translation,
                            Vector3::Zero()};
            }
            poses[i].shift = poses[i].translation - poses[i].rotation * Vector3(bone.origin.data());
        }
        const double step = sanitizedStep(input.steps[frame]);
        steps += step;
        const float* position = input.positions + frame * input.vertexCount * 3;
        for (std::size_t v = 0; v < input.vertexCount; ++v, position += 3) {
            const Vector3 rest(skeleton.restPositions[v].data());
            const VertexWeights& weights = skeleton.weights[v];
            Vector3 moved = Vector3::Zero();
            for (std::size_t i = 0; i < weights.count; ++i) {
                const Pose& pose = poses[weights.bone[i]];
                moved += weights.weight[i] * (pose.rotation * rest + pose.shift);
            }
            const Vector3 expected(sanitizedCoordinate(position[0]), sanitizedCoordinate(position[1]),
                                   sanitizedCoordinate(position[2]));
            const double square = (moved - expected).cast<double>().squaredNorm();
            const double distance = std::sqrt(square);
            squares += square;
            quality.maximum = std::max(quality.maximum, distance);
            if (step > 0) {
                quality.maximumSteps = std::max(quality.maximumSteps, distance / step);
            }
            within += distance <= std::max(step, kRounding * size) ? 1U : 0U;
        }
    }
    const double pairs = static_cast<double>(input.frameCount) * static_cast<double>(input.vertexCount);
    quality.rms = std::sqrt(squares / pairs);
    quality.rmsSteps = steps > 0 ? quality.rms / (steps / static_cast<double>(input.frameCount)) : 0;
    quality.withinStep = static_cast<double>(within) / pairs;
    return quality;
}

} // namespace assimp_md2
