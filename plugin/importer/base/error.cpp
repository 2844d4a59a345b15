// SPDX-License-Identifier: BSD-3-Clause
#include "importer/base/error.h"

#include "assimp-md2/properties.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// Whole MiB. Rounded down for what is available, up for what is needed: that much is enough.
std::string mebibytes(std::uint64_t bytes, bool roundsUp) {
    constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
    return std::to_string(bytes / kMebibyte + (roundsUp && bytes % kMebibyte != 0 ? 1 : 0)) + " MiB";
}

} // namespace

std::optional<Error> errorIfTooLarge(std::string_view path, std::uint64_t size, std::uint64_t most) {
    if (size <= std::min<std::uint64_t>(most, SIZE_MAX)) {
        return std::nullopt;
    }
    const bool isSmall = most < std::uint64_t{1} << 20;
    const auto text = [&](std::uint64_t bytes, bool roundsUp) {
        return isSmall ? std::to_string(bytes) + " bytes" : mebibytes(bytes, roundsUp);
    };
    return Error{ErrorCode::FileTooLarge, "the file " + (path.empty() ? "" : std::string(path) + " ") +
                                              "has " + text(size, true) + ", expected at most " +
                                              text(most, false)};
}

std::optional<Error> errorAboveMemoryLimit(double neededBytes, std::uint64_t limitBytes) {
    if (neededBytes <= static_cast<double>(limitBytes)) {
        return std::nullopt;
    }
    constexpr double kMost = 1e19; // fits into 64 bits
    const auto needed = static_cast<std::uint64_t>(std::min(neededBytes, kMost));
    return Error{ErrorCode::Other, "at least " + mebibytes(needed, true) +
                                       " of memory are needed, " ASSIMP_MD2_CONFIG_MAX_MEMORY_MB " allows " +
                                       mebibytes(limitBytes, false)};
}

} // namespace assimp_md2::inner
