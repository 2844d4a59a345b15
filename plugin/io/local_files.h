// SPDX-License-Identifier: BSD-3-Clause
// Safe access to files of the file system: no name leads out of a folder, and no pipe blocks.
#pragma once

#include "format/error.h"
#include "io/file_bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2 {

/// Identifies a file whatever its name, as long as it is not changed. Device and index alone are not enough:
/// a new file may get the index of a file that was deleted.
struct FileIdentity {
    std::uint64_t device = 0;   ///< device, or the volume on Windows
    std::uint64_t index = 0;    ///< inode, or the file index on Windows
    std::uint64_t size = 0;     ///< bytes
    std::uint64_t modified = 0; ///< time of the last modification, in the unit of the operating system

    /// For storage, and back.
    std::array<std::uint64_t, 4> numbers() const { return {device, index, size, modified}; }
    static FileIdentity from(const std::array<std::uint64_t, 4>& numbers) {
        return {numbers[0], numbers[1], numbers[2], numbers[3]};
    }

    bool operator==(const FileIdentity& other) const { return numbers() == other.numbers(); }
    bool operator!=(const FileIdentity& other) const { return numbers() != other.numbers(); }
    bool operator<(const FileIdentity& other) const { return numbers() < other.numbers(); }
};

/// A regular file that is open for reading. Pipes, devices and folders never become one.
class LocalFile {
public:
    /// Opens `path` (UTF-8) wherever links lead: only for files that the program itself has named. Does not
    /// wait for the writer of a pipe.
    /// \return nothing when there is no regular file
    static std::optional<LocalFile> open(const std::string& path);

    FileIdentity identity() const { return identity_; }
    std::uint64_t size() const { return size_; }

    /// The first `most` bytes, or all of them when there are fewer.
    FileBytes readBeginning(std::size_t most) const;

    /// All bytes.
    /// \return FileTooLarge, without text, when there are more than `limit`
    Result<FileBytes> read(std::uint64_t limit) const;

private:
    friend class LocalFolder;
    struct Handle;
    explicit LocalFile(std::shared_ptr<const Handle> handle);

    std::shared_ptr<const Handle> handle_;
    FileIdentity identity_;
    std::uint64_t size_ = 0;
};

/// A folder of the file system, and what is beneath it.
class LocalFolder {
public:
    /// \param path UTF-8; empty for the current folder
    /// \return nothing when there is no such folder
    static std::optional<LocalFolder> open(const std::string& path);

    /// Opens a regular file beneath the folder. No `..`, no absolute path, no symbolic link and no exchange
    /// of a file or folder in the meantime leads out of it. Links that stay beneath the folder are followed
    /// where the system can guarantee that (Linux 5.6, Windows), and refused elsewhere.
    std::optional<LocalFile> openFile(const std::string& path) const;

    /// The names in the folder at `path` beneath this one, UTF-8, in no order, without `.` and `..`.
    /// \return nothing when the folder cannot be listed or has more than `most` entries
    std::optional<std::vector<std::string>> entries(const std::string& path, std::size_t most) const;

private:
    struct Handle;
    explicit LocalFolder(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {}

    std::shared_ptr<const Handle> handle_;
};

/// Takes a folder (UTF-8, empty for the current one), returns its path from the root on, without `.` and
/// `..`.
std::string absoluteFolder(const std::string& folder);

} // namespace assimp_md2
