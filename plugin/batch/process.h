// SPDX-License-Identifier: BSD-3-Clause
// The process of a program: what differs between operating systems.
#pragma once

#include "batch/command_line.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <system_error>
#include <vector>

namespace assimp_md2::inner {

inline constexpr char kChildWord[] = "(child)"; // no option, and no model

/// Prepares the process, once at its start.
///
/// \return the arguments of main() in UTF-8, without the name of the program
std::vector<std::string> startProcess(int argc, char** argv);

/// The values of environment variables by their names, in UTF-8.
using Variables = std::map<std::string, std::string>;

/// All environment variables. The libraries read none.
Variables variables();

/// Whether stderr is a terminal.
bool hasTerminal();

/// Lets signals that would end this process (Ctrl-C, SIGTERM) only be noted, once. A second one ends it.
/// From now on, child processes end with this process, also when it is killed.
void noteSignals();

/// Whether such a signal has come.
bool isInterrupted();

/// Ends this process as the signal would have done.
void endInterrupted();

/// \throws CommandError
[[noreturn]] inline void cannotStart(const std::error_code& error) {
    throw CommandError(kFailed, "a process cannot be started: " + error.message());
}

/// A child process: this program with other arguments. It has the streams of this process, and one more on
/// which it reports. Signals of a terminal end it, too.
class Child {
public:
    /// Starts this program with `(child) STREAM ARGUMENT...`; on Linux the number of this process follows
    /// STREAM.
    ///
    /// \param name of the program
    /// \throws CommandError if the system has no more processes
    Child(const std::string& name, const std::vector<std::string>& arguments);
    /// Ends the process.
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Appends what the child has written since the last call. Does not wait.
    ///
    /// \return false if it will write no more
    bool read(std::string& reports);
    /// The number by which the system knows the process.
    std::uint64_t number() const { return number_; }
    /// Kills the process and waits for its end.
    ///
    /// \return how it ended, if it was not killed just now: the name of a signal, or a text in its place
    std::string end();

private:
    std::uint64_t number_ = 0;
    [[maybe_unused]] void* handle_ = nullptr; ///< of Windows
    int reports_ = -1;                        ///< a file descriptor
};

/// Whether these are the arguments of a child.
inline bool isChild(const std::vector<std::string>& arguments) {
    return !arguments.empty() && arguments.front() == kChildWord;
}

/// In a child: removes the arguments that precede those of the parent.
///
/// \return the stream for reports; null if this process is no child
std::FILE* takeReportStream(std::vector<std::string>& arguments);

} // namespace assimp_md2::inner
