// SPDX-License-Identifier: BSD-3-Clause
// Files of POSIX systems.
#if !defined(_WIN32)
#include "importer/base/paths.h"
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace assimp_md2 {

namespace fs = std::filesystem;

namespace {

/// open() then does not wait for the other end of a pipe and does not make a terminal the controlling
/// terminal.
constexpr int kFlags = O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

int descriptorOf(const SystemFile& file) {
    return static_cast<int>(file.handle());
}

std::error_code errorIf(bool hasFailed) {
    return hasFailed ? std::error_code(errno, std::generic_category()) : std::error_code();
}

/// The absolute path without links and `..`; empty if there is nothing at the path.
std::string resolved(const std::string& path) {
    const std::unique_ptr<char, void (*)(void*)> text(realpath(path.c_str(), nullptr), std::free);
    return text ? text.get() : "";
}

FileStatus statusFrom(const struct stat& status) {
#if defined(__APPLE__)
    const timespec& time = status.st_mtimespec;
#else
    const timespec& time = status.st_mtim;
#endif
    const auto nanoseconds =
        static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
    return {S_ISREG(status.st_mode)   ? PathType::File
            : S_ISDIR(status.st_mode) ? PathType::Folder
                                      : PathType::Other,
            {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
             static_cast<std::uint64_t>(status.st_size), nanoseconds}};
}

/// Most file systems state the type in the entry, which saves a system call.
PathType typeOf(DIR& folder, const dirent& entry) {
    struct stat status {};
    const auto read = [&](int flags) { return fstatat(dirfd(&folder), entry.d_name, &status, flags) == 0; };
    switch (entry.d_type) {
    case DT_DIR:
        return PathType::Folder;
    case DT_REG:
        return PathType::File;
    case DT_UNKNOWN:
        if (read(AT_SYMLINK_NOFOLLOW) && S_ISDIR(status.st_mode)) {
            return PathType::Folder;
        }
        break;
    default:
        break;
    }
    return read(0) && S_ISREG(status.st_mode) ? PathType::File : PathType::Other;
}

} // namespace

FileStatus statusOf(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 ? statusFrom(status) : FileStatus();
}

SystemFile SystemFile::open(const std::string& path) {
    return SystemFile(::open(path.c_str(), O_RDONLY | kFlags));
}

SystemFile SystemFile::openBeneath(const std::string& folder, const std::string& path) {
    std::string root = resolved(folder);
    root += root == "/" ? "" : "/";
    const std::string file = resolved(joined(folder, path));
    const bool isBeneath = file.compare(0, root.size(), root) == 0;
    return isBeneath ? SystemFile(::open(file.c_str(), O_RDONLY | kFlags | O_NOFOLLOW)) : SystemFile();
}

SystemFile SystemFile::openForWriting(const std::string& path, std::error_code& error) {
    SystemFile file(::open(path.c_str(), O_WRONLY | kFlags));
    error = errorIf(!file.isOpen() && errno != ENOENT);
    return file;
}

SystemFile SystemFile::createNew(const std::string& path, const SystemFile& old, std::error_code& error) {
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
        if (fchmod(descriptorOf(file), mode) != 0) {
            // File systems without permissions, such as FAT, refuse it. The file then has those of open().
        }
    }
    return file;
}

FileStatus SystemFile::status() const {
    struct stat status {};
    return fstat(descriptorOf(*this), &status) == 0 ? statusFrom(status) : FileStatus();
}

std::size_t SystemFile::readAt(std::uint64_t offset, std::uint8_t* destination, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count =
            pread(descriptorOf(*this), destination + done, size - done, static_cast<off_t>(offset + done));
        if (count <= 0) {
            break;
        }
        done += static_cast<std::size_t>(count);
    }
    return done;
}

std::error_code SystemFile::startWriting() {
    fcntl(descriptorOf(*this), F_SETFL, fcntl(descriptorOf(*this), F_GETFL) & ~O_NONBLOCK);
    return errorIf(status().type == PathType::File && ftruncate(descriptorOf(*this), 0) != 0);
}

std::error_code SystemFile::write(const void* bytes, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    while (size > 0) {
        const ssize_t count = ::write(descriptorOf(*this), from, size);
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

std::error_code SystemFile::close() {
    // Some file systems report a full disk or quota only here.
    return errorIf(isOpen() && ::close(static_cast<int>(std::exchange(handle_, kNone))) != 0 &&
                   errno != EINTR);
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

bool listFolder(const std::string& path, const std::function<bool(FolderEntry)>& take) {
    // std::filesystem::directory_iterator of libstdc++ ends the process if memory runs out.
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), closedir);
    if (!folder && errno == ENOMEM) {
        throw std::bad_alloc();
    }
    errno = 0;
    while (const dirent* const entry = folder ? readdir(folder.get()) : nullptr) {
        std::string name = entry->d_name;
        if (name != "." && name != ".." && !take({std::move(name), typeOf(*folder, *entry)})) {
            return true;
        }
        errno = 0;
    }
    return folder && errno == 0;
}

std::error_code makeFolders(const std::string& path) {
    std::error_code error;
    fs::create_directories(fileSystemPath(path), error);
    return error;
}

void removeFile(const std::string& path) {
    unlink(path.c_str());
}

bool isFree(const std::string& path) {
    std::error_code ignored;
    return fs::symlink_status(fileSystemPath(path), ignored).type() == fs::file_type::not_found;
}

} // namespace assimp_md2

#endif
