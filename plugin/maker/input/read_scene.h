// SPDX-License-Identifier: BSD-3-Clause
// Reads a scene with Assimp, and refuses what Assimp would read as garbage.
#pragma once

#include <string>

namespace Assimp {
class Importer;
} // namespace Assimp
struct aiScene;

namespace assimp_md2::inner {

/// Warns if Assimp leaves out the animation of the file. Sets the frame rate of MD5 and B3D files, which
/// Assimp does not read.
///
/// \return the scene, which the importer owns
/// \throws CommandError
aiScene& readScene(Assimp::Importer& importer, const std::string& path);

} // namespace assimp_md2::inner
