// SPDX-License-Identifier: BSD-3-Clause
// The weights of one vertex: a small convex quadratic program.
#pragma once

#include "skeleton/trajectories.h"

namespace assimp_md2::bones {

/// The bones among which the weights of a vertex are chosen.
constexpr Index kMostCandidates = 12;

using Gram = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostCandidates, kMostCandidates>;
using CandidateWeights = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostCandidates, 1>;

/// Minimises wᵀ × `gram` × w, where w ≥ 0 has the sum 1 and few entries that are not 0.
///
/// \param gram products of the residuals that each candidate alone would leave
/// \param mostWeights entries that may differ from 0
/// \param leastGain an entry is added only if it lowers the error by more than this share
CandidateWeights solveWeights(const Gram& gram, Index mostWeights, double leastGain);

} // namespace assimp_md2::bones
