// SPDX-License-Identifier: BSD-3-Clause
// Writes a file of the file system: completely, or not at all.
#pragma once

#include "importer/base/error.h"
#include "importer/files/system_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

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
    static Result<std::unique_ptr<LocalOutput>> create(const std::string& path);

    ~LocalOutput();
    LocalOutput(const LocalOutput&) = delete;
    LocalOutput& operator=(const LocalOutput&) = delete;

    /// \return false if the bytes cannot be written; finish() then returns the reason
    bool write(const void* bytes, std::size_t size);

    /// Closes the file.
    ///
    /// \return an error when not all bytes were written
    std::optional<Error> finish();

    /// Renames the finished file, which keeps the permissions of the file that it replaces (not on Windows).
    ///
    /// \return an error when that is not possible; the previous file then stays as it is
    std::optional<Error> replaceTarget();

private:
    explicit LocalOutput(std::string path) : path_(std::move(path)) {}
    std::error_code open();

    std::string path_;      ///< as the caller has named it, for messages
    std::string target_;    ///< where the links of `path_` lead
    std::string temporary_; ///< empty: the file is written to directly, or has replaced its target
    SystemFile file_;
    std::error_code failure_; ///< the first one
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
