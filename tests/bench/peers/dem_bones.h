// SPDX-License-Identifier: BSD-3-Clause
// Runs Dem Bones (Electronic Arts) on an animated model.
#pragma once

#include "skeleton/models.h"

#include <string>

namespace assimp_md2::inner::test {

struct DemBonesResult {
    std::string settings;  ///< the name of the best settings
    std::size_t bones = 0; ///< Dem Bones may use fewer than asked for
    double rms = 0;        ///< in model units
    double withinStep = 0; ///< share of all (frame, vertex) pairs
};

/// The result with the smallest RMS of three settings, each with 4 weights per vertex and one thread. The
/// rest pose is frame 0, or a later one if that gives too few bones. Parts of the mesh are joined by edges.
/// - "default": all other settings by default
/// - "accurate": without the terms that pull bones to their vertices and smooth the weights
/// - "long": the same with 100 iterations instead of 30, and 3 instead of 10 for the first clusters
DemBonesResult runDemBones(const AnimatedModel& model, std::size_t bones);

} // namespace assimp_md2::inner::test
