// SPDX-License-Identifier: BSD-3-Clause
// Files of Windows. Every check looks at what was opened, not at its name, so that nothing can be exchanged
// between the check and the use.
#if defined(_WIN32)
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"

#include <algorithm>
#include <array>
#include <filesystem>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

namespace assimp_md2 {

namespace fs = std::filesystem;

namespace {

HANDLE handleOf(const SystemFile& file) {
    return reinterpret_cast<HANDLE>(file.handle());
}

/// Opens files, and folders as well if they are not to be written.
SystemFile openPath(const std::string& path, DWORD access, DWORD disposition = OPEN_EXISTING) {
    return SystemFile(reinterpret_cast<std::intptr_t>(
        CreateFileW(windowsPath(fileSystemPath(path)).c_str(), access,
                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, disposition,
                    access == GENERIC_WRITE ? FILE_ATTRIBUTE_NORMAL : FILE_FLAG_BACKUP_SEMANTICS, nullptr)));
}

std::error_code errorIf(bool hasFailed) {
    return hasFailed ? std::error_code(static_cast<int>(GetLastError()), std::system_category())
                     : std::error_code();
}

/// The path with all links resolved, as `\\?\C:\folder\file`; empty if the drive cannot tell it.
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

} // namespace

fs::path windowsPath(const fs::path& path) {
    constexpr std::size_t kMostOfFolder = 247; // CreateDirectoryW takes no more
    std::wstring whole(GetFullPathNameW(path.c_str(), 0, nullptr, nullptr), L'\0');
    whole.resize(GetFullPathNameW(path.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
    if (whole.size() <= kMostOfFolder || whole.rfind(L"\\\\?\\", 0) == 0) {
        return path;
    }
    return whole.rfind(L"\\\\", 0) == 0 ? L"\\\\?\\UNC" + whole.substr(1) : L"\\\\?\\" + whole;
}

FileStatus statusOf(const std::string& path) {
    return openPath(path, 0).status();
}

SystemFile SystemFile::open(const std::string& path) {
    return openPath(path, GENERIC_READ);
}

SystemFile SystemFile::openBeneath(const std::string& folder, const std::string& path) {
    const SystemFile root = openPath(folder, 0);
    SystemFile file = openPath(utf8Of(fileSystemPath(folder) / fileSystemPath(path)), GENERIC_READ);
    // Some virtual drives cannot tell the path, nor can Wine 8 if it has more than 260 characters.
    const std::wstring found = finalPath(handleOf(file));
    const bool isBeneath = found.empty()
                               ? liesBeneath(pathOnVolume(handleOf(root)), pathOnVolume(handleOf(file)))
                               : liesBeneath(finalPath(handleOf(root)), found);
    return isBeneath ? std::move(file) : SystemFile();
}

SystemFile SystemFile::openForWriting(const std::string& path, std::error_code& error) {
    SystemFile file = openPath(path, GENERIC_WRITE);
    error = errorIf(!file.isOpen() && GetLastError() != ERROR_FILE_NOT_FOUND);
    // A link to a file that does not exist is not followed.
    if (!file.isOpen() && !error && !isFree(path)) {
        error.assign(ERROR_FILE_NOT_FOUND, std::system_category());
    }
    return file;
}

SystemFile SystemFile::createNew(const std::string& path, const SystemFile& /*old*/, std::error_code& error) {
    SystemFile file = openPath(path, GENERIC_WRITE, CREATE_NEW);
    error = errorIf(!file.isOpen());
    return file;
}

FileStatus SystemFile::status() const {
    BY_HANDLE_FILE_INFORMATION information{};
    if (!isOpen()) {
        return {};
    }
    if (GetFileType(handleOf(*this)) != FILE_TYPE_DISK ||
        !GetFileInformationByHandle(handleOf(*this), &information)) {
        return {PathType::Other};
    }
    const auto joined = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; };
    return {(information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? PathType::Folder
                                                                           : PathType::File,
            {information.dwVolumeSerialNumber, joined(information.nFileIndexHigh, information.nFileIndexLow),
             joined(information.nFileSizeHigh, information.nFileSizeLow),
             joined(information.ftLastWriteTime.dwHighDateTime, information.ftLastWriteTime.dwLowDateTime)}};
}

std::size_t SystemFile::readAt(std::uint64_t offset, std::uint8_t* destination, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
        // With an OVERLAPPED, the file position of the handle, which threads share, is not used.
        OVERLAPPED place{};
        place.Offset = static_cast<DWORD>(offset + done);
        place.OffsetHigh = static_cast<DWORD>((offset + done) >> 32);
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(size - done, 1U << 30));
        if (!ReadFile(handleOf(*this), destination + done, wanted, &count, &place) || count == 0) {
            break;
        }
        done += count;
    }
    return done;
}

std::error_code SystemFile::startWriting() {
    return {};
}

std::error_code SystemFile::write(const void* bytes, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    while (size > 0) {
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(size, 1U << 30));
        if (!WriteFile(handleOf(*this), from, wanted, &count, nullptr)) {
            return errorIf(true);
        }
        if (count == 0) {
            return std::make_error_code(std::errc::io_error); // a device that accepts nothing
        }
        from += count;
        size -= count;
    }
    return {};
}

std::error_code SystemFile::close() {
    return errorIf(isOpen() && !CloseHandle(reinterpret_cast<HANDLE>(std::exchange(handle_, kNone))));
}

std::error_code replaceFile(const std::string& file, const std::string& target) {
    // Something else may read the target for a moment: another export, or a virus scanner.
    constexpr int kMostAttempts = 200;
    constexpr DWORD kMilliseconds = 10;
    for (int attempt = 1;; ++attempt) {
        const bool isReplaced =
            MoveFileExW(windowsPath(fileSystemPath(file)).c_str(),
                        windowsPath(fileSystemPath(target)).c_str(), MOVEFILE_REPLACE_EXISTING) != 0;
        const std::error_code error = errorIf(!isReplaced);
        if (attempt == kMostAttempts ||
            (error.value() != ERROR_ACCESS_DENIED && error.value() != ERROR_SHARING_VIOLATION)) {
            return error;
        }
        Sleep(kMilliseconds);
    }
}

std::optional<std::string> linkTarget(const std::string& path) {
    const std::wstring target = finalPath(handleOf(openPath(path, 0)));
    // Paths with a drive letter need the `\\?\` in front of them only if they are long, see windowsPath.
    const bool hasDrive = target.size() > 5 && target[5] == L':';
    return target.empty() ? path : utf8Of(hasDrive ? target.substr(4) : target);
}

std::uint64_t processNumber() {
    return GetCurrentProcessId();
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
    // fs::create_directories of MinGW takes at most 260 characters.
    const fs::path folder = fileSystemPath(path);
    const auto make = [&] { return errorIf(!CreateDirectoryW(windowsPath(folder).c_str(), nullptr)); };
    std::error_code error = make();
    if (error.value() == ERROR_PATH_NOT_FOUND && folder.has_parent_path() && folder.parent_path() != folder) {
        error = makeFolders(utf8Of(folder.parent_path()));
        error = error ? error : make();
    }
    // It existed before, or another process has made it meanwhile.
    return statusOf(path).type == PathType::Folder ? std::error_code() : error;
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
