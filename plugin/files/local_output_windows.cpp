// SPDX-License-Identifier: BSD-3-Clause
// Writes a file of Windows: completely, or not at all.
#if defined(_WIN32)
#include "files/file_system_path.h"
#include "files/local_output.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

namespace assimp_md2 {
namespace {

namespace fs = std::filesystem;

Error outputFailed(const std::string& path, const char* what, DWORD code) {
    return Error{ErrorCode::Other, "the file " + path + " cannot be " + what + ": " +
                                       std::system_category().message(static_cast<int>(code))};
}

/// The path with all links resolved, as `\\?\C:\folder\file`.
fs::path resolvedPath(HANDLE file) {
    std::wstring path(GetFinalPathNameByHandleW(file, nullptr, 0, FILE_NAME_NORMALIZED), L'\0');
    path.resize(GetFinalPathNameByHandleW(file, path.data(), static_cast<DWORD>(path.size() + 1),
                                          FILE_NAME_NORMALIZED));
    return path;
}

/// Lets one thread of all processes with this library replace a file, or see whether it exists. ReplaceFileW
/// leaves no file for a moment, fails when two calls have the same target, and then leaves temporary files.
class OneAtATime {
public:
    OneAtATime() : mutex_(CreateMutexW(nullptr, FALSE, L"Local\\assimp-md2-replace")) {
        constexpr DWORD kMilliseconds = 10'000; // a process that hangs must not stop others
        const DWORD result = WaitForSingleObject(mutex_, kMilliseconds);
        isOwned_ = result == WAIT_OBJECT_0 || result == WAIT_ABANDONED;
    }
    ~OneAtATime() {
        if (isOwned_) {
            ReleaseMutex(mutex_);
        }
        if (mutex_ != nullptr) {
            CloseHandle(mutex_);
        }
    }
    OneAtATime(const OneAtATime&) = delete;
    OneAtATime& operator=(const OneAtATime&) = delete;

private:
    HANDLE mutex_;
    bool isOwned_ = false;
};

} // namespace

struct LocalOutput::State {
    std::string path; ///< as the caller has named it, for messages
    fs::path target{};
    fs::path temporary{}; ///< empty: the file is written to directly, or has replaced its target
    bool exists = false;  ///< the target
    HANDLE handle = INVALID_HANDLE_VALUE;
    DWORD failure = ERROR_SUCCESS; ///< the first one

