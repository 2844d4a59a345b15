// SPDX-License-Identifier: BSD-3-Clause
// Fits the motion of one bone to weighted points: computes the least-squares rigid transformation in each
// frame.
#pragma once

#include "skeleton/motion.h"

namespace assimp_md2::inner {

/// The rotation R that maximises the trace of Rᵀ × `moments`.
///
/// \param start the initial value of the iteration; a start near the result needs fewer iterations
Eigen::Quaterniond nearestRotation(const Eigen::Matrix3d& moments, const Eigen::Quaterniond& start);

Vector3 meanOf(const std::vector<Vector3>& points, const std::vector<std::size_t>& indices);

/// Collects the points of one bone, then fits its motion.
class RigidFit {
public:
    /// \param steps of the frames; outlive the object
    /// \param restFrame the frame in which no bone moves; if it is not a frame, every frame is fitted
    RigidFit(const std::vector<float>& steps, std::size_t restFrame)
        : steps_(steps), restFrame_(restFrame), sums_(static_cast<Index>(steps.size()), 12) {}

    /// Removes all points.
    ///
    /// \param centre of the points that will be added: the mean of `rest` weighted by weight²
    void start(const Vector3& centre);

    /// Adds a point. The fit minimises the sum of |weight × moved(rest) − target|².
    void add(float weight, const Vector3& rest, const Path& target);

    /// Sets the motion.
    ///
    /// The rotation relative to the parent in the previous frame holds the bone: it counts like an additional
    /// point at half a step from the centre. Small parts therefore do not spin, and the parent, then the
    /// previous frame decides about a rotation that the points do not determine.
    ///
    /// \param held which frames have the transformation of the frame before; nullptr: none
    /// \param parent the motion of the parent; nullptr: none
    void solve(Motion& motion, const Held* held = nullptr, const Motion* parent = nullptr);

    /// Sets the motion of a bone that alone moves some vertices.
    ///
    /// \param rest position of each vertex of the model
    void fit(const std::vector<std::size_t>& vertices, const std::vector<Vector3>& rest,
             const std::vector<Path>& positions, Motion& motion);

private:
    const std::vector<float>& steps_;
    std::size_t restFrame_;
    /// frames × 12: sums of weight × target × (rest − centre)ᵀ row by row, then of weight × target
    Eigen::Array<float, Eigen::Dynamic, 12> sums_;
    Vector3 centre_ = Vector3::Zero();
    double weights_ = 0; ///< sum of weight²
    double spread_ = 0;  ///< sum of weight² × |rest − centre|²
};

} // namespace assimp_md2::inner
