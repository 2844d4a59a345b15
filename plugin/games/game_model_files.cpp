// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the files near a model of a game.
#include "games/game.h"
#include "importer/base/paths.h"

namespace assimp_md2::inner {
namespace {

class GameModelFiles final : public ModelFiles {
public:
    /// \param game must outlive the object
    /// \param modelPath as Game::find returns it
    GameModelFiles(const Game& game, const std::string& modelPath)
        : ModelFiles(Kind::Game, modelPath, folderOf(modelPath)), game_(game) {}

    std::optional<std::string> find(const ModelPath& path) override {
        const std::optional<std::string> name = game_.find(nameOf(path));
        return name ? std::optional(name->substr(joined(folderAbove(folder_, path.foldersAbove), {}).size()))
                    : std::nullopt;
    }

    /// The names of files only.
    std::optional<std::vector<std::string>> list() override {
        auto names = game_.filesIn(folder_, kMaximumEntriesInFolder);
        for (std::size_t i = 0; names && i < names->size(); ++i) {
            (*names)[i] = std::string(fileNameOf((*names)[i]));
        }
        return names;
    }

    Result<FileBeginning> readBeginning(const ModelPath& path, std::size_t most) override {
        return game_.open(opened(path))
            .and_then([&](const GameFile& file) { return file.readBeginning(most); })
            .map([](FileBytes bytes) { return FileBeginning{std::move(bytes)}; });
    }

    Result<FileBytes> read(const ModelPath& path, std::uint64_t most) override {
        return game_.read(opened(path), most);
    }

private:
    std::string opened(const ModelPath& path) { return *opened_.insert(nameOf(path)).first; }

    std::string nameOf(const ModelPath& path) const {
        return joined(folderAbove(folder_, path.foldersAbove), path.path);
    }

    const Game& game_;
};

} // namespace

std::unique_ptr<ModelFiles> Game::filesNear(const std::string& modelPath) const {
    const std::optional<std::string> name = find(modelPath);
    return name ? std::make_unique<GameModelFiles>(*this, *name) : nullptr;
}

std::optional<Result<FileBytes>> Game::readIfAny(const std::string& path, std::uint64_t most) const {
    return find(path) ? std::optional(read(path, most)) : std::nullopt;
}

} // namespace assimp_md2::inner
