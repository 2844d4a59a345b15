// SPDX-License-Identifier: BSD-3-Clause
// Vectors and rotations in double precision, independent of ai_real.
#pragma once

#include "importer/base/finite.h"

#include <assimp/types.h>

#include <cmath>
#include <limits>

namespace assimp_md2::inner {

// With IEC 559 floats, a double that is too large for a float converts to infinity. Without them the
// conversion would be undefined.
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

using DoubleVector = aiVector3t<double>; ///< a * b is the dot product, a ^ b the cross product
using Quaternion = aiQuaterniont<double>;

inline DoubleVector toVector(const aiVector3D& vector) {
    return vector;
}

/// The normalised vector, or the zero vector if its length is 0 or not finite.
inline DoubleVector unitOrZero(const DoubleVector& a) {
    const double squared = a.SquareLength();
    if (!(squared > 0) || !isFinite(squared)) {
        return {};
    }
    return 1 / std::sqrt(squared) * a;
}

inline double dot(const Quaternion& a, const Quaternion& b) {
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/// A quaternion without a direction (0, or not finite) becomes the identity.
inline Quaternion unit(const Quaternion& a) {
    const double squared = dot(a, a);
    if (!(squared > 0) || !isFinite(squared)) {
        return {};
    }
    const double factor = 1 / std::sqrt(squared);
    return {factor * a.w, factor * a.x, factor * a.y, factor * a.z};
}

inline Quaternion toQuaternion(const aiQuaternion& a) {
    return unit({static_cast<double>(a.w), static_cast<double>(a.x), static_cast<double>(a.y),
                 static_cast<double>(a.z)});
}

} // namespace assimp_md2::inner
