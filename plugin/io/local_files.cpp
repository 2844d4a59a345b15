// SPDX-License-Identifier: BSD-3-Clause
// The one place that opens files of the file system. Every check looks at what was opened, not at its name,
// so that nothing can be exchanged between the check and the use.
#include "io/local_files.h"

#include "format/paths.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif
#endif
#endif

namespace assimp_md2 {
namespace {

namespace fs = std::filesystem;

/// fs::u8path without the function that C++20 deprecates. The current folder is an empty path for programs,
/// and `.` for file systems.
fs::path pathOf(const std::string& utf8) {
#if defined(__cpp_char8_t)
    fs::path path(std::u8string(utf8.begin(), utf8.end()));
#else
    fs::path path = fs::u8path(utf8);
#endif
    // `\\?\` paths of Windows take no slash.
    path.make_preferred();
    return path.empty() ? fs::path(".") : path;
}

std::string utf8Of(const fs::path& path) {
    const auto text = path.generic_u8string();
    return {text.begin(), text.end()};
}

} // namespace

#if defined(_WIN32)

namespace {

class Opened {
public:
    explicit Opened(HANDLE handle) : handle_(handle) {}
    ~Opened() {
        if (isValid()) {
            CloseHandle(handle_);
        }
    }
    Opened(Opened&& other) noexcept : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    Opened& operator=(Opened&&) = delete;

