// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the files near a model through a custom IOSystem. A source of its own, because the command
// `assimp-md2` does not load Assimp.
#include "importer/base/paths.h"
#include "importer/files/model_files.h"
#include "importer/files/stream.h"

#include <assimp/IOSystem.hpp>

#include <algorithm>

namespace assimp_md2 {

IoSystemModelFiles::IoSystemModelFiles(Assimp::IOSystem& io, const std::string& modelPath,
                                       ForeignCalls& calls)
    : ModelFiles(Kind::IoSystem, modelPath, folderOf(modelPath)), io_(io), calls_(calls) {}

std::optional<std::string> IoSystemModelFiles::find(const ModelPath& path) {
    const std::string asked = pathFor(path);
    const auto [answer, isNew] = calls_.exists.try_emplace(asked, false);
    if (isNew && calls_.exists.size() <= kMaximumForeignExists) {
        answer->second = io_.Exists(asked.c_str());
    } else if (isNew) {
        calls_.isExistsExhausted = true;
    }
    return answer->second ? std::optional(path.path) : std::nullopt;
}

Result<FileBeginning> IoSystemModelFiles::readBeginning(const ModelPath& path, std::size_t most) {
    return FileBeginning{assimp_md2::readBeginning(io_, pathFor(path), most)};
}

Result<FileBytes> IoSystemModelFiles::read(const ModelPath& path, std::uint64_t most,
                                           const std::optional<FileIdentity>& /*identity*/) {
    return readFile(io_, pathFor(path), most);
}

/// The path that the IOSystem is given for a file. If it separates folders by `\`, so does the path, unless
/// the program itself names the model with `/`.
std::string IoSystemModelFiles::pathFor(const ModelPath& path) const {
    std::string whole = joined(folderAbove(folder_, path.foldersAbove), path.path);
    if (io_.getOsSeparator() == '\\' && modelPath_.find('/') == std::string::npos) {
        std::replace(whole.begin(), whole.end(), '/', '\\');
    }
    return whole;
}

} // namespace assimp_md2
