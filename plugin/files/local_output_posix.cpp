// SPDX-License-Identifier: BSD-3-Clause
// Writes a file of a POSIX system: completely, or not at all.
#if !defined(_WIN32)
#include "files/local_output.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace assimp_md2 {
namespace {

namespace fs = std::filesystem;

/// Does not make a terminal the controlling terminal.
constexpr int kOutputFlags = O_WRONLY | O_CLOEXEC | O_NOCTTY;

Error outputFailed(const std::string& path, const char* what, int code) {
    return Error{ErrorCode::Other,
                 "the file " + path + " cannot be " + what + ": " + std::generic_category().message(code)};
}

/// Follows the links at the end of a path. The last target need not exist.
///
/// \return nothing if a link leads to an open file, as /dev/stdout and /dev/fd/3 do under Linux. Such a link
///         is in /proc and also has a path as its text, but a new file of that path would not be the open one
std::optional<fs::path> targetOf(fs::path path) {
    constexpr int kMostLinks = 40; // as Linux, which opens no longer chain
    struct stat proc {};
    const bool hasProc = stat("/proc/self", &proc) == 0;
    struct stat link {};
    for (int i = 0; i < kMostLinks && lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode); ++i) {
        if (hasProc && link.st_dev == proc.st_dev) {
            return std::nullopt;
        }
        std::error_code ignored; // the link has just been there
        path = path.parent_path() / fs::read_symlink(path, ignored);
    }
    return path;
}

} // namespace

struct LocalOutput::State {
    std::string path;     ///< as the caller has named it, for messages
    fs::path target{};    ///< where the links of `path` lead
    fs::path temporary{}; ///< empty: the file is written to directly, or has replaced its target
    int descriptor = -1;
    int failure = 0; ///< errno of the first failure

    explicit State(std::string name) : path(std::move(name)) {}
    ~State() {
        if (descriptor >= 0) {
            close(descriptor);
        }
        if (!temporary.empty()) {
            unlink(temporary.c_str());
        }
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    /// \param mode of the new file, without the bits of the umask
    /// \return false when no file can be created; errno says why
    bool createTemporary(mode_t mode) {
        // Another thread may have the same number, and so may a process of another container.
        constexpr int kMostAttempts = 1000;
        const auto number = std::chrono::system_clock::now().time_since_epoch().count();
        for (int i = 0; i < kMostAttempts; ++i) {
            temporary = target.parent_path() / (temporaryPrefix(static_cast<std::uint64_t>(getpid())) +
                                                std::to_string(number + i) + ".tmp");
            descriptor = open(temporary.c_str(), kOutputFlags | O_CREAT | O_EXCL, mode);
            if (descriptor >= 0) {
                return true;
            }
            if (errno != EEXIST) {
                break;
            }
        }
        temporary.clear();
        return false;
    }
};

LocalOutput::LocalOutput(std::unique_ptr<State> state) : state_(std::move(state)) {}
LocalOutput::LocalOutput(LocalOutput&&) noexcept = default;
LocalOutput& LocalOutput::operator=(LocalOutput&&) noexcept = default;
LocalOutput::~LocalOutput() = default;

Result<LocalOutput> LocalOutput::create(const std::string& path) {
    auto state = std::make_unique<State>(path);
    // Opening tells whether the file may be written to, and whether a pipe has a reader. It changes nothing.
    do {
        state->descriptor = open(path.c_str(), kOutputFlags | O_NONBLOCK);
    } while (state->descriptor < 0 && errno == EINTR);
    if (state->descriptor < 0 && errno == EWOULDBLOCK) {
        state->descriptor = open(path.c_str(), kOutputFlags); // waits until a file server gives up its lease
    }
    if (state->descriptor < 0 && errno != ENOENT) {
        const int code = errno;
        return tl::unexpected(
            code == ENXIO ? Error{ErrorCode::Other,
                                  "the file " + path + " cannot be written: no program reads this pipe"}
                          : outputFailed(path, "written", code));
    }
    struct stat before {};
    const bool exists = state->descriptor >= 0;
    if (exists && fstat(state->descriptor, &before) != 0) {
        return tl::unexpected(outputFailed(path, "written", errno));
    }
    const std::optional<fs::path> target = targetOf(path);
    if (exists && (!target || !S_ISREG(before.st_mode))) {
        // What follows may wait for the reader of a pipe.
        fcntl(state->descriptor, F_SETFL, fcntl(state->descriptor, F_GETFL) & ~O_NONBLOCK);
        if (S_ISREG(before.st_mode) && ftruncate(state->descriptor, 0) != 0) {
            return tl::unexpected(outputFailed(path, "written", errno));
        }
        return LocalOutput(std::move(state));
    }
    if (exists) {
        close(std::exchange(state->descriptor, -1));
    }
    state->target = target.value_or(path);
    constexpr mode_t kPermissions = 0777;
    constexpr mode_t kOfOwner = 0700;
    if (!state->createTemporary(exists ? before.st_mode & kOfOwner : 0666)) {
        return tl::unexpected(outputFailed(path, "written", errno));
    }
    if (exists) {
        mode_t mode = before.st_mode & kPermissions;
        // Only root can give a file to its old owner. Others keep the group if they are in it. If they are
        // not, the permissions of the old group must not go to another one.
        constexpr mode_t kOfGroup = 0070;
        if (fchown(state->descriptor, before.st_uid, before.st_gid) != 0 &&
            fchown(state->descriptor, static_cast<uid_t>(-1), before.st_gid) != 0) {
            mode &= ~kOfGroup;
        }
        if (fchmod(state->descriptor, mode) != 0) {
            // File systems without permissions, such as FAT, refuse it. The file then has those of open().
        }
    }
    return LocalOutput(std::move(state));
}

bool LocalOutput::write(const void* bytes, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    while (size > 0 && state_->failure == 0) {
        const ssize_t count = ::write(state_->descriptor, from, size);
        if (count > 0) {
            from += count;
            size -= static_cast<std::size_t>(count);
        } else if (count == 0) {
            state_->failure = EIO; // a device that accepts nothing
        } else if (errno != EINTR) {
            state_->failure = errno;
        }
    }
    return state_->failure == 0;
}

std::optional<Error> LocalOutput::finish() {
    // Some file systems report a full disk or quota only here.
    if (close(std::exchange(state_->descriptor, -1)) != 0 && errno != EINTR && state_->failure == 0) {
        state_->failure = errno;
    }
    return state_->failure == 0 ? std::nullopt
                                : std::optional(outputFailed(state_->path, "written", state_->failure));
}

std::optional<Error> LocalOutput::replaceTarget() {
    if (state_->temporary.empty()) {
        return std::nullopt;
    }
    if (rename(state_->temporary.c_str(), state_->target.c_str()) != 0) {
        return outputFailed(state_->path, "replaced", errno);
    }
    state_->temporary.clear();
    return std::nullopt;
}

std::string outputTarget(const std::string& path) {
    return targetOf(path).value_or(path).native();
}

std::string temporaryFolderOf(const std::string& path) {
    return fs::path(outputTarget(path)).parent_path().native();
}

} // namespace assimp_md2

#endif
