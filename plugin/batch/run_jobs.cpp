// SPDX-License-Identifier: BSD-3-Clause
// Each child gets a batch of files as arguments, and writes a report of each file.
#include "batch/run_jobs.h"

#include "batch/process.h"
#include "gltf/files/output_files.h"
#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/local_files.h"

#include <chrono>
#include <deque>
#include <iterator>
#include <list>
#include <utility>

namespace assimp_md2::inner {
namespace {

using Clock = std::chrono::steady_clock;

class Output {
public:
    Output(const Program& program, const Plan& plan)
        : program_(program)
        , plan_(plan)
        , failures_(plan.failures)
        , isShown_(plan.jobs.size() > 1 && hasTerminal()) {}

    /// \param report lines of kText and kComplaint
    void add(const Job& job, std::string_view report) {
        std::string text;
        std::vector<std::string> complaints;
        for (const std::string_view line : partsBetween("\n", report)) {
            const std::string message(line.substr(1));
            if (line.front() == kComplaint) {
                complaints.push_back(job.name + ": " + message);
            } else {
                text += (text.empty() ? "" : "\n") + messageOf(program_, message);
            }
        }
        if (isShown_) {
            std::fprintf(stderr, "\r%40s\r", "");
        }
        if (!text.empty()) {
            // A line must not get into a model that is written to stdout, perhaps as /dev/fd/1.
            const FileId id = fileIdOf("/dev/stdout");
            const bool isStdout = id != FileId() && fileIdOf(job.output) == id;
            std::FILE* const stream = isStdout ? stderr : stdout;
            std::fprintf(stream, "%s: %s\n", nameOf(job).c_str(), text.c_str());
            std::fflush(stream); // a signal may end this process before the next line
        }
        for (const std::string& complaint : complaints) {
            complain(program_, complaint);
        }
        if (text.empty()) {
            failures_.push_back(complaints.back());
        }
        ++done_;
        showProgress();
    }

    void showProgress() const {
        const std::size_t count = plan_.jobs.size();
        if (isShown_ && done_ < count) {
            using Seconds = std::chrono::duration<double>;
            const double passed = Seconds(Clock::now() - start_).count();
            const double each = passed / static_cast<double>(std::max(done_, std::size_t{1}));
            const auto left = static_cast<unsigned long>(each * static_cast<double>(count - done_));
            std::fprintf(stderr, done_ == 0 ? "%zu of %zu" : "%zu of %zu, %lu:%02lu left", done_, count,
                         left / 60, left % 60);
        }
    }

    int finish() const {
        finishOutput();
        const std::size_t count = plan_.jobs.size() + plan_.failures.size();
        if (!failures_.empty() && count > 1) {
            complain(program_, std::to_string(failures_.size()) + " of " + std::to_string(count) +
                                   " inputs failed" + (failures_.size() == 1 ? "; the error is above" : ":"));
            for (const std::string& failure : failures_) {
                if (failures_.size() > 1) {
                    std::fprintf(stderr, "  %s\n", messageOf(program_, failure).c_str());
                }
            }
        }
        return failures_.empty() ? 0 : kFailed;
    }

    /// What is read, and what is written of it, if there is anything.
    static std::string nameOf(const Job& job) {
        return printable(job.output.empty() ? job.name : job.name + " -> " + job.output);
    }

private:
    const Program& program_;
    const Plan& plan_;
    std::vector<std::string> failures_;
    std::size_t done_ = 0;
    bool isShown_;
    Clock::time_point start_ = Clock::now();
};

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

class Workers {
public:
    Workers(const std::string& program, const RunSettings& settings, std::vector<std::string> arguments,
            const std::vector<Job>& jobs, Output& output)
        : program_(program)
        , most_(std::min(settings.processes, jobs.size()))
        , time_(settings.seconds)
        , arguments_(std::move(arguments))
        , output_(output) {
        for (const Job& job : jobs) {
            waiting_.push_back(&job);
        }
        arguments_.emplace_back("--");
    }

    /// \throws CommandError if no process can be started
    void run() {
        constexpr auto kInterval = std::chrono::milliseconds(5);
        noteSignals();
        for (auto last = Clock::now(); !isInterrupted(); std::this_thread::sleep_for(kInterval)) {
            const auto now = Clock::now();
            // The time in which this process was stopped, for example by Ctrl-Z, does not count.
            const auto passed =
                std::min<Clock::duration>(now - std::exchange(last, now), std::chrono::seconds(1));
            for (auto worker = workers_.begin(); worker != workers_.end();) {
                worker = isDone(*worker, passed) ? workers_.erase(worker) : std::next(worker);
            }
            while (workers_.size() < most_ && !waiting_.empty() && start()) {
            }
            if (workers_.empty()) {
                break;
            }
        }
        for (Worker& worker : workers_) {
            fail(worker, "interrupted");
        }
        if (isInterrupted()) {
            endInterrupted();
        }
    }

private:
    struct Worker {
        Worker(const std::string& program, const std::vector<std::string>& arguments,
               std::deque<const Job*> files, std::chrono::seconds time)
            : child(program, arguments), batch(std::move(files)), left(time) {}
        Child child;
        std::deque<const Job*> batch;
        Clock::duration left;
        std::string reports{}; ///< that are not passed on
    };

