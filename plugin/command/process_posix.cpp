// SPDX-License-Identifier: BSD-3-Clause
// Implements process.h for POSIX systems.
#if !defined(_WIN32)
#include "command/options.h"
#include "command/process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace assimp_md2 {
namespace {

const std::string kChildWord = "(child)"; // no option, and no model
constexpr int kEndingSignals[] = {SIGALRM, SIGHUP,  SIGINT,  SIGPIPE, SIGQUIT,
                                  SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};

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

void noteSignals() {
    std::signal(SIGXFSZ, SIG_IGN); // for this process and its children: the file is then reported
    struct sigaction action {};
    action.sa_handler = noteSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND); // writing to stdout, which may block, is not restarted
    for (const int signal : kEndingSignals) {
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

Child::Child(const std::vector<std::string>& arguments) {
    // This thread leaves the signals to the main thread, which they interrupt. Its children inherit this
    // mask, so that Ctrl-C in a terminal does not look like a crash.
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kEndingSignals) {
        sigaddset(&signals, signal);
    }
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0 || (answers_ = fdopen(ends[0], "r")) == nullptr) {
        throw std::system_error(errno, std::generic_category(), "a process cannot be started");
    }
    const std::string stream = std::to_string(ends[1]);
    std::vector<const char*> words = {"assimp-md2", kChildWord.c_str(), stream.c_str()};
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
    number_ = static_cast<std::uint64_t>(process);
    if (error != 0) {
        std::fclose(answers_);
        throw std::system_error(error, std::generic_category(), "a process cannot be started");
    }
}

Child::~Child() {
    end();
    std::fclose(answers_);
}

void Child::kill() {
    ::kill(static_cast<pid_t>(number_), SIGKILL);
}

std::string Child::end() {
    if (number_ == 0) {
        return {};
    }
    kill();
    int status = 0;
    while (waitpid(static_cast<pid_t>(number_), &status, 0) < 0 && errno == EINTR) {
    }
    number_ = 0;
    return WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it ended the process";
}

std::FILE* takeAnswerStream(std::vector<std::string>& arguments) {
    if (arguments.size() < 2 || arguments.front() != kChildWord) {
        return nullptr;
    }
    // A file on which Assimp hangs must not keep this process alive when its parent is killed.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::FILE* const answers = fdopen(static_cast<int>(std::strtol(arguments[1].c_str(), nullptr, 10)), "w");
    arguments.erase(arguments.begin(), arguments.begin() + 2);
    return answers;
}

} // namespace assimp_md2

#endif
