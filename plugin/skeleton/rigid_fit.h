// SPDX-License-Identifier: BSD-3-Clause
// Fits the motion of one bone to weighted points: computes the least-squares rigid transformation in each
// frame.
#pragma once

#include "skeleton/trajectories.h"

namespace assimp_md2::bones {

/// The rotation R that maximises the trace of Rᵀ × `moments`.
///
/// \param start the initial value of the iteration; a start near the result needs fewer iterations
Eigen::Quaterniond nearestRotation(const Eigen::Matrix3d& moments, const Eigen::Quaterniond& start);

/// Collects the points of one bone, then fits its motion.
class RigidFit {
public:
    explicit RigidFit(Index frames) : frames_(frames), cross_(static_cast<std::size_t>(frames * 12)) {}

    /// Removes all points.
    ///
    /// \param centre of the points that will be added: the mean of `rest` weighted by weight²
    void start(const Vector3& centre);

    /// Adds a point. The fit minimises the sum of |weight × moved(rest) − target|².
    void add(float weight, const Vector3& rest, const ConstPath& target);

    /// Sets the motion of `bone`.
    ///
    /// \param steps of the frames. A rotation is drawn towards that of the previous frame as strongly as a
    ///        point at half a step from the centre would, so that small parts do not spin, and rotations that
    ///        the points do not determine stay as they were.
    /// \param runs frames [runs[i], runs[i + 1]) get one common transformation; the first is 0, the last is
    ///        the number of frames
    void solve(Motions& motions, Index bone, const std::vector<float>& steps, const std::vector<Index>& runs);

private:
    Index frames_;
    std::vector<float> cross_; ///< frames × 12: sums of weight × target × (rest − centre)ᵀ, weight × target
    Vector3 centre_ = Vector3::Zero();
    double weights_ = 0; ///< sum of weight²
    double spread_ = 0;  ///< sum of weight² × |rest − centre|²
};

} // namespace assimp_md2::bones
