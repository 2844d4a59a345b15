// SPDX-License-Identifier: BSD-3-Clause
// What differs between operating systems: open files and folders.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

namespace assimp_md2::inner {

/// The size of a file in bytes, and the time of its last modification in the unit of the operating system:
/// they show that the file at a path has changed.
using FileIdentity = std::array<std::uint64_t, 2>;

enum class PathType { Nothing, File, Folder, Other };

struct FileStatus {
    PathType type = PathType::Nothing;
    FileIdentity identity{};
};

/// What is at a path (UTF-8; empty for the working directory, here and below), after links.
PathType typeOf(const std::string& path);

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

    bool isOpen() const { return handle_ != kNone; }
    std::intptr_t handle() const { return handle_; }
    FileStatus status() const;

    /// As LocalFile::readAt.
    std::size_t readAt(std::uint64_t offset, std::uint8_t* destination, std::size_t size) const;

    std::error_code close();

private:
    static constexpr std::intptr_t kNone = -1; // also INVALID_HANDLE_VALUE of Windows
    std::intptr_t handle_ = kNone;
};

} // namespace assimp_md2::inner
