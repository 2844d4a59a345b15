// SPDX-License-Identifier: BSD-3-Clause
#include "games/game_names.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>

namespace assimp_md2 {

std::optional<std::string> gameName(std::string_view path) {
    std::string name;
    for (const std::string_view part : partsOf(path)) {
        if (part != "..") {
            name = joined(name, part);
        } else if (name.empty()) {
            return std::nullopt;
        } else {
            name = folderOf(name);
        }
    }
    // `./c:x` is absolute without its dot.
    return name.empty() || isAbsolute(path) || isAbsolute(name) ? std::nullopt
                                                                : std::optional(std::move(name));
}

bool matchesPattern(std::string_view pattern, std::string_view name) {
    std::string wanted(pattern);
    std::replace(wanted.begin(), wanted.end(), '\\', '/');
    if (wanted.rfind("./", 0) == 0) {
        wanted.erase(0, 2);
    }
    return matchesWildcards(wanted, name);
}

} // namespace assimp_md2
