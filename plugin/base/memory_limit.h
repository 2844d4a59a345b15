// SPDX-License-Identifier: BSD-3-Clause
// The memory limit of an export, which is checked once, before anything is allocated.
#pragma once

#include "base/error.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace assimp_md2 {

/// Returns an error if an export needs more memory than IMPORT_MD2_MAX_MEMORY_MB allows.
///
/// \param neededBytes a double, because a product of counts may exceed 64 bits
inline std::optional<Error> errorAboveMemoryLimit(double neededBytes, std::uint64_t limitBytes) {
    if (neededBytes <= static_cast<double>(limitBytes)) {
        return std::nullopt;
    }
    constexpr double kMost = 1e19; // fits into 64 bits
    const auto needed = static_cast<std::uint64_t>(std::min(neededBytes, kMost));
    return Error{ErrorCode::Other, overBudgetText(needed, limitBytes)};
}

} // namespace assimp_md2
