// SPDX-License-Identifier: BSD-3-Clause
// Files of Windows. Every check looks at what was opened, not at its name, so that nothing can be exchanged
// between the check and the use.
#if defined(_WIN32)
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"
#include "importer/files/windows_file.h"

#include <algorithm>
#include <array>

namespace assimp_md2::inner {

namespace fs = std::filesystem;

namespace {

/// The volume and the path there, with all links resolved. Not GetFinalPathNameByHandle, which fails on some
/// virtual drives.
std::wstring pathOnVolume(const SystemFile& file) {
    constexpr std::size_t kMost = std::size_t{1} << 16;
    alignas(FILE_NAME_INFO) std::array<std::uint8_t, kMost> bytes;
    BY_HANDLE_FILE_INFORMATION information{};
    if (!GetFileInformationByHandleEx(handleOf(file), FileNameInfo, bytes.data(), kMost) ||
        !GetFileInformationByHandle(handleOf(file), &information)) {
        return {};
    }
    const auto* const name = reinterpret_cast<const FILE_NAME_INFO*>(bytes.data());
    return std::to_wstring(information.dwVolumeSerialNumber) +
           std::wstring(name->FileName, name->FileNameLength / sizeof(wchar_t));
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

SystemFile openPath(const std::string& path, DWORD access, DWORD disposition) {
    return SystemFile(reinterpret_cast<std::intptr_t>(
        CreateFileW(windowsPath(fileSystemPath(path)).c_str(), access,
                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, disposition,
                    access == GENERIC_WRITE ? FILE_ATTRIBUTE_NORMAL : FILE_FLAG_BACKUP_SEMANTICS, nullptr)));
}

PathType typeOf(const std::string& path) {
    return openPath(path, 0).status().type;
}

SystemFile SystemFile::open(const std::string& path) {
    return openPath(path, GENERIC_READ);
}

SystemFile SystemFile::openBeneath(const std::string& folder, const std::string& path) {
    std::wstring root = pathOnVolume(openPath(folder, 0));
    root += !root.empty() && root.back() == L'\\' ? L"" : L"\\";
    SystemFile file = openPath(utf8Of(fileSystemPath(folder) / fileSystemPath(path)), GENERIC_READ);
    const bool isBeneath = pathOnVolume(file).compare(0, root.size(), root) == 0;
    return isBeneath ? std::move(file) : SystemFile();
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
            {joined(information.nFileSizeHigh, information.nFileSizeLow),
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

std::error_code SystemFile::close() {
    const bool hasFailed = isOpen() && !CloseHandle(reinterpret_cast<HANDLE>(std::exchange(handle_, kNone)));
    return hasFailed ? std::error_code(static_cast<int>(GetLastError()), std::system_category())
                     : std::error_code();
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

} // namespace assimp_md2::inner

#endif
