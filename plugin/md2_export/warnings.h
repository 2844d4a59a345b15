// SPDX-License-Identifier: BSD-3-Clause
// Collects the warnings of one export: one for each kind. They are logged when the export is finished.
#pragma once

#include <string>
#include <vector>

namespace assimp_md2 {

/// Each line starts with `MD2: `.
using Warnings = std::vector<std::string>;

} // namespace assimp_md2
