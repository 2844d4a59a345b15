// SPDX-License-Identifier: BSD-3-Clause
// The warnings of one export: once for each kind, logged when the export is done.
#pragma once

#include <string>
#include <vector>

namespace assimp_md2 {

/// Each line starts with `MD2: `.
using Warnings = std::vector<std::string>;

} // namespace assimp_md2
