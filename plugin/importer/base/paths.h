// SPDX-License-Identifier: BSD-3-Clause
// Paths as text, with `/` or `\` between their parts, without access to a file system.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// The parts of a path between slashes that are neither empty nor `.`.
std::vector<std::string_view> partsOf(std::string_view path);

/// Joins a folder and a path relative to it. An empty folder is the working directory.
std::string joined(std::string_view folder, std::string_view name);

/// Takes a path and returns its folder without the trailing slash, or an empty text if the path has no
/// folder. A root keeps its slash: `/` for `/tris.md2`, `C:\` for `C:\tris.md2`.
std::string folderOf(std::string_view path);

/// Takes a path and returns what follows its last slash.
std::string_view fileNameOf(std::string_view path);

/// Takes a path and returns the extension of its file name with the dot: `.pcx`. A dot at the start of a file
/// name begins no extension.
std::string_view extensionOf(std::string_view path);

/// Takes a path and returns it without its extension.
std::string_view withoutExtension(std::string_view path);

/// Takes a path and returns its file name without the extension: `models/a/Blue.pcx` gives `Blue`.
std::string stemOf(std::string_view path);

/// Whether a path is absolute: it starts with a slash or a drive letter.
bool isAbsolute(std::string_view path);

/// Takes any path and returns it as a path below some folder: without drive letters, leading slashes, `.` and
/// empty parts. Each `..` is resolved, or dropped if it would leave the folder. The result is empty if no
/// part remains.
std::string relativePath(std::string_view path);

/// Takes a path of a folder and returns its components, outermost first, as views into `folder`. Drive
/// letters and `scheme://authority` are not components. If the path contains `..`, only the components after
/// the last `..` are returned.
std::vector<std::string_view> foldersIn(std::string_view folder);

/// Takes a folder and returns the folder `count` levels above it, with its slash if `count` is not 0. `count`
/// is at most `foldersIn(folder).size()`.
std::string_view folderAbove(std::string_view folder, std::size_t count);

/// Takes a path that is relative to the folder `count` levels above `folder` and returns it relative to
/// `folder`. The result is as short as possible: for the folder `a/b` and `count` 2, `a/c/x.png` gives
/// `../c/x.png`, not `../../a/c/x.png`.
std::string pathFrom(std::string_view folder, std::size_t count, std::string_view path);

/// Between the folders of a list such as ASSIMP_MD2_GAME or PATH.
#if defined(_WIN32)
inline constexpr char kListSeparator = ';';
#else
inline constexpr char kListSeparator = ':';
#endif

/// Takes a list with kListSeparator and returns its folders. Empty ones are left out.
std::vector<std::string> splitFolders(std::string_view list);

} // namespace assimp_md2::inner
