// SPDX-License-Identifier: BSD-3-Clause
// Divides work between child processes, so that a crash ends only one piece of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assimp_md2 {

/// Windows has no fork(). There, a child process is `assimp-md2 convert` again, with a word before the
/// arguments.
///
/// \return whether this process is such a child; the word is then removed
bool takeChildWord(std::vector<std::string>& arguments);

struct Work {
    std::size_t count = 0; ///< pieces of work
    std::size_t processes = 1;
    unsigned int seconds = 0; ///< that a piece may take
    /// What `perform` gets.
    std::function<std::string(std::size_t piece)> piece;
    /// Does a piece in a child process. Must not throw.
    std::function<std::string(const std::string& piece)> perform;
    /// Called in this process with what `perform` has returned.
    std::function<void(std::size_t piece, const std::string& result)> done;
    /// Called in this process when a child has ended during a piece.
    std::function<void(std::size_t piece, std::uint64_t process, const std::string& reason)> failed;
    bool isChild = false; ///< of takeChildWord: only `perform` is used
    std::vector<std::string>
        childArguments; ///< with which takeChildWord and performAll are called in a child
};

/// Returns when all pieces are done or have failed. SIGHUP, SIGINT, SIGPIPE, SIGQUIT and SIGTERM end the
/// child processes; `failed` is called for their pieces, and the signal then ends this process. Ctrl-C does
/// the same on Windows.
void performAll(const Work& work);

} // namespace assimp_md2
