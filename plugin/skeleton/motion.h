// SPDX-License-Identifier: BSD-3-Clause
// Positions and rigid transformations over the frames. The values of one coordinate in all frames are
// contiguous, so that loops over frames are fast.
#pragma once

#include "importer/scene/bones.h"

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cstddef>
#include <vector>

namespace assimp_md2::inner {

using Index = Eigen::Index;
using Vector3 = Eigen::Vector3f;

/// Distances that are rounding errors, in units of the model's size.
constexpr float kRounding = 1e-5F;

/// frames × (x, y, z): the positions of a vertex.
using Path = Eigen::Array<float, Eigen::Dynamic, 3>;

/// One value per frame: whether a bone has the same transformation as in the previous frame.
using Held = Eigen::Array<bool, Eigen::Dynamic, 1>;

/// x ↦ matrix × x + shift, as 3 × 4 values.
using Affine = Eigen::Matrix<double, 3, 4>;

/// A rigid transformation.
struct BonePose {
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    Eigen::Vector3d translation = Eigen::Vector3d::Zero();

    Eigen::Vector3d operator*(const Eigen::Vector3d& point) const { return rotation * point + translation; }
    /// The pose of a child that has the pose `local` relative to this one.
    BonePose operator*(const BonePose& local) const {
        return {rotation * local.rotation, *this * local.translation};
    }
    BonePose inverse() const { return {rotation.conjugate(), rotation.conjugate() * -translation}; }
    /// The transformation of points of the rest pose, if this is the pose of `origin`.
    Affine affine(const Eigen::Vector3d& origin = Eigen::Vector3d::Zero()) const {
        Affine result;
        result.leftCols<3>() = rotation.toRotationMatrix();
        result.col(3) = translation - result.leftCols<3>() * origin;
        return result;
    }
};

inline BonePose poseOf(const BoneKey& key) {
    const auto& [w, x, y, z] = key.rotation;
    return {Eigen::Quaterniond(w, x, y, z), Vector3(key.translation.data()).cast<double>()};
}

/// What a player shows between two keys: the rotation takes the short way.
inline BonePose between(const BonePose& from, const BonePose& to, double time) {
    return {from.rotation.slerp(time, to.rotation),
            from.translation + time * (to.translation - from.translation)};
}

/// The transformation of a bone from the rest pose to each frame.
class Motion {
public:
    explicit Motion(std::size_t frames) : poses_(frames), rows_(static_cast<Index>(frames), 12) {
        for (std::size_t frame = 0; frame < frames; ++frame) {
            set(frame, {});
        }
    }

    const BonePose& operator[](std::size_t frame) const { return poses_[frame]; }
    /// frames × 12: the rotation row by row, then the translation.
    const Eigen::Array<float, Eigen::Dynamic, 12>& rows() const { return rows_; }

    void set(std::size_t frame, const BonePose& pose) {
        poses_[frame] = pose;
        const Eigen::Matrix3f matrix = pose.rotation.toRotationMatrix().cast<float>();
        for (Index axis = 0; axis < 3; ++axis) {
            rows_.row(static_cast<Index>(frame)).segment<3>(3 * axis) = matrix.row(axis);
        }
        rows_.row(static_cast<Index>(frame)).tail<3>() = pose.translation.cast<float>().array();
    }

    /// Coordinate `axis` of a moved point of the rest pose in each frame, as an Eigen column expression.
    auto moved(const Vector3& rest, Index axis) const {
        return rows_.col(3 * axis) * rest.x() + rows_.col(3 * axis + 1) * rest.y() +
               rows_.col(3 * axis + 2) * rest.z() + rows_.col(9 + axis);
    }

    /// Adds `factor` × the moved point to a path.
    void addMoved(float factor, const Vector3& rest, Path& path) const {
        for (Index axis = 0; axis < 3; ++axis) {
            path.col(axis) += factor * moved(rest, axis);
        }
    }

private:
    std::vector<BonePose> poses_;
    Eigen::Array<float, Eigen::Dynamic, 12> rows_;
};

} // namespace assimp_md2::inner
