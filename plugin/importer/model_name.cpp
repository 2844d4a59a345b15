// SPDX-License-Identifier: BSD-3-Clause
// Implements model_name.h.
#include "importer/model_name.h"

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

} // namespace assimp_md2
