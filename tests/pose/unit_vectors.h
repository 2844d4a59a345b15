// SPDX-License-Identifier: BSD-3-Clause
// Normalises the normals of a pose, which have any length.
#pragma once

#include "pose/transform.h"

#include <cstddef>

namespace assimp_md2::test {

/// Vectors without a finite length become 0.
///
/// \param vectors 3 × count floats
inline void normalise(float* vectors, std::size_t count) {
    for (std::size_t i = 0; i < 3 * count; i += 3) {
        const DoubleVector unit =
            unitOrZero({double{vectors[i]}, double{vectors[i + 1]}, double{vectors[i + 2]}});
        vectors[i] = static_cast<float>(unit.x);
        vectors[i + 1] = static_cast<float>(unit.y);
        vectors[i + 2] = static_cast<float>(unit.z);
    }
}

} // namespace assimp_md2::test
