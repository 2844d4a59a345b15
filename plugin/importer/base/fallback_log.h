// SPDX-License-Identifier: BSD-3-Clause
// Where warnings go if the program has attached no logger to Assimp.
#pragma once

#include <string>

namespace assimp_md2 {

/// Call it with each warning of an import, an export or a game, if Assimp has no logger. The library
/// (no_fallback_log.cpp) ignores it. The plugin's module (preload/fallback_log.cpp) writes it to stderr. The
/// linker chooses, so that the library has no mutable state.
///
/// \param path of the model; empty for a game, or if it is not known
/// \param line starts with `MD2: ` or `glTF: `; printable
void writeWithoutLog(const std::string& path, const std::string& line);

} // namespace assimp_md2
