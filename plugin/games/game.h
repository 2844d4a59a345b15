// SPDX-License-Identifier: BSD-3-Clause
// The files of a game: folders with PAK and ZIP archives and loose files, seen as one tree.
#pragma once

#include "games/archive.h"
#include "importer/files/files_beneath.h"
#include "importer/files/model_files.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// The limit of a game, chosen by this project (Quake II reads 4,096 files, Q2PRO 1,048,576): the number of
/// files and folders in all folders and archives together, whether another file hides them or not.
inline constexpr std::size_t kMaximumGameFiles = 262'144;

/// A file of a game that is open for reading.
class GameFile {
public:
    std::uint64_t size() const { return entry_.size; }

    /// Reads the first `most` bytes, or all of them when there are fewer.
    ///
    /// \return the bytes, or BadArchive if the file is damaged or has become shorter. The text of the error
    ///         has the name of the file
    Result<FileBytes> readBeginning(std::uint64_t most) const;

private:
    friend class Game;
    using Read = decltype(ArchiveFormat::read);
    GameFile(LocalFile file, ArchivedFile entry, Read read, std::string name)
        : file_(std::move(file)), entry_(std::move(entry)), read_(read), name_(std::move(name)) {}

    LocalFile file_; ///< the archive, or the file
    ArchivedFile entry_;
    Read read_;
    std::string name_; ///< for messages: with its folder or archive
};

/// The files of a game. Does not change after it was opened, so threads may share it.
class Game final : public ModelSource {
public:
    /// Reads the directories of all archives and lists all folders. Never fails: problems() lists what was
    /// left out. include/assimp-md2/game_files.h describes which of several files with the same name is used.
    ///
    /// \param folders UTF-8; files in earlier folders hide files of the same name in later folders
    explicit Game(const std::vector<std::string>& folders);

    /// What could not be opened and what is left out, one line each, without a prefix.
    const std::vector<std::string>& problems() const { return problems_; }

    /// Finds a file by its path, with `/` or `\`, without regard to case.
    ///
    /// \return the name of the file in its original case, or std::nullopt if there is no such file
    std::optional<std::string> find(std::string_view path) const;

    /// Opens a file without allocating memory for its content, because the size that an archive states may be
    /// wrong.
    ///
    /// \return the file, or an error: BadArchive if the archive is damaged at this file or has
    ///         changed since it was read
    Result<GameFile> open(std::string_view path) const;

    /// \return all bytes of the file, or an error: those of open or of errorIfTooLarge
    Result<FileBytes> read(std::string_view path, std::uint64_t most) const;

    std::unique_ptr<ModelFiles> filesNear(const std::string& modelPath) const override;
    std::optional<Result<FileBytes>> readIfAny(const std::string& path, std::uint64_t most) const override;

    /// The names that match a pattern (matchesPattern), sorted without regard to case.
    std::vector<std::string> list(std::string_view pattern) const;

    /// The names of the files directly in a folder, sorted without regard to case.
    ///
    /// \param folder as gameName returns it; empty for the game root
    /// \return std::nullopt if there are more than `most`
    std::optional<std::vector<std::string>> filesIn(std::string_view folder,
                                                    std::size_t most = SIZE_MAX) const;

    /// The paths of the folders that can be read, and of the archives.
    std::vector<std::string> containers() const;

private:
    /// A folder of loose files, or an archive.
    struct Container {
        std::string name; ///< for messages: the folder, or the archive with its folder
        std::optional<LocalFolder> folder{};
        std::string subfolder{};               ///< of `folder`: a `*.pk3dir`, or empty
        const ArchiveFormat* format = nullptr; ///< null: a folder
        std::optional<LocalFile> archive{};
    };
    struct Entry {
        std::size_t container;
        ArchivedFile file;
    };

    /// \param downloads receives what adds the archives of the folder that are read last
    void addFolder(const std::string& path, std::vector<std::function<void()>>& downloads,
                   Warnings& warnings);
    /// \param path of the folder, for messages
    void addArchive(const std::string& path, const LocalFolder& folder, const std::string& fileName,
                    Warnings& warnings);
    void addLooseFiles(Container folder, std::vector<std::string> names, Warnings& warnings);
    /// Adds the files that no earlier container hides.
    void addFiles(Container container, ArchiveDirectory directory, Warnings& warnings);
    const Entry* entryOf(std::string_view path) const;

    std::vector<Container> containers_;
    std::map<std::string, Entry, std::less<>> entries_; ///< by lowerCase of the name
    std::vector<std::string> problems_;
    std::uint64_t left_ = kMaximumGameFiles; ///< how many files and folders may still be read
};

} // namespace assimp_md2::inner
