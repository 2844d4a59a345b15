// SPDX-License-Identifier: BSD-3-Clause
// Implements workers.h for Windows: a thread for each child process, which gets pieces on stdin and answers
// on stdout, each as its size and its bytes.
#if defined(_WIN32)
#include "command/wide.h"
#include "command/workers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace assimp_md2 {
namespace {

using Clock = std::chrono::steady_clock;
constexpr char kChildWord[] = "(child)"; ///< no option, and no model
constexpr DWORD kEndedByControlC = 0xC000013A;

std::atomic<bool> isEnding = false;
HANDLE job = nullptr; ///< all child processes; they end with it, also when this process is killed

BOOL WINAPI endAll(DWORD /*event*/) {
    isEnding = true;
    TerminateJobObject(job, kEndedByControlC);
    Sleep(INFINITE); // Windows ends this process as soon as this function returns; run() ends it before
    return TRUE;
}

[[noreturn]] void cannotStart() {
    throw std::system_error(static_cast<int>(GetLastError()), std::system_category(),
                            "a process cannot be started");
}

/// A handle that is closed by the destructor.
class Handle {
public:
    Handle() = default;
    ~Handle() { close(); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    void close() {
        if (handle_ != nullptr) {
            CloseHandle(handle_);
        }
        handle_ = nullptr;
    }
    HANDLE get() const { return handle_; }
    HANDLE* address() {
        close();
        return &handle_;
    }

private:
    HANDLE handle_ = nullptr;
};

bool readAll(HANDLE pipe, void* bytes, std::size_t size) {
    DWORD count = 0;
    for (auto* to = static_cast<char*>(bytes); size > 0; to += count, size -= count) {
        if (!ReadFile(pipe, to, static_cast<DWORD>(size), &count, nullptr) || count == 0) {
            return false;
        }
    }
    return true;
}

std::optional<std::string> receive(HANDLE pipe) {
    std::uint32_t size = 0;
    if (!readAll(pipe, &size, sizeof size)) {
        return std::nullopt;
    }
    std::string text(size, '\0');
    return readAll(pipe, text.data(), size) ? std::optional(std::move(text)) : std::nullopt;
}

bool send(HANDLE pipe, const std::string& text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    std::string bytes(sizeof size, '\0');
    std::memcpy(bytes.data(), &size, sizeof size);
    bytes += text;
    DWORD count = 0;
    return WriteFile(pipe, bytes.data(), static_cast<DWORD>(bytes.size()), &count, nullptr) &&
           count == bytes.size();
}

/// The life of a child process, until its parent closes the pipe.
void serve(const Work& work) {
    // What Assimp prints must not reach the pipe.
    HANDLE results = nullptr;
    DuplicateHandle(GetCurrentProcess(), GetStdHandle(STD_OUTPUT_HANDLE), GetCurrentProcess(), &results, 0,
                    FALSE, DUPLICATE_SAME_ACCESS);
    std::freopen("NUL", "w", stdout);
    const HANDLE pieces = GetStdHandle(STD_INPUT_HANDLE);
    for (auto piece = receive(pieces); piece && send(results, work.perform(*piece));
         piece = receive(pieces)) {
    }
}

/// Takes an argument and returns it as CommandLineToArgvW reads it: a backslash is special only before a
/// quote.
std::wstring quoted(const std::string& argument) {
    std::wstring text = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t unit : wide(argument)) {
        text.append(unit == L'"' ? backslashes + 1 : 0, L'\\');
        backslashes = unit == L'\\' ? backslashes + 1 : 0;
        text += unit;
    }
    return text.append(backslashes, L'\\') + L'"';
}

std::wstring thisProgram() {
    std::wstring path(MAX_PATH, L'\0');
    DWORD size = 0;
    while ((size = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()))) ==
           path.size()) {
        path.resize(path.size() * 2);
    }
    path.resize(size);
    return path;
}

class Workers {
public:
    explicit Workers(const Work& work) : work_(work), workers_(std::min(work.processes, work.count)) {
        job = CreateJobObjectW(nullptr, nullptr);
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
        SetConsoleCtrlHandler(endAll, TRUE);
    }

