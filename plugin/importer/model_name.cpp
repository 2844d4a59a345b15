// SPDX-License-Identifier: BSD-3-Clause
// The names of a model's nodes, from the path of its file; knows nothing of what is in the file.
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

std::string uniqueName(const std::string& name, std::unordered_set<std::string>& taken) {
    std::string unique = name;
    for (unsigned int number = 2; !taken.insert(unique).second; ++number) {
        unique = name + "_" + std::to_string(number);
    }
    return unique;
}

} // namespace assimp_md2
