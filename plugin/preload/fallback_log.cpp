// SPDX-License-Identifier: BSD-3-Clause
// Writes the plugin's warnings to stderr, each once, and not too many.
#include "preload/fallback_log.h"

#include "importer/base/text.h"
#include "importer/files/log.h"

#include <array>
#include <cstring>
#include <functional>
#include <unistd.h>

namespace assimp_md2 {
namespace {

constexpr std::size_t kMostLines = 50;

/// The hashes of the lines that were written; 0 is free. There is no mutex: the child of a fork would wait
/// forever for one that another thread of its parent holds.
std::array<std::atomic<std::size_t>, kMostLines + 1> writtenLines{};

/// One call of write for each line, so that lines of several threads and processes do not mix.
void writeLine(const std::string& text) {
    const std::string line = "assimp-md2: " + text + "\n";
    [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, line.data(), line.size());
}

void writeOnce(const std::string& path, const std::string& line) {
    const std::size_t prefix = line.find(' ') + 1; // of "MD2: "
    const std::string text = (path.empty() ? "" : printable(path) + ": ") + line.substr(prefix);
    const std::size_t hash = std::hash<std::string>()(text) | 1U;
    for (std::size_t i = 0; i < writtenLines.size(); ++i) {
        std::size_t known = 0;
        if (writtenLines[i].compare_exchange_strong(known, hash)) {
            writeLine(i < kMostLines ? text : "more warnings are not shown; Assimp's log has them all");
            return;
        }
        if (known == hash) {
            return;
        }
    }
}

} // namespace

void setFallbackLog(VariableLookup variable) {
    const char* const quiet = variable("ASSIMP_MD2_QUIET");
    fallbackLog = quiet != nullptr && std::strcmp(quiet, "1") == 0 ? nullptr : &writeOnce;
}

} // namespace assimp_md2
