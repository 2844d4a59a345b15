// SPDX-License-Identifier: BSD-3-Clause
// Computes the weights of one vertex by solving a small convex quadratic program.
#pragma once

#include <Eigen/Core>

namespace assimp_md2::inner {

using Index = Eigen::Index;

/// The maximum number of candidate bones for the weights of a vertex.
constexpr Index kMostCandidates = 12;

using Gram = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostCandidates, kMostCandidates>;
using CandidateWeights = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostCandidates, 1>;

/// Minimises wᵀ × `gram` × w for w ≥ 0 with sum 1 and at most `mostWeights` nonzero entries.
///
/// \param gram the scalar products of the residuals; residual i is what candidate i would leave as the only
///     bone
/// \param mostWeights the maximum number of nonzero entries
/// \param leastGain an entry is added only if it lowers the error by more than this share
CandidateWeights solveWeights(const Gram& gram, Index mostWeights, double leastGain);

} // namespace assimp_md2::inner
