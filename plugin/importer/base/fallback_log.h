// SPDX-License-Identifier: BSD-3-Clause
// Where warnings go if the program has attached no logger to Assimp.
#pragma once

#include <atomic>
#include <string>

namespace assimp_md2 {

/// Receives each warning of an import, an export or a game, if Assimp has no logger.
///
/// \param path of the model; empty for a game, or if it is not known
/// \param line starts with `MD2: ` or `glTF: `; printable
using FallbackLog = void (*)(const std::string& path, const std::string& line);

/// Only the plugin sets it; otherwise it is null, and the warnings are lost. Hidden symbols: a program may
/// contain the library itself, and that copy stays silent.
extern std::atomic<FallbackLog> fallbackLog;

} // namespace assimp_md2
