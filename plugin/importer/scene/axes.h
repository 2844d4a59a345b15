// SPDX-License-Identifier: BSD-3-Clause
// The rotation from the axes of a model to those of a scene.
#pragma once

#include <assimp/types.h>

namespace assimp_md2 {

/// The axes of positions and normals. In a model x is the front and z is up; in Assimp's scenes y is up. The
/// rotation only exchanges and negates coordinates, so it is exact.
enum class Axes {
    Model,  ///< as in the file
    FrontX, ///< (x, y, z) becomes (x, z, −y), as in Assimp's own importer: the front faces +X
    FrontZ  ///< (x, y, z) becomes (y, z, x): the front faces +Z
};

/// Rotates a vector from Axes::Model to `axes`.
///
/// \tparam Vector aiVector3D or std::array<float, 3>
template <typename Vector>
Vector rotated(const Vector& vector, Axes axes) {
    switch (axes) {
    case Axes::FrontX:
        return Vector{vector[0], vector[2], -vector[1]};
    case Axes::FrontZ:
        return Vector{vector[1], vector[2], vector[0]};
    case Axes::Model:
        break;
    }
    return vector;
}

/// The same rotation as a matrix.
inline aiMatrix4x4 rotationTo(Axes axes) {
    switch (axes) {
    case Axes::FrontX:
        return {1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1};
    case Axes::FrontZ:
        return {0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1};
    case Axes::Model:
        break;
    }
    return {};
}

} // namespace assimp_md2
