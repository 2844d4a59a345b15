// SPDX-License-Identifier: BSD-3-Clause
// Writes warnings to Assimp's log, or to the fallback log if the program has attached no logger.
#pragma once

#include "importer/base/warnings.h"

#include <atomic>
#include <string>
#include <string_view>

namespace assimp_md2::inner {

/// Receives each warning of an import, an export or a game, if Assimp has no logger. See logWarning.
using FallbackLog = void (*)(const std::string& path, const std::string& line);

/// Only the plugin sets it; otherwise it is null, and the warnings are lost. Hidden symbols: a program may
/// contain the library itself, and that copy stays silent.
extern std::atomic<FallbackLog> fallbackLog;

/// \param path of the model; empty for a game, or if it is not known
/// \param line printable; begins with `MD2: `, `glTF: ` or the path of another file
void logWarning(const std::string& path, const std::string& line);

/// Writes one line for each kind of warning.
void logWarnings(const std::string& path, std::string_view prefix, const Warnings& warnings);

} // namespace assimp_md2::inner
