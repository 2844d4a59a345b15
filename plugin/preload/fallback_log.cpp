// SPDX-License-Identifier: BSD-3-Clause
// Implements base/fallback_log.h for the plugin: writes warnings to stderr, each once, and not too many.
#include "preload/fallback_log.h"

#include "importer/base/fallback_log.h"
#include "importer/base/text.h"

#include <cstring>
#include <mutex>
#include <set>
#include <unistd.h>

namespace assimp_md2 {
namespace {

constexpr std::size_t kMostLines = 50;

struct Written {
    std::mutex mutex;
    std::set<std::string> lines;
};

/// Never destroyed: importers may be used while the process ends.
Written& writtenLines() {
    static auto* const kWritten = new Written;
    return *kWritten;
}

/// One call of write for each line, so that lines of several threads and processes do not mix.
void writeLine(const std::string& text) {
    const std::string line = "assimp-md2: " + text + "\n";
    [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, line.data(), line.size());
}

} // namespace

bool isQuiet(VariableLookup variable) {
    static const bool kIsQuiet = [&] {
        const char* const value = variable("ASSIMP_MD2_QUIET");
        return value != nullptr && std::strcmp(value, "1") == 0;
    }();
    return kIsQuiet;
}

void writeWithoutLog(const std::string& path, const std::string& line) {
    if (isQuiet()) {
        return;
    }
    const std::size_t prefix = line.find(' ') + 1; // of "MD2: "
    const std::string text = (path.empty() ? "" : printable(path) + ": ") + line.substr(prefix);
    Written& written = writtenLines();
    const std::lock_guard<std::mutex> lock(written.mutex);
    if (written.lines.size() <= kMostLines && written.lines.insert(text).second) {
        writeLine(written.lines.size() <= kMostLines
                      ? text
                      : "more warnings are not shown; Assimp's log has them all");
    }
}

} // namespace assimp_md2
