// SPDX-License-Identifier: BSD-3-Clause
// The vertices of one frame as floats; knows the packed vertices of the format, nothing of meshes.
#pragma once

#include "format/view.h"

#include <cstddef>
#include <cstdint>

namespace assimp_md2 {

/// Decodes corners of a frame: position = vertex × scale + translate, and the normal of the format's table.
///
/// \param frame of a view
/// \param vertices of each corner, below the view's vertex count
/// \param cornerCount 1 or more
/// \param positions room for 3 × cornerCount floats, in model space
/// \param normals as positions; unit vectors
/// \return how many vertices of the frame, not corners, name a normal that does not exist, when at least one
///         of the corners does; they get the last normal
std::uint64_t decodeFrame(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                          float* positions, float* normals);

} // namespace assimp_md2
