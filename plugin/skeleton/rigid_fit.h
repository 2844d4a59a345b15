// SPDX-License-Identifier: BSD-3-Clause
// Fits the motion of one bone to weighted points: computes the least-squares rigid transformation in each
// frame.
#pragma once

#include "skeleton/trajectories.h"

namespace assimp_md2 {

/// The rotation R that maximises the trace of Rᵀ × `moments`.
///
/// \param start the initial value of the iteration; a start near the result needs fewer iterations
Eigen::Quaterniond nearestRotation(const Eigen::Matrix3d& moments, const Eigen::Quaterniond& start);

/// Collects the points of one bone, then fits its motion.
class RigidFit {
public:
    /// \param restFrame the frame in which no bone moves; -1: none
    RigidFit(Index frames, Index restFrame)
        : frames_(frames), restFrame_(restFrame), cross_(static_cast<std::size_t>(frames * 12)) {}

    /// Removes all points.
    ///
    /// \param centre of the points that will be added: the mean of `rest` weighted by weight²
    void start(const Vector3& centre);

    /// Adds a point. The fit minimises the sum of |weight × moved(rest) − target|².
    void add(float weight, const Vector3& rest, const ConstVertexPath& target);

    /// What decides about rotations that the points do not determine.
    struct Prior {
        Index parent = -1;            ///< a bone that has its motion; -1: none
        const float* holds = nullptr; ///< factor of the hold in each frame; nullptr: 1
    };

    /// Sets the motion of `bone`.
    ///
    /// \param steps of the frames. The rotation relative to the parent in the previous frame holds the bone:
    ///        it counts like an additional point at half a step from the centre. Small parts therefore do not
    ///        spin, and the parent, then the previous frame decides about a rotation that the points do not
    ///        determine.
    /// \param runs frames [runs[i], runs[i + 1]) get one common transformation; the first is 0, the last is
    ///        the number of frames
    void solve(Motions& motions, Index bone, const std::vector<float>& steps, const std::vector<Index>& runs,
               const Prior& prior);

private:
    Index frames_;
    Index restFrame_;
    std::vector<float> cross_; ///< frames × 12: sums of weight × target × (rest − centre)ᵀ, weight × target
    Vector3 centre_ = Vector3::Zero();
    double weights_ = 0; ///< sum of weight²
    double spread_ = 0;  ///< sum of weight² × |rest − centre|²
};

} // namespace assimp_md2
