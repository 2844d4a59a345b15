// SPDX-License-Identifier: BSD-3-Clause
// The process of the command: what differs between operating systems.
#pragma once

#include <string>
#include <vector>

namespace assimp_md2 {

/// Prepares the process, once at its start.
///
/// \return the arguments of main() in UTF-8, without the name of the program
std::vector<std::string> startProcess(int argc, char** argv);

/// All environment variables, as `NAME=value` in UTF-8.
std::vector<std::string> variables();

/// Sets a variable of this process and its children. environmentVariable() then returns the value in UTF-8.
void setVariable(const std::string& name, const std::string& value);

/// Whether a path (UTF-8) is that of stdout, such as /dev/stdout, and stdout is a file or a pipe.
bool isStandardOutput(const std::string& path);

/// Whether stderr is a terminal that knows escape sequences.
bool hasTerminal();

} // namespace assimp_md2
