// SPDX-License-Identifier: BSD-3-Clause
// Finds what Assimp's importer of glTF 2 would read as garbage.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/warnings.h"

#include <cstddef>
#include <string>

namespace assimp_md2::inner {

/// Longer JSON is left to Assimp.
inline constexpr std::size_t kMostGltfJson = std::size_t{64} << 20;

/// The check needs at most this many times the memory of the JSON.
inline constexpr std::size_t kGltfJsonMemory = 40;

/// Assimp 5.2 to 6.0 ignores required extensions, and copies the integers of accessors that it takes for
/// floats. It converts the integers of colours (COLOR_n), bones (JOINTS_n), triangles and sparse indices, and
/// reports Draco itself. It gives all copies of a mesh the bones of one copy.
///
/// \param file its first bytes are enough, if they contain the JSON
/// \param warnings receives meshes whose copies have bones of their own
/// \return why the scene would be garbage, and what helps; empty if Assimp reads the file correctly, or
///         reports that it is damaged
std::string garbageInGltf(ByteSlice file, Warnings& warnings);

} // namespace assimp_md2::inner
