// SPDX-License-Identifier: BSD-3-Clause
// Divides work between child processes, so that a crash ends only one piece of it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <sys/types.h>

namespace assimp_md2 {

struct Work {
    std::size_t count = 0; ///< pieces of work
    std::size_t processes = 1;
    unsigned int seconds = 0; ///< that a piece may take
    /// Does a piece in a child process. Must not throw.
    std::function<std::string(std::size_t piece)> perform;
    /// Called in this process with what `perform` has returned.
    std::function<void(std::size_t piece, const std::string& result)> done;
    /// Called in this process when a child has ended during a piece.
    std::function<void(std::size_t piece, pid_t process, const std::string& reason)> failed;
};

/// Returns when all pieces are done or have failed. SIGHUP, SIGINT, SIGPIPE, SIGQUIT and SIGTERM end the
/// child processes; `failed` is called for their pieces, and the signal then ends this process.
void performAll(const Work& work);

} // namespace assimp_md2
