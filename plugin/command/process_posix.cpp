// SPDX-License-Identifier: BSD-3-Clause
// Implements process.h for POSIX systems.
#if !defined(_WIN32)
#include "command/options.h"
#include "command/process.h"

#include <cstdlib>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace assimp_md2 {

std::vector<std::string> startProcess(int argc, char** argv) {
    // A file that is opened later would take the place of a closed stdout or stderr, and receive its text.
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) != descriptor) {
            std::exit(kWrongCommandLine);
        }
    }
    return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

std::vector<std::string> variables() {
    std::vector<std::string> all;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        all.emplace_back(*variable);
    }
    return all;
}

void setVariable(const std::string& name, const std::string& value) {
    if (setenv(name.c_str(), value.c_str(), 1) != 0) {
        throw std::bad_alloc();
    }
}

bool isStandardOutput(const std::string& path) {
    struct stat output {};
    struct stat file {};
    return fstat(STDOUT_FILENO, &output) == 0 && stat(path.c_str(), &file) == 0 &&
           (S_ISREG(output.st_mode) || S_ISFIFO(output.st_mode)) && output.st_dev == file.st_dev &&
           output.st_ino == file.st_ino;
}

bool hasTerminal() {
    return isatty(STDERR_FILENO) == 1;
}

} // namespace assimp_md2

#endif
