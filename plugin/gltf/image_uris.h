// SPDX-License-Identifier: BSD-3-Clause
// Texture paths and the URIs that glTF has for them; knows no files.
#pragma once

#include <string>
#include <vector>

namespace assimp_md2 {

/// The paths that a texture path of a scene may mean: the path as it is, percent-decoded (importers keep the
/// URIs of other glTF files), and with the backslashes of Windows as slashes.
std::vector<std::string> pathsOf(const std::string& texturePath);

/// Takes a relative path, returns it as a relative reference: percent-encoded, with `/`.
std::string uriOf(const std::string& path);

} // namespace assimp_md2
