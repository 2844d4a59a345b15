// SPDX-License-Identifier: BSD-3-Clause
// The warnings that the plugin writes to stderr.
#pragma once

#include "importer/base/environment.h"

namespace assimp_md2 {

/// Whether ASSIMP_MD2_QUIET=1 switches the warnings off. The first call looks the variable up.
bool isQuiet(VariableLookup variable = environmentVariable);

} // namespace assimp_md2
