// SPDX-License-Identifier: BSD-3-Clause
// Safe access to files of the file system: what every operating system shares.
#include "io/local_files.h"

#include "io/file_system_path.h"

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

Result<FileBytes> LocalFile::read(std::uint64_t limit) const {
    if (size_ > limit) {
        Error error{ErrorCode::FileTooLarge, Section::File};
        error.needed = size_;
        error.available = limit;
        return tl::unexpected(error);
    }
    return readBeginning(static_cast<std::size_t>(size_));
}

std::optional<std::vector<std::string>> LocalFolder::filesBeneath(std::size_t most) const {
    namespace fs = std::filesystem;
    // The walk only collects names. Whatever is exchanged meanwhile, openFile checks what it opens.
    const fs::path root = fileSystemPath(path_);
    std::vector<std::string> paths;
    std::error_code error;
    fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (!entry->is_regular_file(ignored)) {
            continue;
        }
        paths.push_back(utf8Of(entry->path().lexically_relative(root)));
        if (paths.size() > most) {
            break;
        }
    }
    return error ? std::nullopt : std::optional(std::move(paths));
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
