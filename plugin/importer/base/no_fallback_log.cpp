// SPDX-License-Identifier: BSD-3-Clause
// Implements fallback_log.h for the library, which never writes to stderr.
#include "importer/base/fallback_log.h"

namespace assimp_md2 {

void writeWithoutLog(const std::string& /*path*/, const std::string& /*line*/) {}

} // namespace assimp_md2
