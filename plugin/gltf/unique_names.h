// SPDX-License-Identifier: BSD-3-Clause
// Names of which no two are the same; knows nothing of what they name.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace assimp_md2 {

/// Programs that store images and materials in files of their own name the files by them.
class UniqueNames {
public:
    /// Returns the name, or the name with `_2`, `_3` and so on where it is taken. Case does not distinguish
    /// names, as in some file systems. An empty name stays empty.
    std::string add(const std::string& name);

private:
    std::map<std::string, std::size_t> next_; ///< for each name in lower case, the next number to try
};

} // namespace assimp_md2
