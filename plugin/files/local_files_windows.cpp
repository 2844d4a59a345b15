// SPDX-License-Identifier: BSD-3-Clause
// Safe access to files of Windows. Every check looks at what was opened, not at its name, so that nothing can
// be exchanged between the check and the use.
#if defined(_WIN32)
#include "base/paths.h"
#include "files/file_system_path.h"
#include "files/local_files.h"

#include <algorithm>
#include <array>
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
    return Opened(CreateFileW(windowsPath(path).c_str(), access,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                              flags, nullptr));
}

/// The path with all links resolved.
std::wstring finalPath(HANDLE handle) {
    std::wstring path(GetFinalPathNameByHandleW(handle, nullptr, 0, FILE_NAME_NORMALIZED), L'\0');
    path.resize(GetFinalPathNameByHandleW(handle, path.data(), static_cast<DWORD>(path.size() + 1),
                                          FILE_NAME_NORMALIZED));
    return path;
}

/// The volume and the path there, with all links resolved.
std::wstring pathOnVolume(HANDLE handle) {
    constexpr std::size_t kMost = std::size_t{1} << 16;
    alignas(FILE_NAME_INFO) std::array<std::uint8_t, kMost> bytes;
    BY_HANDLE_FILE_INFORMATION information{};
    if (!GetFileInformationByHandleEx(handle, FileNameInfo, bytes.data(), kMost) ||
        !GetFileInformationByHandle(handle, &information)) {
        return {};
    }
    const auto* const name = reinterpret_cast<const FILE_NAME_INFO*>(bytes.data());
    return std::to_wstring(information.dwVolumeSerialNumber) +
           std::wstring(name->FileName, name->FileNameLength / sizeof(wchar_t));
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
    std::wstring pathOnVolume;

    bool isAbove(HANDLE file) const {
        // Some virtual drives cannot tell the path, nor can Wine 8 if it has more than 260 characters.
        const std::wstring found = assimp_md2::finalPath(file);
        return found.empty() ? liesBeneath(pathOnVolume, assimp_md2::pathOnVolume(file))
                             : liesBeneath(finalPath, found);
    }
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
    if (!opened.isValid() || typeOf(path) != PathType::Folder) {
        return std::nullopt;
    }
    return LocalFolder(
        std::make_shared<Handle>(Handle{folder, finalPath(opened.get()), pathOnVolume(opened.get())}), path);
}

std::optional<LocalFile> LocalFolder::openFile(const std::string& path) const {
    if (isAbsolute(path)) {
        return std::nullopt;
    }
    std::optional<LocalFile> file = LocalFile::open(utf8Of(handle_->path / fileSystemPath(path)));
    return file && handle_->isAbove(file->handle_->opened.get()) ? file : std::nullopt;
}

std::optional<std::vector<std::string>> LocalFolder::entries(const std::string& path,
                                                             std::size_t most) const {
    const fs::path folder = path.empty() ? handle_->path : handle_->path / fileSystemPath(path);
    const Opened opened = openPath(folder, 0, FILE_FLAG_BACKUP_SEMANTICS);
    if (isAbsolute(path) || !opened.isValid() || (!path.empty() && !handle_->isAbove(opened.get()))) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    bool isComplete = true;
    const bool isListed = listFolder(utf8Of(folder), [&](FolderEntry entry) {
        isComplete = names.size() < most;
        if (isComplete) {
            names.push_back(std::move(entry.name));
        }
        return isComplete;
    });
    return isListed && isComplete ? std::optional(std::move(names)) : std::nullopt;
}

fs::path windowsPath(const fs::path& path) {
    constexpr std::size_t kMostOfFolder = 247; // CreateDirectoryW takes no more
    std::wstring whole(GetFullPathNameW(path.c_str(), 0, nullptr, nullptr), L'\0');
    whole.resize(GetFullPathNameW(path.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
    if (whole.size() <= kMostOfFolder || whole.rfind(L"\\\\?\\", 0) == 0) {
        return path;
    }
    return whole.rfind(L"\\\\", 0) == 0 ? L"\\\\?\\UNC" + whole.substr(1) : L"\\\\?\\" + whole;
}

PathType typeOf(const std::string& path) {
    const Opened opened = openPath(fileSystemPath(path), 0, FILE_FLAG_BACKUP_SEMANTICS);
    BY_HANDLE_FILE_INFORMATION information{};
    return !opened.isValid()                                                ? PathType::Nothing
           : isRegular(opened.get(), information)                           ? PathType::File
           : (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? PathType::Folder
                                                                            : PathType::Other;
}

std::pair<std::uint64_t, std::uint64_t> placeOf(const std::string& path) {
    const Opened opened = openPath(fileSystemPath(path), 0, FILE_FLAG_BACKUP_SEMANTICS);
    BY_HANDLE_FILE_INFORMATION information{};
    if (!opened.isValid() || GetFileInformationByHandle(opened.get(), &information) == 0) {
        return {};
    }
    return {information.dwVolumeSerialNumber,
            std::uint64_t{information.nFileIndexHigh} << 32 | information.nFileIndexLow};
}

bool listFolder(const std::string& path, const std::function<bool(FolderEntry)>& take) {
    // fs::directory_iterator of MinGW takes at most 260 characters.
    WIN32_FIND_DATAW found{};
    const HANDLE search = FindFirstFileW((windowsPath(fileSystemPath(path)) / L"*").c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) {
        return false;
    }
    bool wantsMore = true;
    do {
        const std::string name = utf8Of(fs::path(found.cFileName));
        const bool isLink =
            (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
            (found.dwReserved0 == IO_REPARSE_TAG_SYMLINK || found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT);
        const bool isFolder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        if (name != "." && name != "..") {
            wantsMore = take({name, !isFolder ? PathType::File
                                    : isLink  ? PathType::Other
                                              : PathType::Folder});
        }
    } while (wantsMore && FindNextFileW(search, &found) != 0);
    const bool isListed = !wantsMore || GetLastError() == ERROR_NO_MORE_FILES;
    FindClose(search);
    return isListed;
}

std::error_code makeFolders(const std::string& path) {
    const fs::path folder = fileSystemPath(path);
    const auto make = [&] { return CreateDirectoryW(windowsPath(folder).c_str(), nullptr) != 0; };
    if (typeOf(path) == PathType::Folder || make()) {
        return {};
    }
    std::error_code error(static_cast<int>(GetLastError()), std::system_category());
    if (error.value() == ERROR_PATH_NOT_FOUND && folder.has_parent_path() && folder.parent_path() != folder) {
        error = makeFolders(utf8Of(folder.parent_path()));
        if (!error && !make()) {
            error.assign(static_cast<int>(GetLastError()), std::system_category());
        }
    }
    // Another process may have made the folder meanwhile.
    return typeOf(path) == PathType::Folder ? std::error_code() : error;
}

void removeFile(const std::string& path) {
    DeleteFileW(windowsPath(fileSystemPath(path)).c_str());
}

bool isFree(const std::string& path) {
    return GetFileAttributesW(windowsPath(fileSystemPath(path)).c_str()) == INVALID_FILE_ATTRIBUTES &&
           (GetLastError() == ERROR_FILE_NOT_FOUND || GetLastError() == ERROR_PATH_NOT_FOUND);
}

} // namespace assimp_md2

#endif
