// SPDX-License-Identifier: BSD-3-Clause
// Judges floats by their bits. With -ffast-math, which engines use, compilers take std::isfinite for true.
#pragma once

#include "importer/base/bytes.h"

namespace assimp_md2::inner {

inline bool isFinite(float value) {
    constexpr std::uint32_t kExponent = 0x7F800000;
    return (bitsOf(value) & kExponent) != kExponent;
}

inline bool isFinite(double value) {
    constexpr std::uint64_t kExponent = 0x7FF0000000000000;
    return (bitsOf(value) & kExponent) != kExponent;
}

inline bool isNan(double value) {
    constexpr std::uint64_t kFraction = 0x000FFFFFFFFFFFFF;
    return !isFinite(value) && (bitsOf(value) & kFraction) != 0;
}

} // namespace assimp_md2::inner
