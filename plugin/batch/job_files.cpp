// SPDX-License-Identifier: BSD-3-Clause
#include "batch/job_files.h"

#include "batch/command_line.h"
#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/file_system_path.h"

#include <filesystem>
#include <optional>
#include <system_error>

namespace assimp_md2::inner {

void checkIsNoInput(const std::string& target, const std::vector<std::string>& opened) {
    const FileId id = fileIdOf(target);
    for (const std::string& file : opened) {
        if (typeOf(target) == PathType::File && fileIdOf(file) == id) {
            throw CommandError(kFailed, target + " would be replaced, but it is a part of the input");
        }
    }
}

void makeFolderOf(const std::string& file) {
    const std::string folder = folderOf(file);
    if (const std::error_code error = folder.empty() ? std::error_code() : makeFolders(folder)) {
        throw CommandError(kFailed, "the folder " + folder + " cannot be made: " + error.message());
    }
}

std::string withFolder(const std::string& path) {
    const bool isHere = folderOf(path).empty() || folderOf(path) == ".";
    return isHere && equalWithoutCase(fileNameOf(path), "tris.md2")
               ? utf8Of(std::filesystem::absolute(fileSystemPath(path)).lexically_normal())
               : path;
}

std::string counted(std::uintmax_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string sizeOf(const std::vector<std::string>& paths) {
    std::uintmax_t size = 0;
    for (const std::string& path : paths) {
        const std::optional<LocalFile> file = LocalFile::open(path);
        if (!file) {
            return {};
        }
        size += file->size();
    }
    return ", " + counted(size, "byte");
}

} // namespace assimp_md2::inner
