// SPDX-License-Identifier: BSD-3-Clause
// Holds the function that receives warnings in programs without a logger.
#include "importer/base/fallback_log.h"

namespace assimp_md2 {

std::atomic<FallbackLog> fallbackLog{nullptr};

} // namespace assimp_md2
