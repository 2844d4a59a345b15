// SPDX-License-Identifier: BSD-3-Clause
// Says what `assimp-md2 PROGRAM` would do, without running anything of the program.
#pragma once

#include <string>

namespace assimp_md2 {

struct Check {
    std::string line; ///< what happens
    bool gains = false;
};

/// Lists the libraries of a program with the dynamic linker of the system.
///
/// \param program a path, or a name in PATH
/// \throws CommandError if there is no such program
Check checkProgram(const std::string& program);

} // namespace assimp_md2
