// SPDX-License-Identifier: BSD-3-Clause
// Refuses on Windows what needs the plugin, which does not exist there.
#if defined(_WIN32)
#include "command/programs.h"

#include "batch/command_line.h"

namespace assimp_md2::inner {

int runCheck(const std::vector<std::string>& /*arguments*/) {
    throw CommandError(kWrongCommandLine, "check is for Linux, as is the plugin");
}

int runProgram(const std::vector<std::string>& arguments, Variables /*variables*/) {
    throw CommandError(
        kWrongCommandLine,
        arguments.front() +
            " is not convert or list; a model is converted with assimp-md2 convert INPUT OUTPUT");
}

} // namespace assimp_md2::inner

#endif
