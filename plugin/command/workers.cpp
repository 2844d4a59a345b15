// SPDX-License-Identifier: BSD-3-Clause
// Implements workers.h: each child gets a share of the files as arguments. A thread reads what it answers,
// and the main thread prints it.
#include "command/workers.h"

#include "base/paths.h"
#include "base/text.h"
#include "command/process.h"
#include "files/local_files.h"
#include "files/local_output.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace assimp_md2 {
namespace {

using Clock = std::chrono::steady_clock;

/// Removes the incomplete files of a process that was ended. They are beside the output, beside the targets
/// of links, or in the folder of the output's textures.
void removeTemporaryFiles(const std::string& output, std::uint64_t process) {
    std::set<std::string> folders = {folderOf(output)};
    listFolder(folderOf(output), [&](const FolderEntry& entry) {
        const std::string path = joined(folderOf(output), entry.name);
        folders.insert(entry.type == PathType::Folder ? path : temporaryFolderOf(path));
        return true;
    });
    for (const std::string& folder : folders) {
        listFolder(folder, [&](const FolderEntry& entry) {
            if (entry.name.rfind(temporaryPrefix(process), 0) == 0) {
                removeFile(joined(folder, entry.name));
            }
            return true;
        });
    }
}

/// Writes the line of a report, its complaints, and a zero byte.
///
/// \return false when the parent no longer reads
bool send(const Report& report, std::FILE* answers) {
    std::fputs(printable(report.line).c_str(), answers);
    for (const std::string& complaint : report.complaints) {
        std::fprintf(answers, "\n%s", printable(complaint).c_str());
    }
    return std::fputc('\0', answers) == 0 && std::fflush(answers) == 0;
}

/// \return std::nullopt when the child has ended
std::optional<Report> receive(std::FILE* answers) {
    std::vector<std::string> lines(1);
    for (int byte = std::getc(answers); byte != EOF; byte = std::getc(answers)) {
        if (byte == '\0') {
            return Report{lines.front(), {lines.begin() + 1, lines.end()}};
        }
        if (byte == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += static_cast<char>(byte);
        }
    }
    return std::nullopt;
}

class Workers {
public:
    explicit Workers(const Work& work)
        : work_(work), waiting_(work.jobs.size()), workers_(std::min(work.processes, work.jobs.size())) {
        std::iota(waiting_.begin(), waiting_.end(), std::size_t{0});
    }

    void run() {
        noteSignals();
        std::vector<std::thread> threads;
        try {
            for (Worker& worker : workers_) {
                threads.emplace_back([this, &worker] { convertShares(worker); });
            }
        } catch (const std::system_error&) {
            if (threads.empty()) {
                throw;
            }
        }
        report(threads.size());
        for (std::thread& thread : threads) {
            thread.join();
        }
        if (isInterrupted()) {
            endInterrupted();
        }
        if (!waiting_.empty()) {
            throw std::system_error(failure_, "a process cannot be started");
        }
    }

private:
    struct Worker {
        std::unique_ptr<Child> child{};
        Clock::time_point end{};
        bool isTooSlow = false;
    };

    /// What a thread does until no file is left. A thread that cannot start a child leaves its files to
    /// others.
    void convertShares(Worker& worker) {
        std::unique_lock lock(mutex_);
        while (!waiting_.empty() && !isInterrupted()) {
            std::deque<std::size_t> share = takeShare();
            try {
                worker.child = std::make_unique<Child>(argumentsOf(share));
            } catch (const std::system_error& error) {
                failure_ = error.code();
                waiting_.insert(waiting_.begin(), share.begin(), share.end());
                break;
            }
            convertShareOf(worker, share, lock);
            worker.child.reset();
            worker.isTooSlow = false;
            waiting_.insert(waiting_.begin(), share.begin(), share.end());
        }
        ++ended_;
        changed_.notify_one();
    }

