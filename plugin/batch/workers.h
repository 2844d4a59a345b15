// SPDX-License-Identifier: BSD-3-Clause
// Divides files between child processes, so that a crash or a file that takes too long ends only one of them.
#pragma once

#include "batch/plan.h"

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// What is printed about a file.
struct Report {
    std::string text;                    ///< one line or more about the output; empty when the work failed
    std::vector<std::string> complaints; ///< for stderr; the last is the error
};

/// Works on one file. Its output is complete or not there.
///
/// \return the text of the report
/// \throws std::exception with the error
using Task = std::function<std::string(const Job& job)>;

struct Work {
    std::string program; ///< the name of this program
    const std::vector<Job>& jobs;
    std::size_t processes;
    unsigned int seconds;               ///< that a file may take
    std::vector<std::string> arguments; ///< of each child, before its batch of the files
    /// Called in the order in which files are done.
    std::function<void(const Job& job, const Report& report)> done;
};

/// Returns when all files are done or have failed. When a signal comes, the files in work fail, and the
/// signal then ends this process.
///
/// \throws std::system_error if no process can be started
void workInChildren(const Work& work);

/// What a child does: it works on its files one after the other, and writes a report of each.
///
/// \param batch for each file an input, an output, and Job::imageStem
void workOnBatch(const Task& task, const std::vector<std::string>& batch, std::FILE* reports);

} // namespace assimp_md2::inner
