// SPDX-License-Identifier: BSD-3-Clause
// The search for the files of a model through a custom IOSystem, which cannot list its files.
#pragma once

#include "importer/skins/skin_search.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// Asks for at most kMaximumForeignExists names, and opens only files that exist.
class ForeignSkinSearch : public SkinSearch {
public:
    /// \param io must outlive the search
    /// \param calls of the import; must outlive the search
    ForeignSkinSearch(Assimp::IOSystem& io, std::string modelPath, ForeignCalls& calls);

    std::vector<std::optional<SkinFile>> find(const std::vector<std::string>& names) override;
    std::vector<SkinFile> findBeside(ImageSize skinSize) override;
    std::optional<SkinFile> findFile(const std::string& name) override;
    Result<FileBytes> read(const SkinFile& file, std::uint64_t most) override;
    bool isExhausted() const override { return calls_.isExistsExhausted; }

private:
    std::vector<std::optional<SkinFile>> ask(const std::vector<std::vector<SkinPlace>>& candidates);
    std::vector<SkinPlace> candidatesOf(std::string_view name) const;
    std::string pathFor(std::size_t foldersAbove, std::string_view pathBelow) const;
    bool exists(const std::string& path);

    Assimp::IOSystem& io_;
    std::string modelPath_;
    std::string modelFolder_;
    std::vector<std::string_view> modelFolders_; ///< the folders in modelFolder_
    ForeignCalls& calls_;
};

} // namespace assimp_md2
