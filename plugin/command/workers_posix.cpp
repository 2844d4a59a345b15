// SPDX-License-Identifier: BSD-3-Clause
// Implements workers.h for POSIX systems: child processes by fork().
#if !defined(_WIN32)
#include "command/workers.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace assimp_md2 {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kEndingSignals[] = {SIGALRM, SIGHUP,  SIGINT,  SIGPIPE, SIGQUIT,
                                  SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};

volatile std::sig_atomic_t endingSignal = 0;

extern "C" void noteSignal(int signal) {
    endingSignal = signal;
}

/// Whether this process ignores a signal, for example SIGHUP after nohup(1).
bool isIgnored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

struct Worker {
    pid_t process = 0;
    int socket = -1; ///< pieces are sent to the child, results come back: their size and their bytes
    std::size_t piece = 0;
    Clock::time_point end{};
    bool isTooSlow = false;
    std::string received{};
};

bool transferAll(ssize_t (*transfer)(int, void*, std::size_t), int socket, void* bytes, std::size_t size) {
    auto* position = static_cast<char*>(bytes);
    while (size > 0) {
        const ssize_t count = transfer(socket, position, size);
        if (count > 0) {
            position += count;
            size -= static_cast<std::size_t>(count);
        } else if (count == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

ssize_t sendTo(int socket, void* bytes, std::size_t size) {
    return send(socket, bytes, size, MSG_NOSIGNAL);
}

/// The life of a child process, until this process closes its socket.
[[noreturn]] void serve(int socket, const Work& work) {
    std::size_t piece = 0;
    while (transferAll(read, socket, &piece, sizeof piece)) {
        std::string result = work.perform(work.piece(piece));
        auto size = static_cast<std::uint32_t>(result.size());
        if (!transferAll(sendTo, socket, &size, sizeof size) ||
            !transferAll(sendTo, socket, result.data(), size)) {
            break;
        }
    }
    _exit(0);
}

class Workers {
public:
    explicit Workers(const Work& work) : work_(work), workers_(std::min(work.processes, work.count)) {
        std::signal(SIGXFSZ, SIG_IGN); // for this process and its children: the file is then reported
        sigset_t ending;
        sigemptyset(&ending);
        struct sigaction action {};
        action.sa_handler = noteSignal;
        action.sa_flags = static_cast<int>(SA_RESETHAND); // a second signal ends this process at once
        for (const int signal : kEndingSignals) {
            if (!isIgnored(signal)) {
                sigaddset(&ending, signal);
                sigaction(signal, &action, nullptr);
            }
        }
        sigprocmask(SIG_BLOCK, &ending, &unblocked_);
    }

    void run() {
        for (Worker& worker : workers_) {
            giveNext(worker);
        }
        while (endingSignal == 0 && wait()) {
        }
        for (Worker& worker : workers_) {
            if (worker.socket >= 0) {
                kill(worker.process, SIGKILL);
                fail(worker);
            }
        }
        sigprocmask(SIG_SETMASK, &unblocked_, nullptr);
        if (endingSignal != 0) {
            std::signal(endingSignal, SIG_DFL);
            raise(endingSignal);
        }
    }

private:
    /// \return 0 or errno
    int start(Worker& worker) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
            return errno;
        }
        std::fflush(nullptr);
        const pid_t parent = getpid();
        worker.process = fork();
        if (worker.process == 0) {
            // A file on which Assimp hangs must not keep this child alive when its parent is killed.
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != parent) {
                _exit(0);
            }
            // A child that held the sockets of others would keep them open when this process ends.
            for (const Worker& other : workers_) {
                close(other.socket);
            }
            close(ends[0]);
            // A terminal also sends Ctrl-C to this child. Its parent ends it, so that it does not look like a
            // crash.
            for (const int signal : kEndingSignals) {
                std::signal(signal, SIG_IGN);
            }
            sigprocmask(SIG_SETMASK, &unblocked_, nullptr);
            serve(ends[1], work_);
        }
        const int error = errno;
        close(ends[1]);
        worker.socket = ends[0];
        if (worker.process < 0) {
            close(std::exchange(worker.socket, -1));
            return error;
        }
        return 0;
    }

    /// Gives the next piece to a worker, whose process is started if there is none. Ends it when no piece is
    /// left. A worker that cannot be started leaves the piece to the others.
    void giveNext(Worker& worker) {
        while (next_ < work_.count) {
            if (const int error = worker.socket < 0 ? start(worker) : 0) {
                if (std::none_of(workers_.begin(), workers_.end(),
                                 [](const Worker& other) { return other.socket >= 0; })) {
                    throw std::system_error(error, std::generic_category(), "a process cannot be started");
                }
                return;
            }
            if (transferAll(sendTo, worker.socket, &next_, sizeof next_)) {
                worker.received.clear();
                worker.piece = next_++;
                worker.end = Clock::now() + std::chrono::seconds(work_.seconds);
                return;
            }
            stop(worker); // its process has ended since its last piece
        }
        stop(worker);
    }

    /// \return the status of the process, as waitpid gives it
    static int stop(Worker& worker) {
        int status = 0;
        if (worker.socket >= 0) {
            close(std::exchange(worker.socket, -1));
            while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
            }
        }
        return status;
    }

    void fail(Worker& worker) {
        const bool isTooSlow = std::exchange(worker.isTooSlow, false);
        const int status = stop(worker);
        const std::string reason =
            isTooSlow ? "took longer than " + std::to_string(work_.seconds) + " s"
            : endingSignal != 0
                ? "interrupted"
                : std::string("Assimp crashed: ") +
                      (WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it ended the process");
        interruptibly(
            [&] { work_.failed(worker.piece, static_cast<std::uint64_t>(worker.process), reason); });
    }

    /// Calls a function that may wait, for example because nobody reads stdout. A signal ends the wait.
    template <typename Function>
    void interruptibly(const Function& function) const {
        sigset_t blocked;
        sigprocmask(SIG_SETMASK, &unblocked_, &blocked);
        function();
        sigprocmask(SIG_SETMASK, &blocked, nullptr);
    }

    /// Waits for results or a signal.
    ///
    /// \return false when all is done
    bool wait() {
        std::vector<Worker*> running;
        std::vector<pollfd> sockets; // ppoll refuses more than the process may have
        Clock::time_point end = Clock::time_point::max();
        for (Worker& worker : workers_) {
            if (worker.socket >= 0) {
                running.push_back(&worker);
                sockets.push_back({worker.socket, POLLIN, 0});
                end = std::min(end, worker.end);
            }
        }
        if (running.empty()) {
            return false;
        }
        constexpr std::int64_t kMostMilliseconds = 1000;
        const Clock::time_point begin = Clock::now();
        const auto left = std::clamp<std::int64_t>(
            std::chrono::duration_cast<std::chrono::milliseconds>(end - begin).count() + 1, 0,
            kMostMilliseconds);
        const timespec timeout{static_cast<time_t>(left / 1000), static_cast<long>(left % 1000 * 1'000'000)};
        // Otherwise signals arrive only while this process prints, so none is missed before this call.
        const int count = ppoll(sockets.data(), sockets.size(), &timeout, &unblocked_);
        const auto late = Clock::now() - begin - std::chrono::milliseconds(kMostMilliseconds);
        if (late > std::chrono::seconds(1)) { // this process was stopped, for example by Ctrl-Z
            for (Worker* const worker : running) {
                worker->end += late;
            }
        }
        if (count < 0) {
            return true;
        }
        for (std::size_t i = 0; i < running.size(); ++i) {
            Worker& worker = *running[i];
            if (sockets[i].revents != 0) {
                receive(worker);
            } else if (Clock::now() >= worker.end) {
                worker.isTooSlow = true;
                worker.end += std::chrono::hours(1);
                kill(worker.process, SIGKILL); // the socket then closes
            }
        }
        return true;
    }

    void receive(Worker& worker) {
        char bytes[4096];
        const ssize_t count = read(worker.socket, bytes, sizeof bytes);
        if (count <= 0) {
            fail(worker);
            giveNext(worker);
            return;
        }
        worker.received.append(bytes, static_cast<std::size_t>(count));
        std::uint32_t size = 0;
        if (worker.received.size() >= sizeof size) {
            std::memcpy(&size, worker.received.data(), sizeof size);
            if (worker.received.size() == sizeof size + size) {
                interruptibly([&] { work_.done(worker.piece, worker.received.substr(sizeof size)); });
                if (std::exchange(worker.isTooSlow, false)) {
                    stop(worker); // it was killed, but its result had arrived
                }
                giveNext(worker);
            }
        }
    }

    const Work& work_;
    std::vector<Worker> workers_;
    std::size_t next_ = 0;
    sigset_t unblocked_{};
};

} // namespace

bool takeChildWord(std::vector<std::string>& /*arguments*/) {
    return false;
}

void performAll(const Work& work) {
    Workers(work).run();
}

} // namespace assimp_md2

#endif
