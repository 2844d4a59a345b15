// SPDX-License-Identifier: BSD-3-Clause
// What holds for every skeleton.
#include "skeleton/check.h"

#include "skeleton/player.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace assimp_md2::test {
namespace {

using Vector = std::array<double, 3>;

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

Vector rotated(const std::array<float, 4>& q, const Vector& v) {
    const double w = q[0];
    const Vector u{q[1], q[2], q[3]};
    const auto cross = [](const Vector& a, const Vector& b) {
        return Vector{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    const Vector once = cross(u, v);
    const Vector twice = cross(u, once);
    return {v[0] + 2 * (w * once[0] + twice[0]), v[1] + 2 * (w * once[1] + twice[1]),
            v[2] + 2 * (w * once[2] + twice[2])};
}

std::array<float, 4> product(const std::array<float, 4>& a, const std::array<float, 4>& b) {
    return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

/// The median of the diagonals of the frames' bounding boxes.
double medianDiagonal(const SkeletonInput& input) {
    std::vector<double> diagonals;
    for (std::size_t frame = 0; frame < input.frameCount; ++frame) {
        const float* const first = input.positions + 3 * frame * input.vertexCount;
        Vector low{first[0], first[1], first[2]};
        Vector high = low;
        for (std::size_t i = 0; i < 3 * input.vertexCount; ++i) {
            low[i % 3] = std::min(low[i % 3], double{first[i]});
            high[i % 3] = std::max(high[i % 3], double{first[i]});
        }
        diagonals.push_back(std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
    }
    std::nth_element(diagonals.begin(), diagonals.begin() + static_cast<std::ptrdiff_t>(diagonals.size() / 2),
                     diagonals.end());
    return diagonals[diagonals.size() / 2];
}

std::string defectOfWeights(const VertexWeights& weights, std::size_t bones) {
    if (weights.count == 0 || weights.count > kWeightsPerVertex) {
        return "a vertex has " + std::to_string(weights.count) + " weights";
    }
    double sum = 0;
    for (std::size_t i = 0; i < weights.count; ++i) {
        if (weights.bone[i] >= bones || (i > 0 && weights.bone[i] <= weights.bone[i - 1])) {
            return "the bones of a vertex are out of range or not ascending";
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
            double length = 0;
            double dot = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                length += double{key.rotation[i]} * key.rotation[i];
                dot += frame == 0 ? 1 : double{key.rotation[i]} * skeleton.key(bone, frame - 1).rotation[i];
            }
            if (std::abs(length - 1) > 1e-6) {
                return "a quaternion has not the length 1";
            }
            if (dot < 0) {
                return "a rotation takes the long way";
            }
        }
    }
    return "";
}

} // namespace

std::array<double, 3> playedPosition(const Skeleton& skeleton, std::size_t frame, std::size_t vertex) {
    const VertexWeights& weights = skeleton.weights[vertex];
    const std::array<float, 3>& rest = skeleton.restPositions[vertex];
    Vector sum{};
    for (std::size_t i = 0; i < weights.count; ++i) {
        const std::array<float, 3>& origin = skeleton.bones[weights.bone[i]].origin;
        Vector point{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            point[axis] = double{rest[axis]} - origin[axis];
        }
        for (int bone = weights.bone[i]; bone >= 0;
             bone = skeleton.bones[static_cast<std::size_t>(bone)].parent) {
            const BoneKey& key = skeleton.key(static_cast<std::size_t>(bone), frame);
            point = rotated(key.rotation, point);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                point[axis] += key.translation[axis];
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum[axis] += double{weights.weight[i]} * point[axis];
        }
    }
    return sum;
}

double meanNormalAngle(const Skeleton& skeleton, const std::vector<float>& normals) {
    const std::size_t vertices = skeleton.restPositions.size();
    const std::vector<std::array<float, 3>> rest = restNormals(skeleton, normals);
    double angles = 0;
    for (std::size_t frame = 0; frame < skeleton.frameCount; ++frame) {
        for (std::size_t v = 0; v < vertices; ++v) {
            Vector moved{};
            const VertexWeights& weights = skeleton.weights[v];
            for (std::size_t i = 0; i < weights.count; ++i) {
                Vector normal{rest[v][0], rest[v][1], rest[v][2]};
                for (int bone = weights.bone[i]; bone >= 0;
                     bone = skeleton.bones[static_cast<std::size_t>(bone)].parent) {
                    normal = rotated(skeleton.key(static_cast<std::size_t>(bone), frame).rotation, normal);
                }
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    moved[axis] += double{weights.weight[i]} * normal[axis];
                }
            }
            const float* const normal = normals.data() + 3 * (frame * vertices + v);
            const double length = std::hypot(moved[0], moved[1], moved[2]);
            const double dot =
                moved[0] * double{normal[0]} + moved[1] * double{normal[1]} + moved[2] * double{normal[2]};
            angles += std::acos(std::clamp(length > 0 ? dot / length : 0, -1.0, 1.0));
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

std::size_t swingsBelowRoot(const Skeleton& skeleton, const SkeletonInput& input) {
    Skeleton flat = skeleton;
    std::vector<double> sums(flat.bones.size(), 0);
    std::vector<Vector> centres(flat.bones.size(), Vector{});
    for (std::size_t v = 0; v < flat.weights.size(); ++v) {
        const VertexWeights& weights = flat.weights[v];
        for (std::size_t i = 0; i < weights.count; ++i) {
            sums[weights.bone[i]] += double{weights.weight[i]};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                centres[weights.bone[i]][axis] +=
                    double{weights.weight[i]} * double{flat.restPositions[v][axis]};
            }
        }
    }
    for (std::size_t bone = 0; bone < flat.bones.size(); ++bone) {
        Vector centre{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            centre[axis] = centres[bone][axis] / sums[bone];
            flat.bones[bone].origin[axis] = static_cast<float>(centre[axis]);
        }
        flat.bones[bone].parent = -1;
        for (std::size_t frame = 0; frame < flat.frameCount; ++frame) {
            Vector place{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                place[axis] = centre[axis] - double{skeleton.bones[bone].origin[axis]};
            }
            std::array<float, 4> rotation{1, 0, 0, 0};
            for (int link = static_cast<int>(bone); link >= 0;
                 link = skeleton.bones[static_cast<std::size_t>(link)].parent) {
                const BoneKey& key = skeleton.key(static_cast<std::size_t>(link), frame);
                place = rotated(key.rotation, place);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    place[axis] += double{key.translation[axis]};
                }
                rotation = product(key.rotation, rotation);
            }
            flat.keys[bone * flat.frameCount + frame] = {
                rotation,
                {static_cast<float>(place[0]), static_cast<float>(place[1]), static_cast<float>(place[2])}};
        }
    }
    return swingsOf(flat, input, framePairs(input.clips), medianDiagonal(input)).size();
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

} // namespace assimp_md2::test