    void run() {
        std::vector<std::thread> threads;
        for (Worker& worker : workers_) {
            threads.emplace_back([&] { serveWorker(worker); });
        }
        endSlowOnes();
        for (std::thread& thread : threads) {
            thread.join();
        }
        if (isEnding) {
            std::exit(static_cast<int>(kEndedByControlC));
        }
        SetConsoleCtrlHandler(endAll, FALSE);
        CloseHandle(job);
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

private:
    struct Worker {
        Handle process{};
        Handle pieces{};
        Handle results{};
        DWORD number = 0; ///< of the process
        Clock::time_point end = Clock::time_point::max();
        bool isTooSlow = false;
    };

    /// What a thread does until no piece is left.
    void serveWorker(Worker& worker) {
        std::unique_lock lock(mutex_);
        try {
            while (next_ < work_.count && !isEnding && !failure_) {
                const std::size_t piece = next_++;
                if (worker.process.get() == nullptr) {
                    start(worker);
                }
                worker.end = Clock::now() + std::chrono::seconds(work_.seconds);
                changed_.notify_all();
                const std::string text = work_.piece(piece);
                lock.unlock();
                const auto result =
                    send(worker.pieces.get(), text) ? receive(worker.results.get()) : std::nullopt;
                lock.lock();
                worker.end = Clock::time_point::max();
                if (result) {
                    if (std::exchange(worker.isTooSlow, false)) {
                        worker.process.close(); // ended when the result was there already
                    }
                    work_.done(piece, *result);
                } else {
                    fail(worker, piece);
                }
            }
        } catch (...) {
            if (!lock.owns_lock()) {
                lock.lock();
            }
            failure_ = std::current_exception();
        }
        worker.pieces.close(); // the child then ends
        ++ended_;
        changed_.notify_all();
    }

    void start(Worker& worker) {
        const auto program = thisProgram();
        std::wstring command = quoted("assimp-md2") + L" convert " + quoted(kChildWord);
        for (const std::string& argument : work_.childArguments) {
            command += L" " + quoted(argument);
        }
        SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
        Handle pieces;
        Handle results;
        Handle nowhere;
        *nowhere.address() = CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                         &inherited, OPEN_EXISTING, 0, nullptr);
        // A child that held the pipes of others would keep them open. No other thread starts a child
        // meanwhile.
        if (!CreatePipe(pieces.address(), worker.pieces.address(), &inherited, 0) ||
            !CreatePipe(worker.results.address(), results.address(), &inherited, 0) ||
            !SetHandleInformation(worker.pieces.get(), HANDLE_FLAG_INHERIT, 0) ||
            !SetHandleInformation(worker.results.get(), HANDLE_FLAG_INHERIT, 0)) {
            cannotStart();
        }
        STARTUPINFOW startup{};
        startup.cb = sizeof startup;
        startup.dwFlags = STARTF_USESTDHANDLES;
        startup.hStdInput = pieces.get();
        startup.hStdOutput = results.get();
        startup.hStdError = nowhere.get();
        PROCESS_INFORMATION started{};
        if (!CreateProcessW(program.c_str(), command.data(), nullptr, nullptr, TRUE, CREATE_SUSPENDED,
                            nullptr, nullptr, &startup, &started)) {
            cannotStart();
        }
        *worker.process.address() = started.hProcess;
        worker.number = started.dwProcessId;
        AssignProcessToJobObject(job, started.hProcess);
        if (isEnding) {
            TerminateProcess(started.hProcess, kEndedByControlC); // endAll() may have come before
        }
        ResumeThread(started.hThread);
        CloseHandle(started.hThread);
    }

    void fail(Worker& worker, std::size_t piece) {
        TerminateProcess(worker.process.get(), 1); // if it has closed its pipe only
        WaitForSingleObject(worker.process.get(), INFINITE);
        DWORD code = 0;
        GetExitCodeProcess(worker.process.get(), &code);
        worker.process.close();
        char text[16];
        std::snprintf(text, sizeof text, "0x%08lX", code);
        work_.failed(piece, worker.number,
                     isEnding ? "interrupted"
                     : std::exchange(worker.isTooSlow, false)
                         ? "took longer than " + std::to_string(work_.seconds) + " s"
                         : std::string("Assimp crashed: the process ended with code ") + text);
    }

    /// Waits until all threads have ended, and ends processes whose time is over.
    void endSlowOnes() {
        std::unique_lock lock(mutex_);
        while (ended_ < workers_.size()) {
            const auto now = Clock::now();
            auto end = now + std::chrono::hours(1);
            for (Worker& worker : workers_) {
                if (worker.end <= now) {
                    worker.isTooSlow = true;
                    worker.end = Clock::time_point::max();
                    TerminateProcess(worker.process.get(), 1); // the pipe then closes
                }
                end = std::min(end, worker.end);
            }
            changed_.wait_until(lock, end);
        }
    }

    const Work& work_;
    std::mutex mutex_; ///< protects what follows, and calls of `done` and `failed`
    std::condition_variable changed_;
    std::vector<Worker> workers_;
    std::size_t next_ = 0;
    std::size_t ended_ = 0;
    std::exception_ptr failure_;
};

} // namespace

bool takeChildWord(std::vector<std::string>& arguments) {
    const bool isChild = !arguments.empty() && arguments.front() == kChildWord;
    arguments.erase(arguments.begin(), arguments.begin() + (isChild ? 1 : 0));
    return isChild;
}

void performAll(const Work& work) {
    if (work.isChild) {
        serve(work);
    } else {
        Workers(work).run();
    }
}

} // namespace assimp_md2

#endif
