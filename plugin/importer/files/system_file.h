// SPDX-License-Identifier: BSD-3-Clause
// What differs between operating systems: open files and folders, and how a file is replaced.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace assimp_md2 {

/// Identifies an unchanged file independently of its name, while the process runs. Device and index alone are
/// not enough: a new file may get the index of a file that was deleted.
struct FileIdentity {
    std::uint64_t device = 0;   ///< device, or the volume on Windows
    std::uint64_t index = 0;    ///< inode, or the file index on Windows
    std::uint64_t size = 0;     ///< bytes
    std::uint64_t modified = 0; ///< time of the last modification, in the unit of the operating system

    /// What a scene records, so that an export notices that the file at a path has changed.
    std::array<std::uint64_t, 2> version() const { return {size, modified}; }

    std::array<std::uint64_t, 4> numbers() const { return {device, index, size, modified}; }
    bool operator==(const FileIdentity& other) const { return numbers() == other.numbers(); }
    bool operator!=(const FileIdentity& other) const { return numbers() != other.numbers(); }
    bool operator<(const FileIdentity& other) const { return numbers() < other.numbers(); }
};

enum class PathType { Nothing, File, Folder, Other };

struct FileStatus {
    PathType type = PathType::Nothing;
    FileIdentity identity{};
};

/// Of what is at a path (UTF-8), after links.
FileStatus statusOf(const std::string& path);

/// An open file or folder. The destructor closes it. Paths are UTF-8.
class SystemFile {
public:
    SystemFile() = default;
    explicit SystemFile(std::intptr_t handle) : handle_(handle) {}
    SystemFile(SystemFile&& other) noexcept : handle_(std::exchange(other.handle_, kNone)) {}
    SystemFile& operator=(SystemFile&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    SystemFile(const SystemFile&) = delete;
    SystemFile& operator=(const SystemFile&) = delete;
    ~SystemFile() { close(); }

    /// Opens a file or folder for reading, after links. Does not wait for the writer of a pipe.
    static SystemFile open(const std::string& path);

    /// Opens a file beneath a folder for reading, and nothing else: see LocalFolder::openFile.
    ///
    /// \param path as relativePath returns it
    static SystemFile openBeneath(const std::string& folder, const std::string& path);

    /// Opens an existing file, pipe or device for writing, without a change. Does not wait for the reader of
    /// a pipe.
    ///
    /// \param error unchanged if there is nothing at the path
    static SystemFile openForWriting(const std::string& path, std::error_code& error);

    /// Creates a file for writing.
    ///
    /// \param old the file that it is to replace, whose permissions it gets; may be closed
    static SystemFile createNew(const std::string& path, const SystemFile& old, std::error_code& error);

    bool isOpen() const { return handle_ != kNone; }
    std::intptr_t handle() const { return handle_; }
    FileStatus status() const;

    /// As LocalFile::readAt.
    std::size_t readAt(std::uint64_t offset, std::uint8_t* destination, std::size_t size) const;

    /// Prepares an existing file, pipe or device for write(), which may then wait for a reader.
    std::error_code startWriting();
    std::error_code write(const void* bytes, std::size_t size);
    std::error_code close();

private:
    static constexpr std::intptr_t kNone = -1; // also INVALID_HANDLE_VALUE of Windows
    std::intptr_t handle_ = kNone;
};

/// Renames a file. `target` may exist and is then replaced; there is a file of this name at any time.
std::error_code replaceFile(const std::string& file, const std::string& target);

/// Where the links at the end of a path lead. The last target need not exist.
///
/// \return std::nullopt if a link leads to an open file, as /dev/stdout and /dev/fd/3 do on Linux
std::optional<std::string> linkTarget(const std::string& path);

std::uint64_t processNumber();

} // namespace assimp_md2
