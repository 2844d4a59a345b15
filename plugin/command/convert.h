// SPDX-License-Identifier: BSD-3-Clause
// What `assimp-md2 convert` does.
#pragma once

#include <string>
#include <vector>

namespace assimp_md2 {

/// \param arguments those after `convert`
/// \return the exit code
int convertFiles(std::vector<std::string> arguments);

} // namespace assimp_md2
