// SPDX-License-Identifier: BSD-3-Clause
// Safe access to files of the file system: what every operating system shares.
#include "io/local_files.h"

#include "io/file_system_path.h"

#include <system_error>

namespace assimp_md2 {

Result<FileBytes> LocalFile::read(std::uint64_t limit) const {
    if (size_ > limit) {
        Error error{ErrorCode::FileTooLarge, Section::File};
        error.needed = size_;
        error.available = limit;
        return tl::unexpected(error);
    }
    return readBeginning(static_cast<std::size_t>(size_));
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
