// SPDX-License-Identifier: BSD-3-Clause
// Vectors, rotations and affine transformations in double precision, independent of ai_real.
#pragma once

#include <assimp/matrix4x4.h>
#include <assimp/quaternion.h>
#include <assimp/vector3.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace assimp_md2 {

// With IEC 559 floats, a double that is too large for a float converts to infinity. Without them the
// conversion would be undefined.
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

struct DoubleVector {
    double x = 0, y = 0, z = 0;
};

inline DoubleVector toVector(const aiVector3D& vector) {
    return {static_cast<double>(vector.x), static_cast<double>(vector.y), static_cast<double>(vector.z)};
}

inline DoubleVector operator+(const DoubleVector& a, const DoubleVector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

inline DoubleVector operator*(double factor, const DoubleVector& a) {
    return {factor * a.x, factor * a.y, factor * a.z};
}

inline double dot(const DoubleVector& a, const DoubleVector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline DoubleVector cross(const DoubleVector& a, const DoubleVector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// \param factor 0 gives `a`, 1 gives `b`
inline DoubleVector interpolate(const DoubleVector& a, const DoubleVector& b, double factor) {
    return (1 - factor) * a + factor * b;
}

/// The normalised vector, or the zero vector if its length is 0 or not finite.
inline DoubleVector unitOrZero(const DoubleVector& a) {
    const double squared = dot(a, a);
    if (!(squared > 0) || !std::isfinite(squared)) {
        return {};
    }
    return 1 / std::sqrt(squared) * a;
}

struct Quaternion {
    double w = 1, x = 0, y = 0, z = 0;
};

/// A quaternion without a direction (0, or not finite) becomes the identity.
inline Quaternion unit(const Quaternion& a) {
    const double squared = a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z;
    if (!(squared > 0) || !std::isfinite(squared)) {
        return {};
    }
    const double factor = 1 / std::sqrt(squared);
    return {factor * a.w, factor * a.x, factor * a.y, factor * a.z};
}

inline Quaternion toQuaternion(const aiQuaternion& a) {
    return unit({static_cast<double>(a.w), static_cast<double>(a.x), static_cast<double>(a.y),
                 static_cast<double>(a.z)});
}

/// Spherical linear interpolation (slerp) of unit quaternions along the shorter arc.
inline Quaternion interpolate(const Quaternion& a, const Quaternion& b, double factor) {
    double cosine = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    const double sign = cosine < 0 ? -1 : 1;
    cosine *= sign;
    double partOfA = 1 - factor;
    double partOfB = factor;
    constexpr double kNearlyParallel = 1 - 1e-9; // the sine is too small to divide by
    if (cosine < kNearlyParallel) {
        const double angle = std::acos(cosine);
        const double sine = std::sin(angle);
        partOfA = std::sin(partOfA * angle) / sine;
        partOfB = std::sin(partOfB * angle) / sine;
    }
    partOfB *= sign;
    return unit({partOfA * a.w + partOfB * b.w, partOfA * a.x + partOfB * b.x, partOfA * a.y + partOfB * b.y,
                 partOfA * a.z + partOfB * b.z});
}

/// The rotation with the matrix that has these columns. The columns must be orthonormal; otherwise the result
/// is an arbitrary rotation.
inline Quaternion rotationOf(const std::array<DoubleVector, 3>& columns) {
    const DoubleVector& x = columns[0];
    const DoubleVector& y = columns[1];
    const DoubleVector& z = columns[2];
    const double trace = x.x + y.y + z.z;
    // Each expression is four times the quaternion multiplied by one of its components. The largest component
    // gives the most exact result.
    if (trace > 0) {
        return unit({1 + trace, y.z - z.y, z.x - x.z, x.y - y.x});
    }
    if (x.x >= y.y && x.x >= z.z) {
        return unit({y.z - z.y, 1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z});
    }
    if (y.y >= z.z) {
        return unit({z.x - x.z, x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y});
    }
    return unit({x.y - y.x, z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y});
}

/// An affine transformation: a point p becomes (rows[0] · p, rows[1] · p, rows[2] · p) + translation.
struct Transform {
    std::array<DoubleVector, 3> rows{DoubleVector{1, 0, 0}, DoubleVector{0, 1, 0}, DoubleVector{0, 0, 1}};
    DoubleVector translation{};

    DoubleVector apply(const DoubleVector& point) const {
        return DoubleVector{dot(rows[0], point), dot(rows[1], point), dot(rows[2], point)} + translation;
    }

    /// The determinant: negative if the transformation mirrors, 0 if it is singular.
    double determinant() const { return dot(rows[0], cross(rows[1], rows[2])); }
};

/// The last row of Assimp's matrices is 0 0 0 1 in scenes of its importers and is not read.
inline Transform toTransform(const aiMatrix4x4& m) {
    return {{toVector({m.a1, m.a2, m.a3}), toVector({m.b1, m.b2, m.b3}), toVector({m.c1, m.c2, m.c3})},
            toVector({m.a4, m.b4, m.c4})};
}

/// First `b`, then `a`.
inline Transform operator*(const Transform& a, const Transform& b) {
    Transform product;
    for (std::size_t i = 0; i < 3; ++i) {
        const DoubleVector& row = a.rows[i];
        product.rows[i] = row.x * b.rows[0] + row.y * b.rows[1] + row.z * b.rows[2];
    }
    product.translation = a.apply(b.translation);
    return product;
}

/// a += weight × b.
inline void addWeighted(Transform& a, double weight, const Transform& b) {
    for (std::size_t i = 0; i < 3; ++i) {
        a.rows[i] = a.rows[i] + weight * b.rows[i];
    }
    a.translation = a.translation + weight * b.translation;
}

/// Scaling, then rotation, then translation: the order of aiNodeAnim.
inline Transform compose(const DoubleVector& position, const Quaternion& q, const DoubleVector& scaling) {
    return {
        {DoubleVector{scaling.x * (1 - 2 * (q.y * q.y + q.z * q.z)), scaling.y * 2 * (q.x * q.y - q.w * q.z),
                      scaling.z * 2 * (q.x * q.z + q.w * q.y)},
         DoubleVector{scaling.x * 2 * (q.x * q.y + q.w * q.z), scaling.y * (1 - 2 * (q.x * q.x + q.z * q.z)),
                      scaling.z * 2 * (q.y * q.z - q.w * q.x)},
         DoubleVector{scaling.x * 2 * (q.x * q.z - q.w * q.y), scaling.y * 2 * (q.y * q.z + q.w * q.x),
                      scaling.z * (1 - 2 * (q.x * q.x + q.y * q.y))}},
        position};
}

struct Components {
    DoubleVector position{};
    Quaternion rotation{};
    DoubleVector scaling{1, 1, 1};
};

/// The components of a transformation without shear. If the transformation does not mirror, all scalings are
/// positive. If it mirrors, one scaling or all three are negative, whichever gives the smaller rotation. A
/// scaling of (-1, 1, 1) is therefore restored.
inline Components decompose(const Transform& transform) {
    const std::array<DoubleVector, 3>& rows = transform.rows;
    std::array<DoubleVector, 3> columns{DoubleVector{rows[0].x, rows[1].x, rows[2].x},
                                        DoubleVector{rows[0].y, rows[1].y, rows[2].y},
                                        DoubleVector{rows[0].z, rows[1].z, rows[2].z}};
    std::array<double, 3> scaling{};
    for (std::size_t i = 0; i < 3; ++i) {
        scaling[i] = std::sqrt(dot(columns[i], columns[i]));
        columns[i] = unitOrZero(columns[i]);
    }
    if (transform.determinant() < 0) {
        // The terms of the trace of the rotation matrix; the smallest rotation has the largest trace.
        const std::array<double, 3> diagonal{columns[0].x, columns[1].y, columns[2].z};
        const double all = -diagonal[0] - diagonal[1] - diagonal[2];
        std::size_t smallest = 0;
        for (std::size_t i = 1; i < 3; ++i) {
            smallest = diagonal[i] < diagonal[smallest] ? i : smallest;
        }
        const bool flipsAll = all > -all - 2 * diagonal[smallest];
        for (std::size_t i = 0; i < 3; ++i) {
            if (flipsAll || i == smallest) {
                scaling[i] = -scaling[i];
                columns[i] = -1.0 * columns[i];
            }
        }
    }
    return {transform.translation, rotationOf(columns), {scaling[0], scaling[1], scaling[2]}};
}

/// Transforms normals with the inverse transpose of `transform` times the absolute value of its determinant.
/// This matrix exists for singular transformations, too. The results are not unit vectors.
class NormalTransform {
public:
    NormalTransform() = default;
    explicit NormalTransform(const Transform& transform) {
        const std::array<DoubleVector, 3>& rows = transform.rows;
        const double sign = transform.determinant() < 0 ? -1 : 1;
        rows_ = {sign * cross(rows[1], rows[2]), sign * cross(rows[2], rows[0]),
                 sign * cross(rows[0], rows[1])};
    }

    DoubleVector apply(const DoubleVector& normal) const {
        return {dot(rows_[0], normal), dot(rows_[1], normal), dot(rows_[2], normal)};
    }

private:
    std::array<DoubleVector, 3> rows_;
};

} // namespace assimp_md2
