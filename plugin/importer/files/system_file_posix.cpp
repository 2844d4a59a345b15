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
#include <memory>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace assimp_md2::inner {

namespace {

/// open() then does not wait for the other end of a pipe and does not make a terminal the controlling
/// terminal.
constexpr int kFlags = O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

int descriptorOf(const SystemFile& file) {
    return static_cast<int>(file.handle());
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
            {static_cast<std::uint64_t>(status.st_size), nanoseconds}};
}

/// Most file systems state the type in the entry, which saves a system call.
PathType typeOf(DIR& folder, const dirent& entry) {
    const auto is = [&](mode_t type, int flags) {
        struct stat status {};
        return fstatat(dirfd(&folder), entry.d_name, &status, flags) == 0 &&
               (status.st_mode & S_IFMT) == type;
    };
    if (entry.d_type == DT_DIR || (entry.d_type == DT_UNKNOWN && is(S_IFDIR, AT_SYMLINK_NOFOLLOW))) {
        return PathType::Folder;
    }
    return entry.d_type == DT_REG || is(S_IFREG, 0) ? PathType::File : PathType::Other;
}

} // namespace

PathType typeOf(const std::string& path) {
    struct stat status {};
    return stat(fileSystemPath(path).c_str(), &status) == 0 ? statusFrom(status).type : PathType::Nothing;
}

SystemFile SystemFile::open(const std::string& path) {
    return SystemFile(::open(fileSystemPath(path).c_str(), O_RDONLY | kFlags));
}

SystemFile SystemFile::openBeneath(const std::string& folder, const std::string& path) {
    std::string root = resolved(folder);
    root += root == "/" ? "" : "/";
    const std::string file = resolved(joined(folder, path));
    const bool isBeneath = file.compare(0, root.size(), root) == 0;
    return isBeneath ? SystemFile(::open(file.c_str(), O_RDONLY | kFlags | O_NOFOLLOW)) : SystemFile();
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

std::error_code SystemFile::close() {
    // Some file systems report a full disk or quota only here.
    const bool hasFailed =
        isOpen() && ::close(static_cast<int>(std::exchange(handle_, kNone))) != 0 && errno != EINTR;
    return hasFailed ? std::error_code(errno, std::generic_category()) : std::error_code();
}

bool listFolder(const std::string& path, const std::function<bool(FolderEntry)>& take) {
    // std::filesystem::directory_iterator of libstdc++ ends the process if memory runs out.
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(fileSystemPath(path).c_str()), closedir);
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

} // namespace assimp_md2::inner

#endif
