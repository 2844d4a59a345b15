// SPDX-License-Identifier: BSD-3-Clause
// The warnings that the plugin writes to stderr.
#pragma once

#include "importer/base/environment.h"

namespace assimp_md2 {

/// Lets the library write its warnings to stderr, unless ASSIMP_MD2_QUIET=1.
void setFallbackLog(VariableLookup variable);

} // namespace assimp_md2
