// SPDX-License-Identifier: BSD-3-Clause
// Replaces input numbers that the fit cannot use.
#pragma once

#include "skeleton/skeleton.h"

#include <algorithm>
#include <cmath>

namespace assimp_md2 {

inline float sanitizedCoordinate(float value) {
    return std::isnan(value) ? 0 : std::clamp(value, -kLargestCoordinate, kLargestCoordinate);
}

inline float sanitizedStep(float step) {
    return std::isfinite(step) && step > 0 ? std::min(step, kLargestCoordinate) : 0;
}

} // namespace assimp_md2
