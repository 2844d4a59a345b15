// SPDX-License-Identifier: BSD-3-Clause
// Fits the motion of one bone to weighted points: the rigid transformation of least squares in each frame.
#include "skeleton/rigid_fit.h"

#include "importer/base/finite.h"

#include <Eigen/Cholesky>

namespace assimp_md2::inner {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

/// The same rotation as nearestRotation: the eigenvector of Horn's matrix with the largest eigenvalue. This
/// is slower but needs no start value. Squaring the matrix leaves this eigenvector; Eigen's solver takes ten
/// seconds to compile.
Quaterniond rotationByEigenvector(const Matrix3d& m) {
    constexpr int kSquarings = 40;
    Eigen::Matrix4d horn;
    horn(0, 0) = m.trace();
    horn.block<3, 1>(1, 0) << m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1);
    horn.block<1, 3>(0, 1) = horn.block<3, 1>(1, 0).transpose();
    horn.block<3, 3>(1, 1) = m + m.transpose() - m.trace() * Matrix3d::Identity();
    // No eigenvalue is negative then.
    horn += horn.norm() * Eigen::Matrix4d::Identity();
    for (int i = 0; i < kSquarings; ++i) {
        horn /= horn.norm();
        horn = (horn * horn).eval();
    }
    Index column = 0;
    horn.diagonal().maxCoeff(&column);
    const Eigen::Vector4d q = horn.col(column).normalized();
    return {q[0], q[1], q[2], q[3]};
}

} // namespace

Quaterniond nearestRotation(const Matrix3d& moments, const Quaterniond& start) {
    constexpr int kIterations = 8;
    const double scale = moments.cwiseAbs().maxCoeff();
    if (!(scale > 0) || !isFinite(scale)) {
        return start;
    }
    const Matrix3d m = moments / scale;
    Quaterniond rotation = start;
    for (int i = 0; i < kIterations; ++i) {
        // Newton's method on the trace of (exp(turn) R)ᵀ m, whose only local maximum is the global one.
        const Matrix3d a = m * rotation.toRotationMatrix().transpose();
        const Vector3d gradient(a(2, 1) - a(1, 2), a(0, 2) - a(2, 0), a(1, 0) - a(0, 1));
        const Eigen::LLT<Matrix3d> curvature(a.trace() * Matrix3d::Identity() - (a + a.transpose()) / 2);
        if (curvature.info() != Eigen::Success) {
            break; // not near a maximum
        }
        const Vector3d turn = curvature.solve(gradient);
        const double length = turn.norm();
        if (!(length < 2)) {
            break;
        }
        const Vector3d half = turn / 2;
        rotation = (Quaterniond(1, half.x(), half.y(), half.z()) * rotation).normalized();
        if (length < 1e-4) { // the next step would be below 1e-8
            return rotation;
        }
    }
    return rotationByEigenvector(m);
}

Vector3 meanOf(const std::vector<Vector3>& points, const std::vector<std::size_t>& indices) {
    Vector3 sum = Vector3::Zero();
    for (const std::size_t i : indices) {
        sum += points[i];
    }
    return sum / static_cast<float>(indices.size());
}

void RigidFit::start(const Vector3& centre) {
    centre_ = centre;
    sums_.setZero();
    weights_ = 0;
    spread_ = 0;
}

void RigidFit::add(float weight, const Vector3& rest, const Path& target) {
    const Vector3 arm = rest - centre_;
    for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 3; ++j) {
            sums_.col(3 * i + j) += target.col(i) * (weight * arm[j]);
        }
        sums_.col(9 + i) += target.col(i) * weight;
    }
    weights_ += double{weight} * weight;
    spread_ += double{weight} * weight * arm.squaredNorm();
}

void RigidFit::solve(Motion& motion, const Held* held, const Motion* parent) {
    // Below this the points say nothing about the bone.
    constexpr double kLeastWeight = 1e-6;
    if (!(weights_ > kLeastWeight)) {
        return;
    }
    const Vector3d centre = centre_.cast<double>();
    const std::size_t frames = steps_.size();
    Quaterniond previous = Quaterniond::Identity();
    Quaterniond parentBefore = Quaterniond::Identity();
    for (std::size_t first = 0, end = 0; first < frames; first = end) {
        Eigen::Array<double, 12, 1> sum = sums_.row(static_cast<Index>(first)).cast<double>();
        for (end = first + 1; end < frames && held != nullptr && (*held)[static_cast<Index>(end)]; ++end) {
            sum += sums_.row(static_cast<Index>(end)).transpose().cast<double>();
        }
        sum /= static_cast<double>(end - first);
        const double step = steps_[first];
        const double hold = step * step / 4 + 1e-6 * spread_ + 1e-14;
        if (parent != nullptr) {
            previous = (*parent)[first].rotation * parentBefore.conjugate() * previous;
            parentBefore = (*parent)[end - 1].rotation;
        }
        const Matrix3d moments = Eigen::Map<const Matrix3d>(sum.data()).transpose();
        BonePose pose;
        if (restFrame_ < first || restFrame_ >= end) {
            pose.rotation =
                nearestRotation(moments + hold * previous.toRotationMatrix(), motion[first].rotation);
            pose.translation = sum.tail<3>().matrix() / weights_ - pose.rotation * centre;
        }
        for (std::size_t frame = first; frame < end; ++frame) {
            motion.set(frame, pose);
        }
        previous = pose.rotation;
    }
}

void RigidFit::fit(const std::vector<std::size_t>& vertices, const std::vector<Vector3>& rest,
                   const std::vector<Path>& positions, Motion& motion) {
    start(meanOf(rest, vertices));
    for (const std::size_t v : vertices) {
        add(1, rest[v], positions[v]);
    }
    solve(motion);
}

} // namespace assimp_md2::inner
