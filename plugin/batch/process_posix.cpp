// SPDX-License-Identifier: BSD-3-Clause
// Starts and ends child processes on POSIX systems.
#if !defined(_WIN32)
#include "batch/process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assimp_md2::inner {
namespace {

volatile std::sig_atomic_t endingSignal = 0;

extern "C" void noteSignal(int signal) {
    endingSignal = signal;
}

} // namespace

std::vector<std::string> startProcess(int argc, char** argv) {
    // A file that is opened later would take the place of a closed stdout or stderr, and receive its text.
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) != descriptor) {
            std::exit(kWrongCommandLine);
        }
    }
    return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

Variables variables() {
    Variables all;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        all.emplace(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
    }
    return all;
}

bool hasTerminal() {
    return isatty(STDERR_FILENO) == 1;
}

void noteSignals() {
    std::signal(SIGXFSZ, SIG_IGN); // for this process and its children: the file is then reported
    struct sigaction action {};
    action.sa_handler = noteSignal;
    for (const int signal : {SIGALRM, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU}) {
        // Writing to stdout, which may block, is not restarted. A second signal ends the process at once, but
        // a second line into a closed pipe must not, because incomplete files are removed at the end.
        action.sa_flags = signal == SIGPIPE ? 0 : static_cast<int>(SA_RESETHAND);
        struct sigaction before {};
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) { // as after nohup(1)
            sigaction(signal, &action, nullptr);
        }
    }
}

bool isInterrupted() {
    return endingSignal != 0;
}

void endInterrupted() {
    std::signal(endingSignal, SIG_DFL);
    std::raise(endingSignal);
}

Child::Child(const std::string& name, const std::vector<std::string>& arguments) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        cannotStart({errno, std::generic_category()});
    }
    reports_ = ends[0];
    const std::string stream = std::to_string(ends[1]);
    const std::string parent = std::to_string(getpid());
    std::vector<const char*> words = {name.c_str(), kChildWord, stream.c_str(), parent.c_str()};
    for (const std::string& argument : arguments) {
        words.push_back(argument.c_str());
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], ends[1]); // which keeps it open
    pid_t process = 0;
    const int error = posix_spawn(&process, "/proc/self/exe", &actions, nullptr,
                                  const_cast<char* const*>(words.data()), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error != 0) {
        close(reports_);
        cannotStart({error, std::generic_category()});
    }
    number_ = static_cast<std::uint64_t>(process);
}

Child::~Child() {
    end();
    close(reports_);
}

bool Child::read(std::string& reports) {
    pollfd ready{reports_, POLLIN, 0};
    if (poll(&ready, 1, 0) <= 0) {
        return true;
    }
    char bytes[4096];
    const ssize_t count = ::read(reports_, bytes, sizeof bytes);
    reports.append(bytes, static_cast<std::size_t>(std::max(count, ssize_t{0})));
    return count > 0;
}

std::string Child::end() {
    if (number_ == 0) {
        return {};
    }
    kill(static_cast<pid_t>(number_), SIGKILL); // changes nothing if it has ended
    int status = 0;
    while (waitpid(static_cast<pid_t>(number_), &status, 0) < 0 && errno == EINTR) {
    }
    number_ = 0;
    return WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it ended the process";
}

std::FILE* takeReportStream(std::vector<std::string>& arguments) {
    if (arguments.size() < 3 || !isChild(arguments)) {
        return nullptr;
    }
    // A file on which Assimp hangs must not keep this process alive when its parent is killed, also if that
    // happens before this call.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (std::to_string(getppid()) != arguments[2]) {
        _exit(1);
    }
    std::FILE* const reports = fdopen(static_cast<int>(std::strtol(arguments[1].c_str(), nullptr, 10)), "w");
    arguments.erase(arguments.begin(), arguments.begin() + 3);
    return reports;
}

} // namespace assimp_md2::inner

#endif
