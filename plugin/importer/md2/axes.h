// SPDX-License-Identifier: BSD-3-Clause
// The rotation from the axes of a model to those of a scene.
#pragma once

namespace assimp_md2::inner {

/// The axes of a scene. In a model x is the front and z is up; in Assimp's scenes y is up. The rotation only
/// exchanges and negates coordinates, so it is exact.
enum class Axes {
    FrontX, ///< (x, y, z) becomes (x, z, −y), as in Assimp's own importer: the front faces +X
    FrontZ  ///< (x, y, z) becomes (y, z, x): the front faces +Z
};

/// Rotates a vector from the axes of a model to `axes`.
///
/// \tparam Vector of three floats with an operator[]
template <typename Vector>
Vector rotated(const Vector& vector, Axes axes) {
    return axes == Axes::FrontX ? Vector{vector[0], vector[2], -vector[1]}
                                : Vector{vector[1], vector[2], vector[0]};
}

} // namespace assimp_md2::inner
