// SPDX-License-Identifier: BSD-3-Clause
// Writes warnings to Assimp's log, or to the fallback log if the program has attached no logger.
#pragma once

#include "importer/base/warnings.h"

#include <string>
#include <string_view>

namespace assimp_md2 {

/// \param path of the model; empty for a game, or if it is not known
/// \param line printable; begins with `MD2: `, `glTF: ` or the path of another file
void logWarning(const std::string& path, const std::string& line);

/// Writes one line for each kind of warning.
void logWarnings(const std::string& path, std::string_view prefix, const Warnings& warnings);

} // namespace assimp_md2
