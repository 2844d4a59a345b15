// SPDX-License-Identifier: BSD-3-Clause
// The 162 normals of the format, of which a vertex stores an index, and what an import makes of them.
#pragma once

#include "importer/md2/axes.h"
#include "importer/md2/layout.h"

namespace assimp_md2::inner {

/// Unit vectors to six decimals, in model space, in the order of id's table.
extern const std::array<std::array<float, 3>, kNormalCount> kNormals;

/// What the normals of a model are made from. md2/normal_source.h decides it.
enum class NormalSource : std::uint8_t {
    File,      ///< the normals of the file
    Negated,   ///< the normals of the file, which point inward, negated
    Exchanged, ///< the normals of the file with y and z exchanged
    Computed   ///< the surface of each frame; see surface_normals.h
};

/// The normal of each byte in the axes of a scene, followed by a 0. A byte above 161 is not an index of the
/// format and has the last normal.
using NormalOfByte = std::array<std::array<float, 4>, 256>;

/// \param source not Computed
NormalOfByte rotatedNormals(NormalSource source, Axes axes);

} // namespace assimp_md2::inner
