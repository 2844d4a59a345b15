// SPDX-License-Identifier: BSD-3-Clause
// Safe access to files of the file system: what every operating system shares.
#include "files/local_files.h"

#include "base/paths.h"
#include "files/file_system_path.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace assimp_md2 {

bool LocalFile::hasChanged() const {
    return LocalFile(handle_).identity_ != identity_;
}

FileBytes LocalFile::readBeginning(std::size_t most) const {
    FileBytes bytes(static_cast<std::size_t>(std::min<std::uint64_t>(most, size_)));
    bytes.setSize(readAt(0, bytes.data(), bytes.capacity()));
    return bytes;
}

Result<FileBytes> LocalFile::read(const FileLimit& limit, std::string_view path) const {
    if (auto error = limit.refuse(path, size_)) {
        return tl::unexpected(std::move(*error));
    }
    return readBeginning(static_cast<std::size_t>(size_));
}

LocalFolder::LocalFolder(std::shared_ptr<const Handle> handle, const std::string& path)
    : handle_(std::move(handle)) {
    std::error_code error;
    // lexically_normal would be wrong here: `..` after a symbolic link refers to the parent of its target.
    const std::filesystem::path absolute = std::filesystem::absolute(fileSystemPath(path), error);
    path_ = error ? path : utf8Of(absolute);
}

bool isFree(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::symlink_status(fileSystemPath(path), ignored).type() ==
           std::filesystem::file_type::not_found;
}

std::optional<FilesBeneath> LocalFolder::filesBeneath(std::size_t most) const {
    namespace fs = std::filesystem;
    // This loop only collects names. Files may be replaced meanwhile, because openFile checks what it opens.
    FilesBeneath result;
    std::vector<std::string>& files = result.files;
    std::vector<std::string> folders{std::string()};
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const std::string folder = folders[i];
        std::error_code error;
        fs::directory_iterator entry(fileSystemPath(joined(path_, folder)), error);
        for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
            std::error_code ignored;
            const std::string path = joined(folder, utf8Of(entry->path().filename()));
            // Neither a symbolic link nor a junction of Windows is a directory by itself.
            // The listing answers is_directory() for most files, without a system call.
            std::error_code isUnknown; // the path is too long
            if (entry->is_directory(ignored) &&
                (entry->symlink_status(isUnknown).type() == fs::file_type::directory || isUnknown)) {
                folders.push_back(path);
            } else if (entry->is_regular_file(ignored)) {
                files.push_back(path);
            }
            result.folders = folders.size() - 1;
            if (files.size() + result.folders > most) {
                result.isComplete = false;
                return result;
            }
        }
        if (error && folder.empty()) {
            return std::nullopt;
        }
        if (error) {
            result.unreadable.push_back(folder);
        }
    }
    return result;
}

std::string absoluteFolder(const std::string& folder) {
    std::error_code error;
    const std::filesystem::path absolute =
        std::filesystem::absolute(fileSystemPath(folder), error).lexically_normal();
    if (error) {
        return folder;
    }
    const std::string path = utf8Of(absolute);
    return path.size() > 1 && path.back() == '/' ? path.substr(0, path.size() - 1) : path;
}

} // namespace assimp_md2
