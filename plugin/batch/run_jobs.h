// SPDX-License-Identifier: BSD-3-Clause
// Runs the jobs of a plan in child processes, so that a crash or a file that takes too long ends only one of
// them, and prints a line for each.
#pragma once

#include "batch/command_line.h"
#include "batch/plan.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
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
/// shows how far the work is. When a signal comes, the files in work fail, and the signal then ends this
/// process.
///
/// \param arguments of each child, before its batch of the files
/// \return the exit code
/// \throws CommandError
int runJobs(const Program& program, const Plan& plan, const RunSettings& settings,
            const std::vector<std::string>& arguments);

/// Works on one file. Its output is complete or not there.
///
/// \return what is printed about the output, one line or more
/// \throws std::exception with the error
using Task = std::function<std::string(const Job& job)>;

/// How a line of a child's report begins.
inline constexpr char kText = ' ';      ///< about the output; without one the work has failed
inline constexpr char kComplaint = '!'; ///< for stderr; the last is the error

/// What a child does: it works on its files one after the other, and writes a report of each.
///
/// \param batch for each file an input, an output, and Job::imageStem
void workOnBatch(const Task& task, const std::vector<std::string>& batch, std::FILE* reports);

} // namespace assimp_md2::inner
