// SPDX-License-Identifier: BSD-3-Clause
#include "importer/model_name.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

namespace assimp_md2::inner {

ModelName modelName(const std::string& path) {
    // ReadFileFromMemory appends the program's hint to this name. The hint may be any text, also a path, so
    // the model gets the name md2.
    constexpr const char* kMemoryName = "$$$___magic___$$$.";
    ModelName name;
    name.isInMemory = path.rfind(kMemoryName, 0) == 0;
    name.file = path.substr(path.find_last_of("/\\") + 1);
    name.stem = name.file.substr(0, name.file.rfind('.'));
    const bool unnamed = name.stem.empty() || name.isInMemory;
    if (unnamed) {
        name.stem = "md2";
    }
    if (unnamed || name.file == name.stem) {
        name.file = name.stem + ".md2";
    }
    const std::string folder(fileNameOf(folderOf(path)));
    if (equalWithoutCase(name.stem, "tris") && folder.find_first_not_of('.') != std::string::npos) {
        name.stem = folder;
    }
    return name;
}

} // namespace assimp_md2::inner
