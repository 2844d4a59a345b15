// SPDX-License-Identifier: BSD-3-Clause
// The files of a folder and its subfolders.
#pragma once

#include "importer/files/local_files.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// Whether a relative path leads through a folder that no program lists, such as `.git` and `__MACOSX`, or to
/// a file in which macOS keeps what other file systems cannot have: `._tris.md2`.
bool isHidden(std::string_view path);

/// What filesBeneath has found.
struct FilesBeneath {
    std::vector<std::string> files; ///< paths
    std::size_t folders = 0;
    std::vector<std::string> unreadable; ///< folders that cannot be listed
    bool isComplete = true;
};

/// The regular files in the folder and in all folders below it, as LocalFolder::openFile takes them: those of
/// a folder before those of its subfolders, otherwise in no order. Links to folders are not followed, and
/// hidden files and folders (isHidden) are left out.
///
/// \param most files and folders together; the listing stops when there are more
/// \return std::nullopt if the folder cannot be listed
std::optional<FilesBeneath> filesBeneath(const LocalFolder& folder, std::size_t most);

} // namespace assimp_md2::inner