    /// Starts a child with files off the list, fewer towards its end, so that all children end together.
    /// Windows limits a command line to 32,767 characters.
    ///
    /// \return false if the system has no more processes; the others then do the work
    bool start() {
        constexpr std::size_t kMostCharacters = 16'000;
        const std::size_t most = waiting_.size() / (2 * most_) + 1;
        std::vector<std::string> arguments = arguments_;
        std::deque<const Job*> batch;
        for (std::size_t characters = 0;
             batch.size() < std::min(most, waiting_.size()) && characters < kMostCharacters;) {
            const Job& job = *waiting_[batch.size()];
            characters += job.input.size() + job.output.size() + job.imageStem.size();
            arguments.insert(arguments.end(), {job.input, job.output, job.imageStem});
            batch.push_back(&job);
        }
        try {
            workers_.emplace_back(program_, arguments, batch, time_);
        } catch (const CommandError&) {
            if (workers_.empty()) {
                throw;
            }
            return false;
        }
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(batch.size()));
        return true;
    }

    /// Passes the reports of a child on. If it ends or takes too long, its file fails.
    bool isDone(Worker& worker, Clock::duration passed) {
        worker.left -= passed;
        const bool isRunning = worker.child.read(worker.reports);
        for (std::size_t end = 0; !isInterrupted() && !worker.batch.empty() &&
                                  (end = worker.reports.find('\0')) != std::string::npos;) {
            finish(worker, worker.reports.substr(0, end));
            worker.reports.erase(0, end + 1);
            worker.left = time_;
        }
        // Ctrl-C in a terminal also ends the child, which has not crashed then.
        const bool hasFailed = !isRunning || worker.left <= Clock::duration::zero();
        if (!worker.batch.empty() && hasFailed && !isInterrupted()) {
            fail(worker, isRunning ? "took longer than " + std::to_string(time_.count()) + " s" : "");
        }
        return worker.batch.empty();
    }

    void finish(Worker& worker, const std::string& report) {
        const Job& job = *worker.batch.front();
        worker.batch.pop_front();
        output_.add(job, report);
    }

    /// Ends a child. The first file of its batch has failed, and the others go to other children.
    ///
    /// \param text why; empty if the child has ended by itself
    void fail(Worker& worker, const std::string& text) {
        const std::uint64_t number = worker.child.number();
        const std::string end = worker.child.end();
        removeTemporaryFiles(worker.batch.front()->output, number);
        finish(worker, kComplaint + (text.empty() ? "Assimp crashed: " + end : text));
        waiting_.insert(waiting_.begin(), worker.batch.begin(), worker.batch.end());
        worker.batch.clear();
    }

    const std::string& program_;
    std::size_t most_; ///< processes
    std::chrono::seconds time_;
    std::vector<std::string> arguments_;
    Output& output_;
    std::deque<const Job*> waiting_; ///< files that no child has
    std::list<Worker> workers_;
};

} // namespace

std::vector<CommandOption> optionsOf(RunSettings& settings) {
    return {
        {"--jobs", true, [&](const std::string& value) { settings.processes = positive("--jobs", value); }},
        {"--timeout", true,
         [&](const std::string& value) { settings.seconds = positive("--timeout", value); }},
        {"--dry-run", false,
         [&](const std::string& value) { settings.isDryRun = flagOf("--dry-run", value); }}};
}

int runJobs(const Program& program, const Plan& plan, const RunSettings& settings,
            const std::vector<std::string>& arguments) {
    for (const std::vector<std::string>& lines : {plan.warnings, plan.failures}) {
        for (const std::string& line : lines) {
            complain(program, line);
        }
    }
    Output output(program, plan);
    if (settings.isDryRun) {
        for (const Job& job : plan.jobs) {
            std::printf("%s\n", Output::nameOf(job).c_str());
        }
        return output.finish();
    }
    output.showProgress();
    Workers(program.name, settings, arguments, plan.jobs, output).run();
    return output.finish();
}

} // namespace assimp_md2::inner
