// SPDX-License-Identifier: BSD-3-Clause
// What differs between operating systems is in system_file.h.
#include "importer/files/local_files.h"

#include "importer/base/paths.h"
#include "importer/files/file_system_path.h"

#include <algorithm>

namespace assimp_md2::inner {

std::optional<LocalFile> LocalFile::open(SystemFile file) {
    const FileStatus status = file.isOpen() ? file.status() : FileStatus();
    if (status.type != PathType::File) {
        return std::nullopt;
    }
    return LocalFile(std::make_shared<SystemFile>(std::move(file)), status.identity);
}

std::optional<LocalFile> LocalFile::open(const std::string& path) {
    return open(SystemFile::open(path));
}

bool LocalFile::hasChanged() const {
    return file_->status().identity != identity_;
}

std::size_t LocalFile::readAt(std::uint64_t offset, std::uint8_t* destination, std::size_t size) const {
    return file_->readAt(offset, destination, size);
}

FileBytes LocalFile::readBeginning(std::size_t most) const {
    FileBytes bytes(static_cast<std::size_t>(std::min<std::uint64_t>(most, size())));
    bytes.setSize(readAt(0, bytes.data(), bytes.capacity()));
    return bytes;
}

Result<FileBytes> LocalFile::read(std::uint64_t most, std::string_view path) const {
    if (auto error = errorIfTooLarge(path, size(), most)) {
        return tl::unexpected(std::move(*error));
    }
    return readBeginning(static_cast<std::size_t>(size()));
}

std::optional<LocalFolder> LocalFolder::open(const std::string& path) {
    if (typeOf(path) != PathType::Folder) {
        return std::nullopt;
    }
    std::error_code error;
    // lexically_normal would be wrong here: `..` after a symbolic link refers to the parent of its target.
    const std::filesystem::path absolute = std::filesystem::absolute(fileSystemPath(path), error);
    return LocalFolder(error ? path : utf8Of(absolute));
}

std::optional<LocalFile> LocalFolder::openFile(const std::string& path) const {
    if (path.empty() || path != relativePath(path)) {
        return std::nullopt;
    }
    return LocalFile::open(SystemFile::openBeneath(path_, path));
}

std::optional<std::vector<std::string>> LocalFolder::entries(const std::string& path,
                                                             std::size_t most) const {
    if (path != relativePath(path)) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    const bool isListed = listFolder(joined(path_, path), [&](FolderEntry entry) {
        names.push_back(std::move(entry.name));
        return names.size() <= most;
    });
    return isListed && names.size() <= most ? std::optional(std::move(names)) : std::nullopt;
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

} // namespace assimp_md2::inner
