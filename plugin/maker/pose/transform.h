// SPDX-License-Identifier: BSD-3-Clause
// Affine transformations in double precision, and interpolation.
#pragma once

#include "gltf/scene/transform.h"

#include <array>

namespace assimp_md2::inner {

using Transform = aiMatrix4x4t<double>; ///< affine: the last row is 0 0 0 1

/// \param factor 0 gives `a`, 1 gives `b`
template <typename Value>
Value interpolate(const Value& a, const Value& b, double factor) {
    return (1 - factor) * a + factor * b;
}

/// Spherical linear interpolation (slerp) of unit quaternions along the shorter arc.
inline Quaternion interpolate(const Quaternion& a, const Quaternion& b, double factor) {
    Quaternion between;
    Quaternion::Interpolate(between, a, b, factor);
    return unit(between); // because it is linear for small angles
}

/// The last row of Assimp's matrices is 0 0 0 1 in scenes of its importers and is not read.
inline Transform toTransform(const aiMatrix4x4& matrix) {
    Transform transform = matrix;
    transform.d1 = transform.d2 = transform.d3 = 0;
    transform.d4 = 1;
    return transform;
}

/// Scaling, then rotation, then translation: the order of aiNodeAnim. The constructor of aiMatrix4x4t scales
/// after the rotation.
inline Transform compose(const DoubleVector& position, const Quaternion& rotation, const DoubleVector& s) {
    const aiMatrix3x3t<double> r = rotation.GetMatrix();
    return {r.a1 * s.x, r.a2 * s.y, r.a3 * s.z, position.x, r.b1 * s.x, r.b2 * s.y, r.b3 * s.z, position.y,
            r.c1 * s.x, r.c2 * s.y, r.c3 * s.z, position.z, 0,          0,          0,          1};
}

struct TransformParts {
    DoubleVector position{};
    Quaternion rotation{};
    DoubleVector scaling{1, 1, 1};
};

/// The components of a transformation without shear. If it mirrors, all scalings are negative.
inline TransformParts decompose(const Transform& transform) {
    TransformParts parts;
    transform.Decompose(parts.scaling, parts.rotation, parts.position);
    parts.rotation = unit(parts.rotation);
    return parts;
}

/// Transforms normals: the inverse transpose of `m` times the absolute value of its determinant. This matrix
/// exists for singular transformations, too. The results are not unit vectors.
inline aiMatrix3x3t<double> normalTransform(const Transform& m) {
    const std::array<DoubleVector, 3> rows{DoubleVector{m.a1, m.a2, m.a3}, DoubleVector{m.b1, m.b2, m.b3},
                                           DoubleVector{m.c1, m.c2, m.c3}};
    const DoubleVector across = rows[1] ^ rows[2];
    const double sign = rows[0] * across < 0 ? -1 : 1; // of the determinant
    const DoubleVector a = sign * across;
    const DoubleVector b = sign * (rows[2] ^ rows[0]);
    const DoubleVector c = sign * (rows[0] ^ rows[1]);
    return {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z};
}

} // namespace assimp_md2::inner
