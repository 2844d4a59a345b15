// SPDX-License-Identifier: BSD-3-Clause
// Divides files between child processes, so that a crash or a file that takes too long ends only one of them.
#pragma once

#include "command/conversion.h"

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace assimp_md2 {

struct Work {
    const std::vector<Job>& jobs;
    std::size_t processes;
    unsigned int seconds;               ///< that a file may take
    std::vector<std::string> arguments; ///< of each child, before its batch of the files
    /// Called in the order in which files are done.
    std::function<void(const Job& job, const Report& report)> done;
};

/// Returns when all files are done or have failed. When a signal comes, the files that are being converted
/// fail, and the signal then ends this process.
///
/// \throws std::system_error if no process can be started
void convertInChildren(const Work& work);

/// What a child does.
///
/// \param batch for each file an input, an output, and Job::imageStem
void convertBatch(const Conversion& conversion, const std::vector<std::string>& batch, std::FILE* reports);

} // namespace assimp_md2
