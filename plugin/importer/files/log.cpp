// SPDX-License-Identifier: BSD-3-Clause
#include "importer/files/log.h"

#include <assimp/DefaultLogger.hpp>

namespace assimp_md2::inner {

std::atomic<FallbackLog> fallbackLog{nullptr};

void logWarning(const std::string& path, const std::string& line) {
    Assimp::DefaultLogger::get()->warn(line.c_str());
    const FallbackLog fallback = fallbackLog;
    if (fallback != nullptr && Assimp::DefaultLogger::isNullLogger()) {
        fallback(path, line);
    }
}

void logWarnings(const std::string& path, std::string_view prefix, const Warnings& warnings) {
    if (Assimp::DefaultLogger::isNullLogger() && fallbackLog == nullptr) {
        return; // so that no text is made that nobody reads
    }
    for (const std::string& line : warnings.lines(prefix)) {
        logWarning(path, line);
    }
}

} // namespace assimp_md2::inner
