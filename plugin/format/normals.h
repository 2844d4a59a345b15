// SPDX-License-Identifier: BSD-3-Clause
// The 162 normals of the format. A vertex stores an index into this table.
#pragma once

#include "format/layout.h"

#include <array>

namespace assimp_md2 {

/// Unit vectors to six decimals, in model space, in the order of id's table.
extern const std::array<std::array<float, 3>, kNormalCount> kNormals;

/// The normal of each byte, followed by a 0. A byte above 161 is not an index of the format and has the last
/// normal.
extern const std::array<std::array<float, 4>, 256> kNormalOfByte;

} // namespace assimp_md2
