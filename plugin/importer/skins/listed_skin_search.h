// SPDX-License-Identifier: BSD-3-Clause
// The search for the files of a model in the file system or in a game, whose folders can be listed.
#pragma once

#include "importer/skins/skin_search.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assimp_md2 {

class Game;

/// Compares names with the entries of folders, so case does not matter.
class ListedSkinSearch : public SkinSearch {
public:
    /// \param game must outlive the search; null: the file system
    /// \param modelPath in `game`, or in the file system
    ListedSkinSearch(const Game* game, std::string modelPath);

    std::vector<std::optional<SkinFile>> find(const std::vector<std::string>& names) override;
    std::vector<SkinFile> findBeside(ImageSize skinSize) override;
    std::optional<SkinFile> findFile(const std::string& name) override;
    Result<FileBytes> read(const SkinFile& file, std::uint64_t most) override;
    bool isExhausted() const override { return false; }

private:
    /// The entries of a folder by their names in lower case.
    using Listing = std::map<std::string, std::set<std::string>>;

    /// The first bytes of a file.
    struct Beginning {
        FileBytes bytes;
        std::optional<FileIdentity> identity; ///< of files of the file system
    };

    std::optional<SkinFile> findSkin(std::string_view name);
    std::optional<SkinFile> findAt(const SkinPlace& place, const std::string& name);
    Result<Beginning> beginningOf(std::size_t foldersAbove, const std::string& path, std::size_t most);
    bool hasIcon();
    std::vector<std::string> imagesBeside(bool namedLikeModel);
    const std::optional<LocalFolder>& folderAt(std::size_t foldersAbove);
    const std::optional<Listing>& listing(std::size_t foldersAbove, const std::string& path);
    std::optional<std::vector<std::string>> entriesOf(std::size_t foldersAbove, const std::string& path);
    std::optional<std::string> realName(std::size_t foldersAbove, std::string_view path);

    const Game* game_; ///< null: the file system
    std::string modelPath_;
    std::string modelFolder_;                    ///< an absolute path in the file system
    std::vector<std::string_view> modelFolders_; ///< the folders in modelFolder_
    std::map<std::size_t, std::optional<LocalFolder>> folders_;
    std::map<std::pair<std::size_t, std::string>, std::optional<Listing>> listings_;
    std::size_t candidates_ = 0;
    std::size_t entries_ = 0;
};

} // namespace assimp_md2
