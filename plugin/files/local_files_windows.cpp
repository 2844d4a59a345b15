// SPDX-License-Identifier: BSD-3-Clause
// Safe access to files of Windows. Every check looks at what was opened, not at its name, so that nothing can
// be exchanged between the check and the use.
#if defined(_WIN32)
#include "base/paths.h"
#include "files/file_system_path.h"
#include "files/local_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

namespace assimp_md2 {

namespace fs = std::filesystem;

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
    const auto joined = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; };
    size_ = joined(information.nFileSizeHigh, information.nFileSizeLow);
    const FILETIME& modified = information.ftLastWriteTime;
    identity_ = {information.dwVolumeSerialNumber,
                 joined(information.nFileIndexHigh, information.nFileIndexLow), size_,
                 joined(modified.dwHighDateTime, modified.dwLowDateTime)};
}

std::optional<LocalFile> LocalFile::open(const std::string& path) {
    auto handle = std::make_shared<Handle>(Handle{openPath(fileSystemPath(path), GENERIC_READ, 0)});
    BY_HANDLE_FILE_INFORMATION information{};
    if (!handle->opened.isValid() || !isRegular(handle->opened.get(), information)) {
        return std::nullopt;
    }
    return LocalFile(std::move(handle));
}

std::size_t LocalFile::readAt(std::uint64_t offset, std::uint8_t* destination, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
        // With an OVERLAPPED, the file position of the handle, which threads share, is not used.
        OVERLAPPED place{};
        place.Offset = static_cast<DWORD>(offset + done);
        place.OffsetHigh = static_cast<DWORD>((offset + done) >> 32);
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(size - done, 1U << 30));
        if (!ReadFile(handle_->opened.get(), destination + done, wanted, &count, &place) || count == 0) {
            break;
        }
        done += count;
    }
    return done;
}

std::optional<LocalFolder> LocalFolder::open(const std::string& path) {
    const fs::path folder = fileSystemPath(path);
    const Opened opened = openPath(folder, 0, FILE_FLAG_BACKUP_SEMANTICS);
    if (!opened.isValid() || !fs::is_directory(folder)) {
        return std::nullopt;
    }
    return LocalFolder(std::make_shared<Handle>(Handle{folder, finalPath(opened.get())}), path);
}

std::optional<LocalFile> LocalFolder::openFile(const std::string& path) const {
    if (isAbsolute(path)) {
        return std::nullopt;
    }
    std::optional<LocalFile> file = LocalFile::open(utf8Of(handle_->path / fileSystemPath(path)));
    return file && liesBeneath(handle_->finalPath, finalPath(file->handle_->opened.get())) ? file
                                                                                           : std::nullopt;
}

std::optional<std::vector<std::string>> LocalFolder::entries(const std::string& path,
                                                             std::size_t most) const {
    const fs::path folder = path.empty() ? handle_->path : handle_->path / fileSystemPath(path);
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

} // namespace assimp_md2

#endif
