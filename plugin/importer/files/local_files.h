// SPDX-License-Identifier: BSD-3-Clause
// Safe file access: names cannot leave a folder, and pipes cannot block.
#pragma once

#include "importer/base/bytes.h"
#include "importer/base/error.h"
#include "importer/files/system_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assimp_md2::inner {

/// A regular file that is open for reading. Pipes, devices and folders are never opened.
class LocalFile {
public:
    /// Opens `path` (UTF-8) and follows all symbolic links. Use it only for paths that come from the program,
    /// not from a file. Does not wait for the writer of a pipe.
    ///
    /// \return the file, or std::nullopt if there is no regular file
    static std::optional<LocalFile> open(const std::string& path);

    const SystemFile& systemFile() const { return *file_; }
    FileIdentity identity() const { return identity_; }
    std::uint64_t size() const { return identity_[0]; }

    /// Whether the file has got another size or modification time since it was opened.
    bool hasChanged() const;

    /// Reads up to `size` bytes from `offset`. Several threads may do this at the same time.
    ///
    /// \return how many bytes were read: fewer than `size` only at the end of the file and after an error
    std::size_t readAt(std::uint64_t offset, std::uint8_t* destination, std::size_t size) const;

    /// The first `most` bytes, or all of them when there are fewer.
    FileBytes readBeginning(std::size_t most) const;

    /// Reads all bytes.
    ///
    /// \param path for the message; may be empty where the caller names the file
    /// \return the bytes, or an error of errorIfTooLarge
    Result<FileBytes> read(std::uint64_t most, std::string_view path = {}) const;

private:
    friend class LocalFolder;
    LocalFile(std::shared_ptr<const SystemFile> file, const FileIdentity& identity)
        : file_(std::move(file)), identity_(identity) {}
    static std::optional<LocalFile> open(SystemFile file);

    std::shared_ptr<const SystemFile> file_;
    FileIdentity identity_;
};

/// A folder of the file system, and what is beneath it.
class LocalFolder {
public:
    /// \param path UTF-8; empty for the current folder
    ///
    /// \return std::nullopt if there is no such folder
    static std::optional<LocalFolder> open(const std::string& path);

    /// Opens a regular file beneath the folder. `..`, absolute paths, symbolic links and junctions cannot
    /// leave the folder; links that stay beneath it are followed. There is no protection from somebody who
    /// replaces folders on the path during the call.
    std::optional<LocalFile> openFile(const std::string& path) const;

    /// Lists the folder at `path` beneath this one. This only collects names: a link may lead out of the
    /// folder, or a file may be replaced meanwhile, but openFile checks what it opens.
    ///
    /// \return the names in UTF-8, unsorted, without `.` and `..`, or std::nullopt if the folder cannot be
    ///         listed or has more than `most` entries
    std::optional<std::vector<std::string>> entries(const std::string& path, std::size_t most) const;

    const std::string& path() const { return path_; }

private:
    explicit LocalFolder(std::string path) : path_(std::move(path)) {}

    std::string path_; ///< the absolute path
};

struct FolderEntry {
    std::string name;
    PathType type; ///< of a link to a folder: Other
};

/// Calls `take` with each entry of a folder (UTF-8), without `.` and `..`, until it returns false.
///
/// \return false if the folder cannot be listed
bool listFolder(const std::string& path, const std::function<bool(FolderEntry)>& take);

/// Takes a folder (UTF-8, empty for the working directory) and returns its absolute path without `.` and
/// `..`.
std::string absoluteFolder(const std::string& folder);

} // namespace assimp_md2::inner
