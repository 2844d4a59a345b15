// SPDX-License-Identifier: BSD-3-Clause
// What `assimp-md2` does by other programs, which is more on Linux than on Windows.
#pragma once

#include <string>
#include <vector>

namespace assimp_md2 {

/// The word `convert`.
int runConvert(const std::vector<std::string>& arguments);

/// The word `check`.
int runCheck(const std::vector<std::string>& arguments);

/// Runs a program with the plugin.
///
/// \param arguments the program and its arguments
int runProgram(const std::vector<std::string>& arguments);

} // namespace assimp_md2
