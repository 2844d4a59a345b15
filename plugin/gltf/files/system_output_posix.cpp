// SPDX-License-Identifier: BSD-3-Clause
// Writes, replaces and compares files of POSIX systems.
#if !defined(_WIN32)
#include "gltf/files/system_output.h"

#include "importer/files/file_system_path.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assimp_md2::inner {

namespace fs = std::filesystem;

namespace {

int descriptorOf(const SystemFile& file) {
    return static_cast<int>(file.handle());
}

std::error_code errorIf(bool hasFailed) {
    return hasFailed ? std::error_code(errno, std::generic_category()) : std::error_code();
}

} // namespace

SystemFile openForWriting(const std::string& path, std::error_code& error) {
    SystemFile file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    error = errorIf(!file.isOpen() && errno != ENOENT);
    return file;
}

SystemFile createFile(const std::string& path, const SystemFile& old, std::error_code& error) {
    struct stat before {};
    before.st_mode = 0666;
    if (old.isOpen() && fstat(descriptorOf(old), &before) != 0) {
        error = errorIf(true);
        return {};
    }
    // Before it has its group, only the owner may read it.
    constexpr mode_t kOfOwner = 0700;
    SystemFile file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                           old.isOpen() ? before.st_mode & kOfOwner : before.st_mode));
    error = errorIf(!file.isOpen());
    if (file.isOpen() && old.isOpen()) {
        mode_t mode = before.st_mode & 0777;
        // Only root can give a file to its old owner. Others keep the group if they are in it. If they are
        // not, the permissions of the old group must not go to another one.
        constexpr mode_t kOfGroup = 0070;
        if (fchown(descriptorOf(file), before.st_uid, before.st_gid) != 0 &&
            fchown(descriptorOf(file), static_cast<uid_t>(-1), before.st_gid) != 0) {
            mode &= ~kOfGroup;
        }
        fchmod(descriptorOf(file), mode); // file systems without permissions, such as FAT, refuse it
    }
    return file;
}

std::error_code startWriting(SystemFile& file) {
    fcntl(descriptorOf(file), F_SETFL, fcntl(descriptorOf(file), F_GETFL) & ~O_NONBLOCK);
    return errorIf(file.status().type == PathType::File && ftruncate(descriptorOf(file), 0) != 0);
}

std::error_code writeTo(SystemFile& file, const void* bytes, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    while (size > 0) {
        const ssize_t count = ::write(descriptorOf(file), from, size);
        if (count == 0) {
            return std::make_error_code(std::errc::io_error); // a device that accepts nothing
        }
        if (count > 0) {
            from += count;
            size -= static_cast<std::size_t>(count);
        } else if (errno != EINTR) {
            return errorIf(true);
        }
    }
    return {};
}

std::error_code replaceFile(const std::string& file, const std::string& target) {
    return errorIf(rename(file.c_str(), target.c_str()) != 0);
}

std::optional<std::string> linkTarget(const std::string& path) {
    fs::path target = path;
    constexpr int kMostLinks = 40; // as Linux, which opens no longer chain
    struct stat proc {};
    const bool hasProc = stat("/proc/self", &proc) == 0;
    struct stat link {};
    for (int i = 0; i < kMostLinks && lstat(target.c_str(), &link) == 0 && S_ISLNK(link.st_mode); ++i) {
        // A link to an open file has a path as its text, but a new file of that path would not be the open
        // one.
        if (hasProc && link.st_dev == proc.st_dev) {
            return std::nullopt;
        }
        std::error_code ignored; // the link has just been there
        target = target.parent_path() / fs::read_symlink(target, ignored);
    }
    return target.native();
}

std::uint64_t processNumber() {
    return static_cast<std::uint64_t>(getpid());
}

std::error_code makeFolders(const std::string& path) {
    std::error_code error;
    fs::create_directories(fileSystemPath(path), error);
    return error;
}

void removeFile(const std::string& path) {
    unlink(path.c_str());
}

Result<bool> isFree(const std::string& path) {
    struct stat status {};
    const std::error_code error = errorIf(lstat(path.c_str(), &status) != 0);
    if (error && error != std::errc::no_such_file_or_directory) {
        return failure("the file " + path + " cannot be written: " + error.message());
    }
    return static_cast<bool>(error);
}

FileId fileIdOf(const SystemFile& file) {
    struct stat status {};
    return fstat(descriptorOf(file), &status) == 0 ? FileId(status.st_dev, status.st_ino) : FileId();
}

FileId fileIdOf(const std::string& path) {
    struct stat status {};
    return stat(fileSystemPath(path).c_str(), &status) == 0 ? FileId(status.st_dev, status.st_ino) : FileId();
}

} // namespace assimp_md2::inner

#endif
