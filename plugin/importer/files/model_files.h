// SPDX-License-Identifier: BSD-3-Clause
// The files in the folder of a model and near it: in the file system, in a game, or of a custom IOSystem.
#pragma once

#include "importer/files/local_files.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assimp_md2::inner {

/// The limits of one model's files, chosen by this project.
inline constexpr std::size_t kMaximumEntriesInFolder = 10'000;
inline constexpr std::size_t kMaximumEntries = 50'000;

/// The limit for a custom IOSystem, where each call may be a network request. It is chosen by this project.
/// Together with Assimp's own calls for the model, an import calls Exists at most 33 times. It opens only
/// files that exist.
inline constexpr std::size_t kMaximumForeignExists = 31;

/// The calls of a custom IOSystem in one import, for the files of all its models.
struct ForeignCalls {
    std::map<std::string, bool> exists; ///< the answers
    bool isExistsExhausted = false;     ///< a name was skipped because of the limit
};

/// A path relative to the folder `foldersAbove` levels above the model's folder, which it never leaves.
struct ModelPath {
    std::size_t foldersAbove = 0;
    std::string path; ///< with `/`
};

/// The beginning of a file.
struct FileBeginning {
    FileBytes bytes;
    std::optional<FileIdentity> identity{}; ///< of files of the file system
};

class ModelFiles {
public:
    enum class Kind { FileSystem, Game, IoSystem };

    ModelFiles(const ModelFiles&) = delete;
    ModelFiles& operator=(const ModelFiles&) = delete;
    virtual ~ModelFiles() = default;

    Kind kind() const { return kind_; }
    const std::string& modelPath() const { return modelPath_; }
    const std::string& folder() const { return folder_; }
    /// The folders in folder() that may be searched, outermost first.
    const std::vector<std::string_view>& folders() const { return folders_; }

    /// \return the path as the file system or the game spells it, without regard to case; a custom IOSystem
    ///         is asked for the path as it is. Nothing if there is no such file. Where a folder cannot be
    ///         listed, only reading shows whether the file exists
    virtual std::optional<std::string> find(const ModelPath& path) = 0;

    /// \return the names in the model's folder, or nothing if it cannot be listed
    virtual std::optional<std::vector<std::string>> list() = 0;

    /// \return the first `most` bytes of a file that find() has returned, or an error: BadArchive for a file
    ///         that is damaged or encrypted in an archive
    virtual Result<FileBeginning> readBeginning(const ModelPath& path, std::size_t most) = 0;

    /// \param identity of the file, which must not have changed
    /// \return all bytes, or an error that names the file: BadArchive, or that of errorIfTooLarge
    virtual Result<FileBytes> read(const ModelPath& path, std::uint64_t most,
                                   const std::optional<FileIdentity>& identity) = 0;

    /// Whether a name was not looked for because the calls of Exists are used up. If so, a file that was not
    /// found may exist.
    virtual bool isExhausted() const { return false; }

    /// The files that were opened or looked at: in the file system absolute paths, in a game names.
    const std::set<std::string>& opened() const { return opened_; }

protected:
    ModelFiles(Kind kind, std::string modelPath, std::string folder);

    const Kind kind_;
    const std::string modelPath_;
    const std::string folder_;
    std::vector<std::string_view> folders_; ///< views into folder_
    std::set<std::string> opened_;
};

/// Files of the file system. `..`, absolute names and symbolic links cannot leave the folders.
class LocalModelFiles final : public ModelFiles {
public:
    explicit LocalModelFiles(const std::string& modelPath);

    std::optional<std::string> find(const ModelPath& path) override;
    std::optional<std::vector<std::string>> list() override;
    Result<FileBeginning> readBeginning(const ModelPath& path, std::size_t most) override;
    Result<FileBytes> read(const ModelPath& path, std::uint64_t most,
                           const std::optional<FileIdentity>& identity) override;

private:
    /// The entries of a folder by their names in lower case.
    using Listing = std::map<std::string, std::set<std::string>>;

    std::optional<LocalFile> open(const ModelPath& path);
    const std::optional<LocalFolder>& folderAt(std::size_t foldersAbove);
    const std::optional<Listing>& listing(std::size_t foldersAbove, const std::string& path);

    std::map<std::size_t, std::optional<LocalFolder>> openFolders_;
    std::map<std::pair<std::size_t, std::string>, std::optional<Listing>> listings_;
    std::size_t entries_ = 0;
};

} // namespace assimp_md2::inner
