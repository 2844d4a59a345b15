// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/files/free_names.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>

namespace assimp_md2::inner {

bool FreeNames::take(const std::string& path) {
    return taken_.insert(lowerCase(path)).second;
}

Result<std::string> FreeNames::find(std::string_view stem, std::string_view extension, const IsFree& isFree) {
    const std::size_t folderSize = stem.size() - fileNameOf(stem).size();
    const auto cutFor = [&](std::size_t endingSize) {
        return std::string(cut(stem, folderSize + mostBytes_ - std::min(endingSize, mostBytes_)));
    };
    // Stems that are the same when an ending has cut them share a counter.
    constexpr std::size_t kMostEndingBytes = 16;
    const std::string counted = cutFor(kMostEndingBytes + extension.size()).append(extension);
    unsigned int& number = lastNumber_.try_emplace(lowerCase(counted), 1).first->second;
    std::string ending(extension);
    for (unsigned int taken = 0; taken < kMostTakenNames; ++taken) {
        std::string path = cutFor(ending.size()) + ending;
        const Result<bool> answer = !take(path) ? false : isFree ? isFree(path) : true;
        if (!answer) {
            return tl::unexpected(answer.error());
        }
        if (*answer) {
            return path;
        }
        ++number;
        ending = ending_ != nullptr ? ending_(number) : "_" + std::to_string(number);
        ending += extension;
    }
    return failure("no name is free: " + std::string(stem) + std::string(extension) + " and " +
                   std::to_string(kMostTakenNames - 1) + " numbered ones exist");
}

} // namespace assimp_md2::inner
