// SPDX-License-Identifier: BSD-3-Clause
// Writes, replaces and compares files of Windows.
#if defined(_WIN32)
#include "gltf/files/system_output.h"

#include "importer/files/file_system_path.h"
#include "importer/files/windows_file.h"

#include <algorithm>
#include <filesystem>

namespace assimp_md2::inner {

namespace fs = std::filesystem;

namespace {

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

} // namespace

SystemFile openForWriting(const std::string& path, std::error_code& error) {
    SystemFile file = openPath(path, GENERIC_WRITE);
    error = errorIf(!file.isOpen() && GetLastError() != ERROR_FILE_NOT_FOUND);
    // A link to a file that does not exist is not followed.
    if (!file.isOpen() && !error && !isFree(path).value_or(true)) {
        error.assign(ERROR_FILE_NOT_FOUND, std::system_category());
    }
    return file;
}

SystemFile createFile(const std::string& path, const SystemFile& /*old*/, std::error_code& error) {
    // Windows gives a file the permissions of its folder.
    SystemFile file = openPath(path, GENERIC_WRITE, CREATE_NEW);
    error = errorIf(!file.isOpen());
    if (error.value() == ERROR_FILE_EXISTS) {
        error = std::make_error_code(std::errc::file_exists);
    }
    return file;
}

std::error_code startWriting(SystemFile& /*file*/) {
    return {};
}

std::error_code writeTo(SystemFile& file, const void* bytes, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    while (size > 0) {
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(size, 1U << 30));
        if (!WriteFile(handleOf(file), from, wanted, &count, nullptr)) {
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

std::error_code makeFolders(const std::string& path) {
    // std::filesystem::create_directories of MinGW takes at most 260 characters.
    const fs::path folder = fileSystemPath(path);
    const auto make = [&] { return errorIf(!CreateDirectoryW(windowsPath(folder).c_str(), nullptr)); };
    std::error_code error = make();
    if (error.value() == ERROR_PATH_NOT_FOUND && folder.has_parent_path() && folder.parent_path() != folder) {
        error = makeFolders(utf8Of(folder.parent_path()));
        error = error ? error : make();
    }
    // It existed before, or another process has made it meanwhile.
    return typeOf(path) == PathType::Folder ? std::error_code() : error;
}

void removeFile(const std::string& path) {
    DeleteFileW(windowsPath(fileSystemPath(path)).c_str());
}

Result<bool> isFree(const std::string& path) {
    const std::error_code error =
        errorIf(GetFileAttributesW(windowsPath(fileSystemPath(path)).c_str()) == INVALID_FILE_ATTRIBUTES);
    if (error && error.value() != ERROR_FILE_NOT_FOUND && error.value() != ERROR_PATH_NOT_FOUND) {
        return failure("the file " + path + " cannot be written: " + error.message());
    }
    return static_cast<bool>(error);
}

FileId fileIdOf(const SystemFile& file) {
    BY_HANDLE_FILE_INFORMATION information{};
    return GetFileInformationByHandle(handleOf(file), &information)
               ? FileId(information.dwVolumeSerialNumber,
                        std::uint64_t{information.nFileIndexHigh} << 32 | information.nFileIndexLow)
               : FileId();
}

FileId fileIdOf(const std::string& path) {
    return fileIdOf(openPath(path, 0));
}

} // namespace assimp_md2::inner

#endif
