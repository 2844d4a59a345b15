// SPDX-License-Identifier: BSD-3-Clause
#include "batch/run_jobs.h"

#include "batch/process.h"
#include "batch/workers.h"
#include "gltf/files/system_output.h"
#include "importer/base/text.h"

#include <chrono>
#include <cstdio>

namespace assimp_md2::inner {
namespace {

class Output {
public:
    Output(const Program& program, const Plan& plan)
        : program_(program)
        , plan_(plan)
        , failures_(plan.failures)
        , isShown_(plan.jobs.size() > 1 && hasTerminal()) {}

    void add(const Job& job, const Report& report) {
        if (isShown_) {
            std::fprintf(stderr, "\r%40s\r", "");
        }
        if (!report.text.empty()) {
            // A line must not get into a model that is written to stdout, perhaps as /dev/fd/1.
            const FileId id = fileIdOf("/dev/stdout");
            const bool isStdout = id != FileId() && fileIdOf(job.output) == id;
            std::FILE* const stream = isStdout ? stderr : stdout;
            std::fprintf(stream, "%s: %s\n", printable(nameOf(job)).c_str(),
                         messageOfLines(report.text).c_str());
            std::fflush(stream); // a signal may end this process before the next line
        }
        for (const std::string& complaint : report.complaints) {
            complain(program_, job.name + ": " + complaint);
        }
        if (report.text.empty()) {
            failures_.push_back(job.name + ": " + report.complaints.back());
        }
        ++done_;
        showProgress();
    }

    void showProgress() const {
        const std::size_t count = plan_.jobs.size();
        if (isShown_ && done_ < count) {
            using Seconds = std::chrono::duration<double>;
            const double passed = Seconds(std::chrono::steady_clock::now() - start_).count();
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
        return job.output.empty() ? job.name : job.name + " -> " + job.output;
    }

private:
    std::string messageOfLines(const std::string& text) const {
        std::string message;
        for (const std::string_view line : partsBetween("\n", text)) {
            message += (message.empty() ? "" : "\n") + messageOf(program_, std::string(line));
        }
        return message;
    }

    const Program& program_;
    const Plan& plan_;
    std::vector<std::string> failures_;
    std::size_t done_ = 0;
    bool isShown_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
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
            std::printf("%s\n", printable(Output::nameOf(job)).c_str());
        }
        return output.finish();
    }
    output.showProgress();
    workInChildren({program.name, plan.jobs, settings.processes, settings.seconds, arguments,
                    [&](const Job& job, const Report& report) { output.add(job, report); }});
    return output.finish();
}

} // namespace assimp_md2::inner
