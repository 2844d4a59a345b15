// SPDX-License-Identifier: BSD-3-Clause
// Writes a file of the file system: completely, or not at all.
#pragma once

#include "base/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace assimp_md2 {

/// A file that is being written. It gets a temporary name in the folder of its target and replaces the target
/// when it is complete. Pipes and devices are written to directly. The destructor removes a file that has not
/// replaced its target.
class LocalOutput {
public:
    /// Creates the temporary file, or opens the pipe or device. Follows symbolic links. A file that exists
    /// does not change; only its permissions are read.
    ///
    /// \param path UTF-8
    /// \return an error if the file or its folder may not be written to, if the path names a folder, or a
    ///         pipe that nobody reads
    static Result<LocalOutput> create(const std::string& path);

    LocalOutput(LocalOutput&&) noexcept;
    LocalOutput& operator=(LocalOutput&&) noexcept;
    ~LocalOutput();

    /// \return false if the bytes cannot be written; finish() then returns the reason
    bool write(const void* bytes, std::size_t size);

    /// Closes the file.
    ///
    /// \return an error when not all bytes were written
    std::optional<Error> finish();

    /// Renames the finished file, which keeps the permissions of the file that it replaces.
    ///
    /// \return an error when that is not possible; the previous file then stays as it is
    std::optional<Error> replaceTarget();

private:
    struct State;
    explicit LocalOutput(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

/// The path that an output replaces: where the links at the end of its path lead.
std::string outputTarget(const std::string& path);

/// The folder in which create() makes the temporary file for a path: that of the target, after links.
std::string temporaryFolderOf(const std::string& path);

/// The start of the names of incomplete files that a process writes.
inline std::string temporaryPrefix(std::uint64_t process) {
    return ".assimp-md2-" + std::to_string(process) + "-";
}

} // namespace assimp_md2
