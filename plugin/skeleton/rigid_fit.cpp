// SPDX-License-Identifier: BSD-3-Clause
// Fits the motion of one bone to weighted points: the rigid transformation of least squares in each frame.
#include "skeleton/rigid_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace assimp_md2 {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

using Matrix4 = std::array<std::array<double, 4>, 4>;

/// The eigenvector of a symmetric matrix with the largest eigenvalue, by Jacobi's method. Eigen's solver is
/// as fast and as accurate, but takes ten seconds to compile.
Eigen::Vector4d largestEigenvector(Matrix4 m) {
    constexpr int kSweeps = 12; // 5 are usual
    Matrix4 vectors{};
    for (std::size_t i = 0; i < 4; ++i) {
        vectors[i][i] = 1;
    }
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        bool isDiagonal = true;
        for (std::size_t p = 0; p < 3; ++p) {
            for (std::size_t q = p + 1; q < 4; ++q) {
                if (std::abs(m[p][q]) <= 1e-17) { // the largest element is about 1
                    continue;
                }
                isDiagonal = false;
                const double ratio = (m[q][q] - m[p][p]) / (2 * m[p][q]);
                const double tangent = std::copysign(1.0, ratio) / (std::abs(ratio) + std::hypot(ratio, 1.0));
                const double cosine = 1 / std::hypot(tangent, 1.0);
                const double sine = tangent * cosine;
                const auto turn = [&](double& a, double& b) {
                    const double before = a;
                    a = cosine * before - sine * b;
                    b = sine * before + cosine * b;
                };
                for (std::size_t i = 0; i < 4; ++i) {
                    turn(m[i][p], m[i][q]);
                }
                for (std::size_t i = 0; i < 4; ++i) {
                    turn(m[p][i], m[q][i]);
                    turn(vectors[i][p], vectors[i][q]);
                }
            }
        }
        if (isDiagonal) {
            break;
        }
    }
    std::size_t largest = 0;
    for (std::size_t i = 1; i < 4; ++i) {
        largest = m[i][i] > m[largest][largest] ? i : largest;
    }
    return {vectors[0][largest], vectors[1][largest], vectors[2][largest], vectors[3][largest]};
}

/// The same rotation as nearestRotation, computed from the eigenvector of Horn's matrix with the largest
/// eigenvalue. This is slower but needs no start value.
Quaterniond rotationByEigenvector(const Matrix3d& m) {
    const double trace = m.trace();
    Matrix4 horn{};
    horn[0] = {trace, m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
    for (Index i = 0; i < 3; ++i) {
        const auto row = static_cast<std::size_t>(i + 1);
        horn[row][0] = horn[0][row];
        for (Index j = 0; j < 3; ++j) {
            horn[row][static_cast<std::size_t>(j + 1)] = m(i, j) + m(j, i) - (i == j ? trace : 0);
        }
    }
    const Eigen::Vector4d q = largestEigenvector(horn);
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
        const Vector3d minors = curvature.col(1).cross(curvature.col(2));
        const double determinant = curvature.col(0).dot(minors);
        const bool hasMaximum = curvature(0, 0) > 0 && determinant > 1e-12 &&
                                curvature(0, 0) * curvature(1, 1) > curvature(0, 1) * curvature(0, 1);
        if (!hasMaximum) {
            break;
        }
        // Cramer's rule
        const Vector3d turn =
            Vector3d(gradient.dot(minors), curvature.col(0).dot(gradient.cross(curvature.col(2))),
                     curvature.col(0).dot(curvature.col(1).cross(gradient))) /
            determinant;
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

void RigidFit::add(float weight, const Vector3& rest, const ConstVertexPath& target) {
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
                     const std::vector<Index>& runs, const Prior& prior) {
    // Below this the points say nothing about the bone.
    constexpr double kLeastWeight = 1e-6;
    if (!(weights_ > kLeastWeight)) {
        return;
    }
    const Eigen::Map<const Eigen::Array<float, Eigen::Dynamic, 12>> sums(cross_.data(), frames_, 12);
    const Vector3d centre = centre_.cast<double>();
    Quaterniond previous = Quaterniond::Identity();
    Quaterniond parentBefore = Quaterniond::Identity();
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
        double hold = step * step / 4 + 1e-6 * spread_ + 1e-14;
        if (prior.holds != nullptr) {
            hold *= double{prior.holds[first]};
        }
        if (prior.parent >= 0) {
            const Quaterniond& parent = motions.rotation(prior.parent, first);
            previous = parent * parentBefore.conjugate() * previous;
            parentBefore = motions.rotation(prior.parent, first + count - 1);
        }
        moments += hold * previous.toRotationMatrix();
        Quaterniond rotation = Quaterniond::Identity();
        Vector3d translation = Vector3d::Zero();
        if (restFrame_ < first || restFrame_ >= first + count) {
            rotation = nearestRotation(moments, motions.rotation(bone, first));
            translation = mean / weights_ - rotation * centre;
        }
        for (Index frame = first; frame < first + count; ++frame) {
            motions.set(bone, frame, rotation, translation);
        }
        previous = rotation;
    }
}

} // namespace assimp_md2
