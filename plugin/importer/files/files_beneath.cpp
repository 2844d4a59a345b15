// SPDX-License-Identifier: BSD-3-Clause
#include "importer/files/files_beneath.h"

#include "importer/base/paths.h"

#include <algorithm>

namespace assimp_md2::inner {

bool isHidden(std::string_view path) {
    const std::string_view name = fileNameOf(path);
    const std::vector<std::string_view> folders = partsOf(path.substr(0, path.size() - name.size()));
    return name.rfind("._", 0) == 0 ||
           std::any_of(folders.begin(), folders.end(), [](std::string_view folder) {
               return folder == "__MACOSX" || (folder[0] == '.' && folder != "..");
           });
}

std::optional<FilesBeneath> filesBeneath(const LocalFolder& folder, std::size_t most) {
    FilesBeneath result;
    std::vector<std::string>& files = result.files;
    std::vector<std::string> folders{std::string()};
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const std::string subfolder = folders[i];
        const bool isListed = listFolder(joined(folder.path(), subfolder), [&](const FolderEntry& entry) {
            if (isHidden(entry.type == PathType::Folder ? entry.name + "/" : entry.name)) {
                return true;
            }
            if (entry.type == PathType::Folder) {
                folders.push_back(joined(subfolder, entry.name));
            } else if (entry.type == PathType::File) {
                files.push_back(joined(subfolder, entry.name));
            }
            result.folders = folders.size() - 1;
            result.isComplete = files.size() + result.folders <= most;
            return result.isComplete;
        });
        if (!result.isComplete) {
            return result;
        }
        if (!isListed && subfolder.empty()) {
            return std::nullopt;
        }
        if (!isListed) {
            result.unreadable.push_back(subfolder);
        }
    }
    return result;
}

} // namespace assimp_md2::inner