    bool isValid() const { return handle_ != INVALID_HANDLE_VALUE; }
    HANDLE get() const { return handle_; }

private:
    HANDLE handle_;
};

Opened openPath(const fs::path& path, DWORD access, DWORD flags) {
    return Opened(CreateFileW(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                              nullptr, OPEN_EXISTING, flags, nullptr));
}

/// The path with all links resolved.
std::wstring finalPath(HANDLE handle) {
    std::wstring path(GetFinalPathNameByHandleW(handle, nullptr, 0, FILE_NAME_NORMALIZED), L'\0');
    path.resize(GetFinalPathNameByHandleW(handle, path.data(), static_cast<DWORD>(path.size() + 1),
                                          FILE_NAME_NORMALIZED));
    return path;
}

bool liesBeneath(const std::wstring& folder, const std::wstring& file) {
    const bool isRoot = !folder.empty() && folder.back() == L'\\';
    return !folder.empty() && file.size() > folder.size() && file.compare(0, folder.size(), folder) == 0 &&
           (isRoot || file[folder.size()] == L'\\');
}

bool isRegular(HANDLE handle, BY_HANDLE_FILE_INFORMATION& information) {
    return GetFileType(handle) == FILE_TYPE_DISK && GetFileInformationByHandle(handle, &information) != 0 &&
           (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

} // namespace

struct LocalFile::Handle {
    Opened opened;
};

struct LocalFolder::Handle {
    fs::path path;
    std::wstring finalPath;
};

LocalFile::LocalFile(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {
    BY_HANDLE_FILE_INFORMATION information{};
    GetFileInformationByHandle(handle_->opened.get(), &information);
    identity_ = {information.dwVolumeSerialNumber,
                 std::uint64_t{information.nFileIndexHigh} << 32 | information.nFileIndexLow};
    size_ = std::uint64_t{information.nFileSizeHigh} << 32 | information.nFileSizeLow;
}

std::optional<LocalFile> LocalFile::open(const std::string& path) {
    auto handle = std::make_shared<Handle>(Handle{openPath(pathOf(path), GENERIC_READ, 0)});
    BY_HANDLE_FILE_INFORMATION information{};
    if (!handle->opened.isValid() || !isRegular(handle->opened.get(), information)) {
        return std::nullopt;
    }
    return LocalFile(std::move(handle));
}

FileBytes LocalFile::readBeginning(std::size_t most) const {
    LARGE_INTEGER start{};
    SetFilePointerEx(handle_->opened.get(), start, nullptr, FILE_BEGIN);
    return readAll(static_cast<std::size_t>(std::min<std::uint64_t>(most, size_)),
                   [&](std::uint8_t* destination, std::size_t room) -> std::size_t {
                       DWORD done = 0;
                       const auto wanted = static_cast<DWORD>(std::min<std::size_t>(room, 1U << 30));
                       return ReadFile(handle_->opened.get(), destination, wanted, &done, nullptr) ? done : 0;
                   });
}

std::optional<LocalFolder> LocalFolder::open(const std::string& path) {
    const fs::path folder = pathOf(path);
    const Opened opened = openPath(folder, 0, FILE_FLAG_BACKUP_SEMANTICS);
    if (!opened.isValid() || !fs::is_directory(folder)) {
        return std::nullopt;
    }
    return LocalFolder(std::make_shared<Handle>(Handle{folder, finalPath(opened.get())}));
}

std::optional<LocalFile> LocalFolder::openFile(const std::string& path) const {
    if (isAbsolute(path)) {
        return std::nullopt;
    }
    std::optional<LocalFile> file = LocalFile::open(utf8Of(handle_->path / pathOf(path)));
    return file && liesBeneath(handle_->finalPath, finalPath(file->handle_->opened.get())) ? file
                                                                                           : std::nullopt;
}

std::optional<std::vector<std::string>> LocalFolder::entries(const std::string& path,
                                                             std::size_t most) const {
    const fs::path folder = path.empty() ? handle_->path : handle_->path / pathOf(path);
    const Opened opened = openPath(folder, 0, FILE_FLAG_BACKUP_SEMANTICS);
    if (isAbsolute(path) || !opened.isValid() ||
        (!path.empty() && !liesBeneath(handle_->finalPath, finalPath(opened.get())))) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (names.size() >= most) {
            return std::nullopt;
        }
        names.push_back(utf8Of(entry->path().filename()));
    }
    return error ? std::nullopt : std::optional(std::move(names));
}

#else

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

/// Does not wait for the writer of a pipe, and makes no terminal the controlling one.
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
    identity_ = {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
    size_ = static_cast<std::uint64_t>(status.st_size);
}

std::optional<LocalFile> LocalFile::open(const std::string& path) {
    Opened opened(::open(path.c_str(), kFileFlags));
    if (!isRegular(opened)) {
        return std::nullopt;
    }
    return LocalFile(std::make_shared<Handle>(Handle{std::move(opened)}));
}

FileBytes LocalFile::readBeginning(std::size_t most) const {
    off_t offset = 0;
    return readAll(static_cast<std::size_t>(std::min<std::uint64_t>(most, size_)),
                   [&](std::uint8_t* destination, std::size_t room) -> std::size_t {
                       const ssize_t count = pread(handle_->opened.get(), destination, room, offset);
                       offset += std::max<ssize_t>(count, 0);
                       return static_cast<std::size_t>(std::max<ssize_t>(count, 0));
                   });
}

std::optional<LocalFolder> LocalFolder::open(const std::string& path) {
    Opened opened(::open(path.empty() ? "." : path.c_str(), kFolderFlags));
    if (!opened.isValid()) {
        return std::nullopt;
    }
    return LocalFolder(std::make_shared<Handle>(Handle{std::move(opened)}));
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

#endif

Result<FileBytes> LocalFile::read(std::uint64_t limit) const {
    if (size_ > limit) {
        Error error{ErrorCode::FileTooLarge, Section::File};
        error.needed = size_;
        error.available = limit;
        return tl::unexpected(error);
    }
    return readBeginning(static_cast<std::size_t>(size_));
}

std::string absoluteFolder(const std::string& folder) {
    std::error_code error;
    const fs::path absolute = fs::absolute(pathOf(folder), error).lexically_normal();
    if (error) {
        return folder;
    }
    const std::string path = utf8Of(absolute);
    return path.size() > 1 && path.back() == '/' ? path.substr(0, path.size() - 1) : path;
}

} // namespace assimp_md2
