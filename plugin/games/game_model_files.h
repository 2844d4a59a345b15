// SPDX-License-Identifier: BSD-3-Clause
// The files near a model of a game.
#pragma once

#include "files/model_files.h"

namespace assimp_md2 {

class Game;

class GameModelFiles final : public ModelFiles {
public:
    /// \param game must outlive the object
    /// \param modelPath as Game::find returns it
    GameModelFiles(const Game& game, const std::string& modelPath);

    std::optional<std::string> find(const ModelPath& path) override;
    std::optional<std::vector<std::string>> list() override;
    Result<FileBeginning> readBeginning(const ModelPath& path, std::size_t most) override;
    Result<FileBytes> read(const ModelPath& path, std::uint64_t most,
                           const std::optional<FileIdentity>& identity) override;

private:
    std::string nameOf(const ModelPath& path) const;

    const Game& game_;
};

} // namespace assimp_md2
