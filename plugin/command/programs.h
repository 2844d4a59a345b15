// SPDX-License-Identifier: BSD-3-Clause
// The words of `assimp-md2`, of which Windows has fewer than Linux. Each function returns the exit code.
#pragma once

#include "command/options.h"

#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The word `convert`, and what a child process of it does. On Linux, the command replaces itself by the
/// program that contains them.
int runConvert(const std::vector<std::string>& arguments);

/// The word `check`.
int runCheck(const std::vector<std::string>& arguments);

/// Runs a program with the plugin.
///
/// \param arguments the program and its arguments
/// \param variables that the program gets besides those of this process
int runProgram(const std::vector<std::string>& arguments, Variables variables);

} // namespace assimp_md2::inner
