// SPDX-License-Identifier: BSD-3-Clause
// The names of nodes: those of a model, from the path of its file, and names that differ from each other.
#include "importer/model_name.h"

#include <cstddef>

namespace assimp_md2 {

ModelName modelName(const std::string& path) {
    // ReadFileFromMemory calls the file so, with the hint as its extension.
    constexpr const char* kMemoryStem = "$$$___magic___$$$";
    ModelName name;
    name.file = path.substr(path.find_last_of("/\\") + 1);
    name.stem = name.file.substr(0, name.file.rfind('.'));
    name.isInMemory = name.stem == kMemoryStem;
    const bool unnamed = name.stem.empty() || name.isInMemory;
    if (unnamed) {
        name.stem = "md2";
    }
    if (unnamed || name.file == name.stem) {
        name.file = name.stem + ".md2";
    }
    return name;
}

std::string UniqueNames::unique(const std::string& name) {
    if (taken_.insert(name).second) {
        return name;
    }
    // Each NAME_NUMBER comes from one name and one number. Each failed insertion therefore finds a different
    // taken name, so the number of failures of all calls is at most the number of names.
    unsigned int& number = nextNumber_.try_emplace(name, 2).first->second;
    const std::string base = name + "_";
    while (!taken_.insert(base + std::to_string(number)).second) {
        ++number;
    }
    return base + std::to_string(number++);
}

} // namespace assimp_md2
