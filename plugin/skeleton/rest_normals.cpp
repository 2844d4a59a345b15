// SPDX-License-Identifier: BSD-3-Clause
// Computes normals of the rest pose from the normals of all frames.
#include "skeleton/rest_normals.h"

#include <Eigen/Geometry>

#include <cmath>
#include <utility>

namespace assimp_md2 {
namespace {

using Normal = Eigen::Vector3f;
using BoneRotation = Eigen::Quaternionf;

BoneRotation boneRotation(const std::array<float, 4>& quaternion) {
    return {quaternion[0], quaternion[1], quaternion[2], quaternion[3]};
}

} // namespace

RestNormals::RestNormals(const Skeleton& skeleton)
    : skeleton_(skeleton), rotations_(skeleton.bones.size()), sums_(skeleton.restPositions.size()) {}

void RestNormals::addFrame(std::size_t frame, const float* normals) {
    for (std::size_t bone = 0; bone < rotations_.size(); ++bone) {
        const int parent = skeleton_.bones[bone].parent;
        BoneRotation rotation = boneRotation(skeleton_.key(bone, frame).rotation);
        if (parent >= 0) {
            rotation = boneRotation(rotations_[static_cast<std::size_t>(parent)]) * rotation;
        }
        rotations_[bone] = {rotation.w(), rotation.x(), rotation.y(), rotation.z()};
    }
    if (first_.empty()) {
        first_.resize(sums_.size());
        for (std::size_t i = 0; i < first_.size(); ++i) {
            first_[i] = {normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]};
        }
    }
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        const Normal normal(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
        Normal sum(sums_[i][0], sums_[i][1], sums_[i][2]);
        const VertexWeights& weights = skeleton_.weights[i];
        for (std::size_t j = 0; j < weights.count; ++j) {
            sum += weights.weight[j] * (boneRotation(rotations_[weights.bone[j]]).conjugate() * normal);
        }
        sums_[i] = {sum.x(), sum.y(), sum.z()};
    }
}

std::vector<std::array<float, 3>> RestNormals::take() {
    constexpr float kLeastLength = 1e-6F;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        std::array<float, 3>& sum = sums_[i];
        const float length = std::hypot(sum[0], sum[1], sum[2]);
        if (!(length > kLeastLength)) {
            sum = first_.empty() ? std::array<float, 3>{0, 0, 1} : first_[i];
            continue;
        }
        for (float& component : sum) {
            component /= length;
        }
    }
    return std::move(sums_);
}

std::size_t RestNormals::bytes(const Skeleton& skeleton) {
    return skeleton.bones.size() * sizeof(std::array<float, 4>) +
           skeleton.restPositions.size() * 2 * sizeof(std::array<float, 3>);
}

} // namespace assimp_md2