    /// Takes files off the list, fewer towards its end, so that all children end together. Windows limits a
    /// command line to 32,767 characters.
    std::deque<std::size_t> takeShare() {
        constexpr std::size_t kMostCharacters = 16'000;
        const std::size_t most = waiting_.size() / (2 * workers_.size()) + 1;
        std::deque<std::size_t> share;
        for (std::size_t characters = 0;
             !waiting_.empty() && share.size() < most && characters < kMostCharacters;) {
            const Job& job = work_.jobs[waiting_.front()];
            characters += job.input.size() + job.output.size();
            share.push_back(waiting_.front());
            waiting_.pop_front();
        }
        return share;
    }

    std::vector<std::string> argumentsOf(const std::deque<std::size_t>& share) const {
        std::vector<std::string> arguments = work_.arguments;
        arguments.emplace_back("--");
        for (const std::size_t job : share) {
            arguments.push_back(work_.jobs[job].input);
            arguments.push_back(work_.jobs[job].output);
            arguments.emplace_back(work_.jobs[job].isOneOfSeveral ? "several" : "");
        }
        return arguments;
    }

    /// Reads the reports of a child. Its files that are done, or during which it ends, leave the share.
    void convertShareOf(Worker& worker, std::deque<std::size_t>& share, std::unique_lock<std::mutex>& lock) {
        while (!share.empty() && !worker.isTooSlow) { // a report may arrive after it was killed
            worker.end = Clock::now() + std::chrono::seconds(work_.seconds);
            lock.unlock();
            std::optional<Report> report = receive(worker.child->answers());
            lock.lock();
            const std::size_t job = share.front();
            share.pop_front();
            if (report) {
                add(job, *std::move(report));
                continue;
            }
            removeTemporaryFiles(work_.jobs[job].output, worker.child->number());
            const std::string end = worker.child->end();
            add(job, {"",
                      {worker.isTooSlow  ? "took longer than " + std::to_string(work_.seconds) + " s"
                       : isInterrupted() ? "interrupted"
                                         : "Assimp crashed: " + end}});
            return;
        }
    }

    void add(std::size_t job, Report report) {
        reports_.emplace_back(job, std::move(report));
        changed_.notify_one();
    }

    /// Passes the reports on until all threads have ended, and kills children whose time is over.
    void report(std::size_t threads) {
        constexpr auto kInterval = std::chrono::milliseconds(100); // a signal does not end the wait
        auto last = Clock::now();
        std::unique_lock lock(mutex_);
        while (ended_ < threads || !reports_.empty()) {
            changed_.wait_for(lock, kInterval, [&] { return ended_ == threads || !reports_.empty(); });
            const auto now = Clock::now();
            const auto passed = now - std::exchange(last, now);
            for (Worker& worker : workers_) {
                if (passed > std::chrono::seconds(1)) { // this process was stopped, for example by Ctrl-Z
                    worker.end += passed;
                }
                if (worker.child && (isInterrupted() || now >= worker.end)) {
                    worker.isTooSlow = !isInterrupted();
                    worker.child->kill();
                }
            }
            const auto reports = std::exchange(reports_, {});
            lock.unlock(); // printing may take long, for example when nobody reads stdout
            for (const auto& [job, report] : reports) {
                if (!isInterrupted() ||
                    report.line.empty()) { // a signal ends the wait for a reader of stdout
                    work_.done(work_.jobs[job], report);
                }
            }
            lock.lock();
        }
    }

    const Work& work_;
    std::mutex mutex_; ///< protects what follows
    std::condition_variable changed_;
    std::deque<std::size_t> waiting_; ///< indices of files that no child has
    std::vector<Worker> workers_;
    std::vector<std::pair<std::size_t, Report>> reports_;
    std::size_t ended_ = 0;
    std::error_code failure_;
};

} // namespace

void convertInChildren(const Work& work) {
    Workers(work).run();
}

void convertShare(const Conversion& conversion, const std::vector<std::string>& share, std::FILE* answers) {
    for (std::size_t i = 0; i + 2 < share.size(); i += 3) {
        bool isSent = false;
        try {
            isSent = send(convert(conversion, {"", share[i], share[i + 1], !share[i + 2].empty()}), answers);
        } catch (const std::bad_alloc&) {
            isSent = send({"", {kNoMemory}}, answers);
        }
        if (!isSent) {
            return;
        }
    }
}

} // namespace assimp_md2
