// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the files near a model of a game.
#include "games/game_model_files.h"

#include "base/paths.h"
#include "games/game.h"

namespace assimp_md2 {

GameModelFiles::GameModelFiles(const Game& game, const std::string& modelPath)
    : ModelFiles(Kind::Game, modelPath, folderOf(modelPath)), game_(game) {}

std::optional<std::string> GameModelFiles::find(const ModelPath& path) {
    const std::optional<std::string> name = game_.find(nameOf(path));
    return name ? std::optional(name->substr(joined(folderAbove(folder_, path.foldersAbove), {}).size()))
                : std::nullopt;
}

/// The names of files only.
std::optional<std::vector<std::string>> GameModelFiles::list() {
    auto names = game_.filesIn(folder_, kMaximumEntriesInFolder);
    for (std::size_t i = 0; names && i < names->size(); ++i) {
        (*names)[i] = std::string(fileNameOf((*names)[i]));
    }
    return names;
}

Result<FileBeginning> GameModelFiles::readBeginning(const ModelPath& path, std::size_t most) {
    const Result<GameFile> file = game_.open(nameOf(path));
    Result<FileBytes> bytes = file ? file->readBeginning(most) : tl::unexpected(file.error());
    return bytes ? Result<FileBeginning>(FileBeginning{*std::move(bytes)}) : tl::unexpected(bytes.error());
}

Result<FileBytes> GameModelFiles::read(const ModelPath& path, std::uint64_t most,
                                       const std::optional<FileIdentity>& /*identity*/) {
    return game_.read(nameOf(path), most);
}

std::string GameModelFiles::nameOf(const ModelPath& path) const {
    return joined(folderAbove(folder_, path.foldersAbove), path.path);
}

} // namespace assimp_md2
