// SPDX-License-Identifier: BSD-3-Clause
// Runs Dem Bones (Electronic Arts) on an animated model.
#pragma once

#include "skeleton/models.h"

namespace assimp_md2::test {

struct DemBonesResult {
    std::size_t bones = 0; ///< Dem Bones may use fewer than asked for
    double rms = 0;        ///< in model units
    double withinStep = 0; ///< share of all (frame, vertex) pairs
};

/// 30 iterations, 4 weights per vertex, one thread, frame 0 as the rest pose, all other settings by default.
DemBonesResult runDemBones(const AnimatedModel& model, std::size_t bones);

} // namespace assimp_md2::test
