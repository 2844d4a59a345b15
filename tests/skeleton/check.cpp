// SPDX-License-Identifier: BSD-3-Clause
// What holds for every skeleton.
#include "skeleton/check.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace assimp_md2::inner::test {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

template <std::size_t size>
bool isFinite(const std::array<float, size>& values) {
    return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

/// The bytes of values without padding.
template <typename Value>
bool hasSameBytes(const std::vector<Value>& a, const std::vector<Value>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Value)) == 0);
}

Vector3d vectorOf(const float* coordinates) {
    return Eigen::Map<const Eigen::Vector3f>(coordinates).cast<double>();
}

Quaterniond rotationOf(const BoneKey& key) {
    const auto& [w, x, y, z] = key.rotation;
    return {double{w}, double{x}, double{y}, double{z}};
}

/// Calls `visit` with the keys of a bone and its parents, up to the root.
template <typename Visit>
void forEachKeyUpwards(const Skeleton& skeleton, std::size_t frame, std::size_t bone, Visit visit) {
    for (int link = static_cast<int>(bone); link >= 0;
         link = skeleton.bones[static_cast<std::size_t>(link)].parent) {
        visit(skeleton.key(static_cast<std::size_t>(link), frame));
    }
}

std::string defectOfWeights(const VertexWeights& weights, std::size_t bones) {
    if (weights.count == 0 || weights.count > kWeightsPerVertex) {
        return "a vertex has " + std::to_string(weights.count) + " weights";
    }
    double sum = 0;
    for (std::size_t i = 0; i < weights.count; ++i) {
        const auto* const bone = weights.bone.data() + i;
        if (*bone >= bones || std::find(weights.bone.data(), bone, *bone) != bone) {
            return "a bone of a vertex is out of range, or occurs twice";
        }
        if (!(weights.weight[i] > 0)) {
            return "a weight is not positive";
        }
        sum += double{weights.weight[i]};
    }
    return std::abs(sum - 1) > 1e-6 ? "the weights of a vertex sum to " + std::to_string(sum) : "";
}

std::string defectOfKeys(const Skeleton& skeleton) {
    for (std::size_t bone = 0; bone < skeleton.bones.size(); ++bone) {
        for (std::size_t frame = 0; frame < skeleton.frameCount; ++frame) {
            const BoneKey& key = skeleton.key(bone, frame);
            if (!isFinite(key.rotation) || !isFinite(key.translation)) {
                return "a key is not finite";
            }
            const Quaterniond rotation = rotationOf(key);
            if (std::abs(rotation.squaredNorm() - 1) > 1e-6) {
                return "a quaternion has not the length 1";
            }
            if (frame > 0 && rotation.dot(rotationOf(skeleton.key(bone, frame - 1))) < 0) {
                return "a rotation takes the long way";
            }
        }
    }
    return "";
}

} // namespace

Vector3d playedPosition(const Skeleton& skeleton, std::size_t frame, std::size_t vertex) {
    const VertexWeights& weights = skeleton.weights[vertex];
    Vector3d sum = Vector3d::Zero();
    for (std::size_t i = 0; i < weights.count; ++i) {
        Vector3d point = vectorOf(skeleton.restPositions[vertex].data()) -
                         vectorOf(skeleton.bones[weights.bone[i]].origin.data());
        forEachKeyUpwards(skeleton, frame, weights.bone[i], [&](const BoneKey& key) {
            point = rotationOf(key) * point + vectorOf(key.translation.data());
        });
        sum += double{weights.weight[i]} * point;
    }
    return sum;
}

double meanNormalAngle(const Skeleton& skeleton, const std::vector<float>& normals) {
    const std::size_t vertices = skeleton.restPositions.size();
    const std::vector<std::array<float, 3>> rest = restNormals(skeleton, normals);
    double angles = 0;
    for (std::size_t frame = 0; frame < skeleton.frameCount; ++frame) {
        for (std::size_t v = 0; v < vertices; ++v) {
            Vector3d moved = Vector3d::Zero();
            const VertexWeights& weights = skeleton.weights[v];
            for (std::size_t i = 0; i < weights.count; ++i) {
                Vector3d normal = vectorOf(rest[v].data());
                forEachKeyUpwards(skeleton, frame, weights.bone[i],
                                  [&](const BoneKey& key) { normal = rotationOf(key) * normal; });
                moved += double{weights.weight[i]} * normal;
            }
            const double cosine =
                moved.normalized().dot(vectorOf(normals.data() + 3 * (frame * vertices + v)));
            angles += std::acos(std::clamp(cosine, -1.0, 1.0));
        }
    }
    constexpr double kDegrees = 57.29577951308232;
    return kDegrees * angles / static_cast<double>(skeleton.frameCount * vertices);
}

std::string defectOf(const Skeleton& skeleton, const SkeletonInput& input) {
    const std::size_t bones = skeleton.bones.size();
    if (bones == 0 || bones > input.maxBones) {
        return "there are " + std::to_string(bones) + " bones";
    }
    for (std::size_t i = 0; i < bones; ++i) {
        const Skeleton::Bone& bone = skeleton.bones[i];
        if (bone.parent < -1 || bone.parent >= static_cast<int>(i)) {
            return "bone " + std::to_string(i) + " has the parent " + std::to_string(bone.parent);
        }
        if (!isFinite(bone.origin)) {
            return "an origin is not finite";
        }
    }
    if (skeleton.frameCount != input.frameCount || skeleton.keys.size() != bones * input.frameCount ||
        skeleton.weights.size() != input.vertexCount || skeleton.restPositions.size() != input.vertexCount) {
        return "the sizes contradict each other";
    }
    std::vector<bool> movesVertices(bones, false);
    for (std::size_t v = 0; v < input.vertexCount; ++v) {
        const VertexWeights& weights = skeleton.weights[v];
        if (!isFinite(skeleton.restPositions[v])) {
            return "a rest position is not finite";
        }
        if (const std::string defect = defectOfWeights(weights, bones); !defect.empty()) {
            return defect;
        }
        for (std::size_t i = 0; i < weights.count; ++i) {
            movesVertices[weights.bone[i]] = true;
        }
    }
    if (std::find(movesVertices.begin(), movesVertices.end(), false) != movesVertices.end()) {
        return "a bone moves no vertex";
    }
    const SkeletonQuality& quality = skeleton.quality;
    for (const double value : {quality.rms, quality.maximum, quality.withinStep}) {
        if (!std::isfinite(value) || value < 0) {
            return "the quality is not a number";
        }
    }
    if (quality.withinStep > 1 || quality.swings > quality.pairs ||
        quality.rms > quality.maximum * 1.000001) {
        return "the quality contradicts itself";
    }
    return defectOfKeys(skeleton);
}

bool isSame(const Skeleton& a, const Skeleton& b) {
    if (a.weights.size() != b.weights.size()) {
        return false;
    }
    for (std::size_t v = 0; v < a.weights.size(); ++v) {
        if (a.weights[v].count != b.weights[v].count || a.weights[v].bone != b.weights[v].bone ||
            a.weights[v].weight != b.weights[v].weight) {
            return false;
        }
    }
    return hasSameBytes(a.bones, b.bones) && hasSameBytes(a.restPositions, b.restPositions) &&
           hasSameBytes(a.keys, b.keys);
}

} // namespace assimp_md2::inner::test
