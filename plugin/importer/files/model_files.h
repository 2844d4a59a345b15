// SPDX-License-Identifier: BSD-3-Clause
// The files in the folder of a model and near it: in the file system, in a game, or of a custom IOSystem.
#pragma once

#include "importer/files/local_files.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// The limits of one model's files, chosen by this project.
inline constexpr std::size_t kMaximumEntriesInFolder = 10'000;
inline constexpr std::size_t kMaximumEntries = 50'000;

/// A path relative to the folder `foldersAbove` levels above the model's folder, which it never leaves.
struct ModelPath {
    std::size_t foldersAbove = 0;
    std::string path; ///< with `/`
    /// Of a file of the file system that was opened: it is not read if another one has taken its place.
    std::optional<FileIdentity> identity{};
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

    /// \return all bytes, or an error that names the file: BadArchive, or that of errorIfTooLarge
    virtual Result<FileBytes> read(const ModelPath& path, std::uint64_t most) = 0;

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

/// What the importer asks a GameFiles, which the product `games` answers: it finds names without regard to
/// case and knows why a file cannot be read.
class ModelSource {
public:
    /// \return the files near a model, or null if the source does not have it
    virtual std::unique_ptr<ModelFiles> filesNear(const std::string& modelPath) const = 0;

    /// \return all bytes of a file, or the reason why it cannot be read; nothing if the source does not have
    ///         it
    virtual std::optional<Result<FileBytes>> readIfAny(const std::string& path, std::uint64_t most) const = 0;

protected:
    ~ModelSource() = default;
};

/// The files near a model in the file system. `..`, absolute names and symbolic links cannot leave the
/// folders.
std::unique_ptr<ModelFiles> localModelFiles(const std::string& modelPath);

} // namespace assimp_md2::inner
