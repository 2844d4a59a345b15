// SPDX-License-Identifier: BSD-3-Clause
// Safe access to files of POSIX systems. Every check looks at what was opened, not at its name, so that
// nothing can be exchanged between the check and the use.
#if !defined(_WIN32)
#include "base/paths.h"
#include "files/file_system_path.h"
#include "files/local_files.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#if defined(__linux__)
#include <sys/syscall.h>
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif
#endif

namespace assimp_md2 {

namespace {

/// An open file or folder, closed by the destructor.
class Opened {
public:
    explicit Opened(int descriptor) : descriptor_(descriptor) {}
    ~Opened() {
        if (isValid()) {
            close(descriptor_);
        }
    }
    Opened(Opened&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Opened& operator=(Opened&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

    bool isValid() const { return descriptor_ >= 0; }
    int get() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

private:
    int descriptor_;
};

/// open() then does not wait for the writer of a pipe and does not make a terminal the controlling terminal.
constexpr int kFileFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
constexpr int kFolderFlags = O_RDONLY | O_CLOEXEC | O_DIRECTORY;

/// Opens part by part and refuses every symbolic link, so that nothing leads out of the folder.
Opened openEachPart(int folder, const std::string& path, int flags) {
    const std::string within = folderOf(path);
    Opened current(fcntl(folder, F_DUPFD_CLOEXEC, 0));
    for (const std::string_view part : foldersIn(within)) {
        current = Opened(openat(current.get(), std::string(part).c_str(), kFolderFlags | O_NOFOLLOW));
    }
    return Opened(openat(current.get(), std::string(fileNameOf(path)).c_str(), flags | O_NOFOLLOW));
}

/// Opens `path` beneath `folder`, or fails. `path` has no `..` (relativePath).
Opened openBeneath(int folder, const std::string& path, int flags) {
#if defined(SYS_openat2) && defined(RESOLVE_BENEATH)
    open_how how{};
    how.flags = static_cast<unsigned int>(flags);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    Opened opened(static_cast<int>(syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how)));
    // Older kernels and sandboxes do not have the call.
    if (opened.isValid() || (errno != ENOSYS && errno != EPERM)) {
        return opened;
    }
#endif
    return openEachPart(folder, path, flags);
}

/// Nanoseconds since 1970.
std::uint64_t modificationTime(const struct stat& status) {
#if defined(__APPLE__)
    const timespec& time = status.st_mtimespec;
#else
    const timespec& time = status.st_mtim;
#endif
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

bool isRegular(const Opened& opened) {
    struct stat status {};
    return opened.isValid() && fstat(opened.get(), &status) == 0 && S_ISREG(status.st_mode);
}

} // namespace

struct LocalFile::Handle {
    Opened opened;
};

struct LocalFolder::Handle {
    Opened opened;
};

LocalFile::LocalFile(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {
    struct stat status {};
    fstat(handle_->opened.get(), &status);
    size_ = static_cast<std::uint64_t>(status.st_size);
    identity_ = {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino), size_,
                 modificationTime(status)};
}

std::optional<LocalFile> LocalFile::open(const std::string& path) {
    Opened opened(::open(path.c_str(), kFileFlags));
    if (!isRegular(opened)) {
        return std::nullopt;
    }
    return LocalFile(std::make_shared<Handle>(Handle{std::move(opened)}));
}

std::size_t LocalFile::readAt(std::uint64_t offset, std::uint8_t* destination, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count =
            pread(handle_->opened.get(), destination + done, size - done, static_cast<off_t>(offset + done));
        if (count <= 0) {
            break;
        }
        done += static_cast<std::size_t>(count);
    }
    return done;
}

std::optional<LocalFolder> LocalFolder::open(const std::string& path) {
    Opened opened(::open(path.empty() ? "." : path.c_str(), kFolderFlags));
    if (!opened.isValid()) {
        return std::nullopt;
    }
    return LocalFolder(std::make_shared<Handle>(Handle{std::move(opened)}), path);
}

std::optional<LocalFile> LocalFolder::openFile(const std::string& path) const {
    if (path.empty() || path != relativePath(path)) {
        return std::nullopt;
    }
    Opened opened = openBeneath(handle_->opened.get(), path, kFileFlags);
    if (!isRegular(opened)) {
        return std::nullopt;
    }
    return LocalFile(std::make_shared<LocalFile::Handle>(LocalFile::Handle{std::move(opened)}));
}

std::optional<std::vector<std::string>> LocalFolder::entries(const std::string& path,
                                                             std::size_t most) const {
    if (path != relativePath(path)) {
        return std::nullopt;
    }
    Opened opened = openBeneath(handle_->opened.get(), path.empty() ? "." : path, kFolderFlags);
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(opened.isValid() ? fdopendir(opened.get()) : nullptr,
                                                     closedir);
    if (!folder) {
        return std::nullopt;
    }
    static_cast<void>(opened.release()); // closedir closes it
    std::vector<std::string> names;
    while (const dirent* const entry = readdir(folder.get())) {
        const std::string name = static_cast<const char*>(entry->d_name);
        if (name == "." || name == "..") {
            continue;
        }
        if (names.size() >= most) {
            return std::nullopt;
        }
        names.push_back(name);
    }
    return names;
}

PathType typeOf(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) != 0 ? PathType::Nothing
           : S_ISREG(status.st_mode)        ? PathType::File
           : S_ISDIR(status.st_mode)        ? PathType::Folder
                                            : PathType::Other;
}

std::pair<std::uint64_t, std::uint64_t> placeOf(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0
               ? std::pair<std::uint64_t, std::uint64_t>(status.st_dev, status.st_ino)
               : std::pair<std::uint64_t, std::uint64_t>();
}

bool listFolder(const std::string& path, const std::function<bool(FolderEntry)>& take) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::directory_iterator entry(fileSystemPath(path), error);
    for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        std::error_code isUnknown; // the path is too long
        // The listing answers is_directory() for most files, without a system call.
        const bool isFolder =
            entry->is_directory(ignored) &&
            (entry->symlink_status(isUnknown).type() == fs::file_type::directory || isUnknown);
        if (!take({utf8Of(entry->path().filename()), isFolder                          ? PathType::Folder
                                                     : entry->is_regular_file(ignored) ? PathType::File
                                                                                       : PathType::Other})) {
            return true;
        }
    }
    return !error;
}

std::error_code makeFolders(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(fileSystemPath(path), error);
    return error;
}

void removeFile(const std::string& path) {
    unlink(path.c_str());
}

bool isFree(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::symlink_status(fileSystemPath(path), ignored).type() ==
           std::filesystem::file_type::not_found;
}

} // namespace assimp_md2

#endif
