// SPDX-License-Identifier: BSD-3-Clause
// Implements game_names.h.
#include "games/game_names.h"

#include "base/paths.h"
#include "base/text.h"

#include <algorithm>

namespace assimp_md2 {

std::optional<std::string> gameName(std::string_view path) {
    if (isAbsolute(path)) {
        return std::nullopt;
    }
    std::string name;
    name.reserve(path.size());
    while (!path.empty()) {
        const std::size_t length = std::min(path.find_first_of("/\\"), path.size());
        const std::string_view part = path.substr(0, length);
        path.remove_prefix(std::min(length + 1, path.size()));
        if (part.empty() || part == ".") {
            continue;
        }
        if (part != "..") {
            name.append(name.empty() ? "" : "/").append(part);
        } else if (name.empty()) {
            return std::nullopt;
        } else {
            const std::size_t slash = name.rfind('/');
            name.resize(slash == std::string::npos ? 0 : slash);
        }
    }
    // `./c:x` is absolute without its dot.
    return name.empty() || isAbsolute(name) ? std::nullopt : std::optional(std::move(name));
}

std::string gameKey(std::string_view name) {
    return lowerCase(name);
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
