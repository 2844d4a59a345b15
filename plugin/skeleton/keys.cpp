// SPDX-License-Identifier: BSD-3-Clause
// Turns the motions of bones into a skeleton with local keys.
#include "skeleton/keys.h"

namespace assimp_md2::inner {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

std::array<float, 3> rounded(const Vector3d& point) {
    const Vector3 values = point.cast<float>();
    return {values.x(), values.y(), values.z()};
}

Vector3d exact(const std::array<float, 3>& point) {
    return Vector3(point.data()).cast<double>();
}

/// \param origins of the bones in model space
std::vector<BoneKey> localKeys(const std::vector<Motion>& motions, const std::vector<TreeBone>& tree,
                               const std::vector<Skeleton::Bone>& bones, std::size_t frames,
                               const ModelSpace& space) {
    std::vector<BoneKey> keys(tree.size() * frames);
    std::vector<BonePose> poses(tree.size()); // as the keys so far give them
    for (std::size_t frame = 0; frame < frames; ++frame) {
        for (std::size_t i = 0; i < tree.size(); ++i) {
            // The keys are computed for the origin after it is rounded to float.
            const BonePose& motion = motions[tree[i].motion][frame];
            const Vector3d origin = (exact(bones[i].origin) - space.centre) / space.size;
            const BonePose global{motion.rotation, space.centre + space.size * (motion * origin)};
            const BonePose parent =
                tree[i].parent < 0 ? BonePose() : poses[static_cast<std::size_t>(tree[i].parent)];
            const BonePose local = parent.inverse() * global;
            BoneKey& key = keys[i * frames + frame];
            Eigen::Map<Eigen::Vector4f> rotation(key.rotation.data());
            const Quaterniond unit = local.rotation.normalized();
            rotation << static_cast<float>(unit.w()), unit.vec().cast<float>();
            const Eigen::Vector4f previous =
                frame > 0 ? Eigen::Vector4f(keys[i * frames + frame - 1].rotation.data())
                          : Eigen::Vector4f(1, 0, 0, 0);
            if (rotation.dot(previous) < 0) {
                rotation = -rotation;
            }
            key.translation = rounded(local.translation);
            poses[i] = parent * poseOf(key);
            poses[i].rotation.normalize();
        }
    }
    return keys;
}

} // namespace

Skeleton assembled(const SkinnedModel& model, const std::vector<TreeBone>& tree, std::size_t frames,
                   const ModelSpace& space) {
    Skeleton skeleton;
    skeleton.frameCount = frames;
    skeleton.bones.reserve(tree.size());
    skeleton.restPositions.reserve(model.rest.size());
    const auto inModel = [&](const Vector3d& point) { return rounded(space.centre + space.size * point); };
    std::vector<std::uint16_t> treeIndex(tree.size());
    for (const TreeBone& bone : tree) {
        treeIndex[bone.motion] = static_cast<std::uint16_t>(skeleton.bones.size());
        skeleton.bones.push_back({bone.parent, inModel(bone.origin)});
    }
    for (const Vector3& position : model.rest) {
        skeleton.restPositions.push_back(inModel(position.cast<double>()));
    }
    skeleton.weights = model.weights;
    for (VertexWeights& ofVertex : skeleton.weights) {
        for (std::size_t i = 0; i < ofVertex.count; ++i) {
            ofVertex.bone[i] = treeIndex[ofVertex.bone[i]];
        }
    }
    skeleton.keys = localKeys(model.motions, tree, skeleton.bones, frames, space);
    return skeleton;
}

} // namespace assimp_md2::inner
