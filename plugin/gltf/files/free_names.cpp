// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/files/free_names.h"

#include "importer/base/paths.h"

#include <algorithm>

namespace assimp_md2::inner {

Result<std::string> FreeNames::find(std::string_view stem, std::string_view extension, const IsFree& isFree) {
    const std::size_t most = stem.size() - fileNameOf(stem).size() + mostBytes_;
    const auto pathWith = [&](const std::string& ending) {
        return std::string(cut(stem, most - std::min(ending.size(), mostBytes_))) + ending;
    };
    const std::string first = pathWith(std::string(extension));
    for (unsigned int tried = 0; tried < kMostTakenNames; ++tried) {
        std::string path = names_.unique(
            first, [&](unsigned int number) { return pathWith(ending_(number).append(extension)); });
        const Result<bool> answer = isFree ? isFree(path) : true;
        if (!answer) {
            return tl::unexpected(answer.error());
        }
        if (*answer) {
            return path;
        }
    }
    return failure("no name is free: " + std::string(stem) + std::string(extension) + " and " +
                   std::to_string(kMostTakenNames - 1) + " numbered ones exist");
}

} // namespace assimp_md2::inner
