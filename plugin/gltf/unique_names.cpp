// SPDX-License-Identifier: BSD-3-Clause
// Names of which no two are the same; knows nothing of what they name.
#include "gltf/unique_names.h"

#include "format/text.h"

namespace assimp_md2 {

std::string UniqueNames::add(const std::string& name) {
    if (name.empty()) {
        return name;
    }
    const auto [known, isNew] = next_.try_emplace(lowerCase(name), 2);
    if (isNew) {
        return name;
    }
    std::string unique;
    do {
        unique = name + "_" + std::to_string(known->second++);
    } while (!next_.try_emplace(lowerCase(unique), 2).second);
    return unique;
}

} // namespace assimp_md2
