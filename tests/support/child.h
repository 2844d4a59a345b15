// SPDX-License-Identifier: BSD-3-Clause
// Runs a part of a test in a process of its own, as a user whom permissions bind.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <grp.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace assimp_md2::inner::test {

/// Runs `work` in a child process, where it may change limits and permissions of the process.
///
/// \return what `work` returns, or what is wrong
inline std::string inChild(const std::function<std::string()>& work) {
    int ends[2];
    if (pipe(ends) != 0) {
        throw std::runtime_error("the test cannot make a pipe");
    }
    const pid_t child = fork();
    if (child == 0) {
        constexpr unsigned int kMostSeconds = 60;
        alarm(kMostSeconds);
        std::string result;
        try {
            result = work();
        } catch (const std::exception& error) {
            result = error.what();
        }
        const ssize_t count = write(ends[1], result.data(), result.size());
        _exit(count == static_cast<ssize_t>(result.size()) ? 0 : 1);
    }
    close(ends[1]);
    std::string result;
    char part[256];
    for (ssize_t count = 0; (count = read(ends[0], part, sizeof part)) > 0;) {
        result.append(part, static_cast<std::size_t>(count));
    }
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        return "the child process ended with the status " + std::to_string(status);
    }
    return result;
}

/// The same as an ordinary user: CI runs tests as root, to whom permissions do not apply.
inline std::string asOrdinaryUser(const std::function<std::string()>& work) {
    return inChild([&] {
        constexpr unsigned int kNobody = 65534;
        if (geteuid() == 0 && (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0)) {
            return std::string("the test cannot become an ordinary user");
        }
        return work();
    });
}

} // namespace assimp_md2::inner::test
