// SPDX-License-Identifier: BSD-3-Clause
// Each child gets a batch of files as arguments, and writes a report of each file.
#include "batch/workers.h"

#include "batch/collected_log.h"
#include "batch/process.h"
#include "gltf/files/output_files.h"
#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/local_files.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace assimp_md2::inner {
namespace {

using Clock = std::chrono::steady_clock;

/// Removes the incomplete files of a process that was ended.
void removeTemporaryFiles(const std::string& output, std::uint64_t process) {
    for (const std::string& folder : {folderOf(output), folderOf(outputTarget(output))}) { // if it is a link
        listFolder(folder, [&](const FolderEntry& entry) {
            if (entry.name.rfind(temporaryPrefix(process), 0) == 0) {
                removeFile(joined(folder, entry.name));
            }
            return true;
        });
    }
}

constexpr char kEndOfComplaint = '\1'; // printable() lets none through, and no line break
constexpr char kNoMemory[] = "there is not enough memory";

/// Writes a report, and a zero byte.
///
/// \return false when the parent no longer reads
bool send(const Report& report, std::FILE* reports) {
    for (const std::string& complaint : report.complaints) {
        std::fprintf(reports, "%s%c", printable(complaint).c_str(), kEndOfComplaint);
    }
    const char* separator = "";
    for (const std::string_view line : partsBetween("\n", report.text)) {
        std::fprintf(reports, "%s%s", separator, printable(std::string(line)).c_str());
        separator = "\n";
    }
    return std::fputc('\0', reports) == 0 && std::fflush(reports) == 0;
}

Report reportOf(const Task& task, const Job& job) {
    Report report;
    CollectedLog::get().take();
    std::string failure;
    try {
        report.text = task(job);
    } catch (const std::exception& error) {
        const std::string text = error.what(); // of std::bad_alloc Assimp passes on only the text
        failure = text.empty() ? "Assimp gives no reason" : text == "std::bad_alloc" ? kNoMemory : text;
    }
    report.complaints = CollectedLog::get().take();
    if (!failure.empty()) {
        report.complaints.push_back(failure);
    }
    return report;
}

class Workers {
public:
    explicit Workers(const Work& work) : work_(work), workers_(std::min(work.processes, work.jobs.size())) {
        for (const Job& job : work.jobs) {
            waiting_.push_back(&job);
        }
    }

    void run() {
        constexpr auto kInterval = std::chrono::milliseconds(5);
        noteSignals();
        for (auto last = Clock::now(); !isInterrupted(); std::this_thread::sleep_for(kInterval)) {
            const auto now = Clock::now();
            // The time in which this process was stopped, for example by Ctrl-Z, does not count.
            const auto passed =
                std::min<Clock::duration>(now - std::exchange(last, now), std::chrono::seconds(1));
            for (Worker& worker : workers_) {
                if (worker.child) {
                    watch(worker, passed);
                }
                if (!worker.child && !waiting_.empty()) {
                    start(worker);
                }
            }
            if (!isBusy() && waiting_.empty()) {
                break;
            }
        }
        for (Worker& worker : workers_) {
            if (worker.child) {
                fail(worker, "interrupted");
            }
        }
        if (isInterrupted()) {
            endInterrupted();
        }
    }

private:
    struct Worker {
        std::unique_ptr<Child> child{};
        std::deque<const Job*> batch{};
        std::string reports{}; ///< of which no report was made
        Clock::duration left{};
    };

    bool isBusy() const {
        return std::any_of(workers_.begin(), workers_.end(),
                           [](const Worker& worker) { return worker.child != nullptr; });
    }

    /// Takes files off the list, fewer towards its end, so that all children end together. Windows limits a
    /// command line to 32,767 characters.
    void start(Worker& worker) {
        constexpr std::size_t kMostCharacters = 16'000;
        const std::size_t most = waiting_.size() / (2 * workers_.size()) + 1;
        std::vector<std::string> arguments = work_.arguments;
        arguments.emplace_back("--");
        for (std::size_t characters = 0;
             !waiting_.empty() && worker.batch.size() < most && characters < kMostCharacters;) {
            const Job& job = *waiting_.front();
            characters += job.input.size() + job.output.size() + job.imageStem.size();
            arguments.insert(arguments.end(), {job.input, job.output, job.imageStem});
            worker.batch.push_back(&job);
            waiting_.pop_front();
        }
        try {
            worker.child = std::make_unique<Child>(work_.program, arguments);
        } catch (const std::system_error&) {
            if (!isBusy()) {
                throw;
            }
            release(worker); // to the other children
        }
        worker.reports.clear();
        worker.left = std::chrono::seconds(work_.seconds);
    }

    /// Passes the reports of a child on. If it ends or takes too long, its file fails.
    void watch(Worker& worker, Clock::duration passed) {
        worker.left -= passed;
        const bool isRunning = worker.child->read(worker.reports);
        for (std::size_t end = 0; !isInterrupted() && !worker.batch.empty() &&
                                  (end = worker.reports.find('\0')) != std::string::npos;) {
            Report report;
            std::size_t start = 0;
            for (std::size_t line = 0; (line = worker.reports.find(kEndOfComplaint, start)) < end;
                 start = line + 1) {
                report.complaints.push_back(worker.reports.substr(start, line - start));
            }
            report.text = worker.reports.substr(start, end - start);
            worker.reports.erase(0, end + 1);
            finish(worker, report);
            worker.left = std::chrono::seconds(work_.seconds);
        }
        if (worker.batch.empty()) {
            release(worker);
        } else if (!isRunning) {
            fail(worker, "");
        } else if (worker.left <= Clock::duration::zero()) {
            fail(worker, "took longer than " + std::to_string(work_.seconds) + " s");
        }
    }

    void finish(Worker& worker, const Report& report) {
        work_.done(*worker.batch.front(), report);
        worker.batch.pop_front();
    }

    /// Ends a child. The first file of its batch has failed.
    ///
    /// \param text why; empty if the child has ended by itself
    void fail(Worker& worker, const std::string& text) {
        const std::uint64_t number = worker.child->number();
        const std::string end = worker.child->end();
        removeTemporaryFiles(worker.batch.front()->output, number);
        finish(worker, {"", {text.empty() ? "Assimp crashed: " + end : text}});
        release(worker);
    }

    /// Leaves what remains of a batch to others.
    void release(Worker& worker) {
        worker.child.reset();
        waiting_.insert(waiting_.begin(), worker.batch.begin(), worker.batch.end());
        worker.batch.clear();
    }

    const Work& work_;
    std::deque<const Job*> waiting_; ///< files that no child has
    std::vector<Worker> workers_;
};

} // namespace

void workInChildren(const Work& work) {
    Workers(work).run();
}

void workOnBatch(const Task& task, const std::vector<std::string>& batch, std::FILE* reports) {
    for (std::size_t i = 0; i + 2 < batch.size(); i += 3) {
        bool isSent = false;
        try {
            isSent = send(reportOf(task, {"", batch[i], batch[i + 1], batch[i + 2]}), reports);
        } catch (const std::bad_alloc&) {
            isSent = send({"", {kNoMemory}}, reports);
        }
        if (!isSent) {
            return;
        }
    }
}

} // namespace assimp_md2::inner
