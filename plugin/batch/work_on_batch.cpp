// SPDX-License-Identifier: BSD-3-Clause
// What a child process does.
#include "batch/collected_log.h"
#include "batch/run_jobs.h"
#include "importer/base/text.h"

namespace assimp_md2::inner {
namespace {

/// Works on a file, and writes its report: lines and a zero byte. printable() lets no zero byte and no line
/// break through.
///
/// \return false when the parent no longer reads
bool report(const Task& task, const Job& job, std::FILE* reports) {
    const auto write = [&](char kind, std::string_view line) {
        std::fprintf(reports, "%c%s\n", kind, printable(line).c_str());
    };
    CollectedLog::get().take();
    std::string failure;
    try {
        const std::string text = task(job);
        for (const std::string_view line : partsBetween("\n", text)) {
            write(kText, line);
        }
    } catch (const std::exception& error) {
        failure = error.what(); // of std::bad_alloc Assimp passes on only the text
        failure = failure.empty()               ? "Assimp gives no reason"
                  : failure == "std::bad_alloc" ? "there is not enough memory"
                                                : failure;
    }
    for (const std::string& warning : CollectedLog::get().take()) {
        write(kComplaint, warning);
    }
    if (!failure.empty()) {
        write(kComplaint, failure);
    }
    return std::fputc('\0', reports) == 0 && std::fflush(reports) == 0;
}

} // namespace

void workOnBatch(const Task& task, const std::vector<std::string>& batch, std::FILE* reports) {
    for (std::size_t i = 0; i + 2 < batch.size(); i += 3) {
        if (!report(task, {"", batch[i], batch[i + 1], batch[i + 2]}, reports)) {
            return;
        }
    }
}

} // namespace assimp_md2::inner
