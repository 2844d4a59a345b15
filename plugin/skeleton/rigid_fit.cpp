// SPDX-License-Identifier: BSD-3-Clause
// Fits the motion of one bone to weighted points: the rigid transformation of least squares in each frame.
#include "skeleton/rigid_fit.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace assimp_md2::bones {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

/// The same rotation, computed from the eigenvector of Horn's matrix with the largest eigenvalue. This is
/// slower but needs no start value.
Quaterniond rotationByEigenvector(const Matrix3d& m) {
    const Vector3d skew(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));
    Eigen::Matrix4d horn;
    horn(0, 0) = m.trace();
    horn.block<3, 1>(1, 0) = skew;
    horn.block<1, 3>(0, 1) = skew.transpose();
    horn.block<3, 3>(1, 1) = m + m.transpose() - m.trace() * Matrix3d::Identity();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(horn);
    const Eigen::Vector4d q = solver.eigenvectors().col(3);
    return Quaterniond(q[0], q[1], q[2], q[3]).normalized();
}

} // namespace

Quaterniond nearestRotation(const Matrix3d& moments, const Quaterniond& start) {
    constexpr int kIterations = 8;
    const double scale = moments.cwiseAbs().maxCoeff();
    if (!(scale > 0) || !std::isfinite(scale)) {
        return start;
    }
    const Matrix3d m = moments / scale;
    Quaterniond rotation = start;
    for (int i = 0; i < kIterations; ++i) {
        // Newton's method on the trace of (exp(turn) R)ᵀ m, whose only local maximum is the global one.
        const Matrix3d a = m * rotation.toRotationMatrix().transpose();
        const Vector3d gradient(a(2, 1) - a(1, 2), a(0, 2) - a(2, 0), a(1, 0) - a(0, 1));
        const Matrix3d curvature = a.trace() * Matrix3d::Identity() - (a + a.transpose()) / 2;
        const Eigen::LLT<Matrix3d> factors(curvature);
        if (factors.info() != Eigen::Success) {
            break;
        }
        const Vector3d turn = factors.solve(gradient);
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

void RigidFit::start(const Vector3& centre) {
    centre_ = centre;
    std::fill(cross_.begin(), cross_.end(), 0.0F);
    weights_ = 0;
    spread_ = 0;
}

void RigidFit::add(float weight, const Vector3& rest, const ConstPath& target) {
    MotionRows sums(cross_.data(), frames_, 12);
    const Vector3 arm = rest - centre_;
    for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 3; ++j) {
            sums.col(3 * i + j) += target.col(i) * (weight * arm[j]);
        }
        sums.col(9 + i) += target.col(i) * weight;
    }
    weights_ += double{weight} * weight;
    spread_ += double{weight} * weight * arm.squaredNorm();
}

void RigidFit::solve(Motions& motions, Index bone, const std::vector<float>& steps,
                     const std::vector<Index>& runs) {
    // Below this the points say nothing about the bone.
    constexpr double kLeastWeight = 1e-6;
    if (!(weights_ > kLeastWeight)) {
        return;
    }
    const Eigen::Map<const Eigen::Array<float, Eigen::Dynamic, 12>> sums(cross_.data(), frames_, 12);
    const Vector3d centre = centre_.cast<double>();
    Quaterniond previous = Quaterniond::Identity();
    for (std::size_t run = 0; run + 1 < runs.size(); ++run) {
        const Index first = runs[run];
        const Index count = runs[run + 1] - first;
        Eigen::Array<double, 1, 12> sum = sums.row(first).cast<double>();
        for (Index frame = first + 1; frame < first + count; ++frame) {
            sum += sums.row(frame).cast<double>();
        }
        sum /= static_cast<double>(count);
        Matrix3d moments;
        for (Index i = 0; i < 3; ++i) {
            for (Index j = 0; j < 3; ++j) {
                moments(i, j) = sum[3 * i + j];
            }
        }
        const Vector3d mean(sum[9], sum[10], sum[11]);
        const double step = steps[static_cast<std::size_t>(first)];
        const double hold = step * step / 4 + 1e-6 * spread_ + 1e-14;
        moments += hold * previous.toRotationMatrix();
        const Quaterniond rotation = nearestRotation(moments, motions.rotation(bone, first));
        const Vector3d translation = mean / weights_ - rotation * centre;
        for (Index frame = first; frame < first + count; ++frame) {
            motions.set(bone, frame, rotation, translation);
        }
        previous = rotation;
    }
}

} // namespace assimp_md2::bones