    explicit State(std::string name) : path(std::move(name)), target(windowsPath(fileSystemPath(path))) {}
    ~State() {
        if (handle != INVALID_HANDLE_VALUE) {
            CloseHandle(handle);
        }
        if (!temporary.empty()) {
            DeleteFileW(temporary.c_str());
        }
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    /// \return false when no file can be created; GetLastError says why
    bool createTemporary() {
        constexpr int kMostAttempts = 1000;
        const auto number = std::chrono::system_clock::now().time_since_epoch().count();
        for (int i = 0; i < kMostAttempts; ++i) {
            temporary = windowsPath(target.parent_path() / (temporaryPrefix(GetCurrentProcessId()) +
                                                            std::to_string(number + i) + ".tmp"));
            handle = CreateFileW(temporary.c_str(), GENERIC_WRITE, FILE_SHARE_READ, nullptr, CREATE_NEW,
                                 FILE_ATTRIBUTE_NORMAL, nullptr);
            if (handle != INVALID_HANDLE_VALUE) {
                return true;
            }
            if (GetLastError() != ERROR_FILE_EXISTS) {
                break;
            }
        }
        const DWORD code = GetLastError();
        temporary.clear();
        SetLastError(code);
        return false;
    }

    /// \return false when the temporary file cannot take the place of the target; GetLastError says why
    bool replaceTarget() const {
        // ReplaceFile keeps the attributes and the permissions of the file that it replaces.
        constexpr DWORD kFlags = REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
        return exists
                   ? ReplaceFileW(target.c_str(), temporary.c_str(), nullptr, kFlags, nullptr, nullptr) != 0
                   : MoveFileExW(temporary.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING) != 0;
    }
};

LocalOutput::LocalOutput(std::unique_ptr<State> state) : state_(std::move(state)) {}
LocalOutput::LocalOutput(LocalOutput&&) noexcept = default;
LocalOutput& LocalOutput::operator=(LocalOutput&&) noexcept = default;
LocalOutput::~LocalOutput() = default;

Result<LocalOutput> LocalOutput::create(const std::string& path) {
    auto state = std::make_unique<State>(path);
    const OneAtATime oneAtATime;
    // Opening tells whether the file may be written to: it is not read-only and no folder. It changes
    // nothing.
    state->handle = CreateFileW(state->target.c_str(), GENERIC_WRITE,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                OPEN_EXISTING, 0, nullptr);
    state->exists = state->handle != INVALID_HANDLE_VALUE;
    // A link to a file that does not exist is not followed: GetFileAttributesW finds the link itself.
    if (!state->exists && (GetLastError() != ERROR_FILE_NOT_FOUND ||
                           GetFileAttributesW(state->target.c_str()) != INVALID_FILE_ATTRIBUTES)) {
        return tl::unexpected(outputFailed(path, "written", GetLastError()));
    }
    if (state->exists) {
        if (GetFileType(state->handle) != FILE_TYPE_DISK) {
            return LocalOutput(std::move(state));
        }
        // Some virtual drives cannot tell the path.
        if (fs::path resolved = resolvedPath(state->handle); !resolved.empty()) {
            state->target = std::move(resolved);
        }
        CloseHandle(std::exchange(state->handle, INVALID_HANDLE_VALUE));
    }
    if (!state->createTemporary()) {
        return tl::unexpected(outputFailed(path, "written", GetLastError()));
    }
    return LocalOutput(std::move(state));
}

bool LocalOutput::write(const void* bytes, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    while (size > 0 && state_->failure == ERROR_SUCCESS) {
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(size, 1U << 30));
        if (!WriteFile(state_->handle, from, wanted, &count, nullptr)) {
            state_->failure = GetLastError();
        } else if (count == 0) {
            state_->failure = ERROR_WRITE_FAULT; // a device that accepts nothing
        }
        from += count;
        size -= count;
    }
    return state_->failure == ERROR_SUCCESS;
}

std::optional<Error> LocalOutput::finish() {
    if (!CloseHandle(std::exchange(state_->handle, INVALID_HANDLE_VALUE)) &&
        state_->failure == ERROR_SUCCESS) {
        state_->failure = GetLastError();
    }
    return state_->failure == ERROR_SUCCESS
               ? std::nullopt
               : std::optional(outputFailed(state_->path, "written", state_->failure));
}

std::optional<Error> LocalOutput::replaceTarget() {
    if (state_->temporary.empty()) {
        return std::nullopt;
    }
    const OneAtATime oneAtATime;
    // Something else may read the file for a moment: another export, or a virus scanner.
    constexpr int kMostAttempts = 50;
    constexpr DWORD kMilliseconds = 10;
    for (int attempt = 1; !state_->replaceTarget(); ++attempt) {
        const DWORD code = GetLastError();
        if (attempt == kMostAttempts || (code != ERROR_ACCESS_DENIED && code != ERROR_SHARING_VIOLATION)) {
            return outputFailed(state_->path, "replaced", code);
        }
        Sleep(kMilliseconds);
    }
    state_->temporary.clear();
    return std::nullopt;
}

std::string outputTarget(const std::string& path) {
    std::error_code error;
    const fs::path target = fs::canonical(fileSystemPath(path), error);
    return error ? path : utf8Of(target);
}

std::string temporaryFolderOf(const std::string& path) {
    return utf8Of(fileSystemPath(outputTarget(path)).parent_path());
}

} // namespace assimp_md2

#endif
