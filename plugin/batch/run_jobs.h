// SPDX-License-Identifier: BSD-3-Clause
// Runs the jobs of a plan in child processes, and prints a line for each.
#pragma once

#include "batch/command_line.h"
#include "batch/plan.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace assimp_md2::inner {

/// How the jobs are run. The values below are the defaults.
struct RunSettings {
    std::size_t processes = std::max(1U, std::thread::hardware_concurrency());
    unsigned int seconds = 300; ///< for one file
    bool isDryRun = false;      ///< only prints what would be written
};

/// --jobs, --timeout and --dry-run, which set `settings`.
std::vector<CommandOption> optionsOf(RunSettings& settings);

/// Prints the warnings and failures of a plan, does its jobs, and prints their reports. On a terminal, it
/// shows how far the work is.
///
/// \param arguments of each child, before its files
/// \return the exit code
/// \throws CommandError, std::system_error
int runJobs(const Program& program, const Plan& plan, const RunSettings& settings,
            const std::vector<std::string>& arguments);

} // namespace assimp_md2::inner
