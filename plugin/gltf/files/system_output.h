// SPDX-License-Identifier: BSD-3-Clause
// What differs between operating systems when files are written, replaced and compared. Paths are UTF-8.
#pragma once

#include "importer/base/error.h"
#include "importer/files/system_file.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace assimp_md2::inner {

/// Opens an existing file, pipe or device for writing, without a change. Does not wait for the reader of a
/// pipe.
///
/// \param error unchanged if there is nothing at the path
SystemFile openForWriting(const std::string& path, std::error_code& error);

/// Creates a file for writing. An error is std::errc::file_exists if something has the path.
///
/// \param old the file that it is to replace, whose permissions it gets; may be closed. If the file system
/// refuses
///     them, the file has fewer
SystemFile createFile(const std::string& path, const SystemFile& old, std::error_code& error);

/// Prepares an existing file, pipe or device for writeTo, which may then wait for a reader.
std::error_code startWriting(SystemFile& file);
std::error_code writeTo(SystemFile& file, const void* bytes, std::size_t size);

/// Renames a file. `target` may exist and is then replaced; there is a file of this name at any time.
std::error_code replaceFile(const std::string& file, const std::string& target);

/// Where the links at the end of a path lead. The last target need not exist.
///
/// \return std::nullopt if a link leads to an open file, as /dev/stdout and /dev/fd/3 do on Linux
std::optional<std::string> linkTarget(const std::string& path);

/// The device (volume) of a file or folder and its inode (file index) there: the same for all paths of a
/// file, zeros if there is none.
using FileId = std::pair<std::uint64_t, std::uint64_t>;
FileId fileIdOf(const SystemFile& file);
FileId fileIdOf(const std::string& path);

/// Makes a folder and those above it that do not exist.
std::error_code makeFolders(const std::string& path);

/// Removes a file, if that is possible.
void removeFile(const std::string& path);

/// Whether a new file may have this path, because there is nothing: no file, folder or link.
///
/// \return an error if no file can have it: the name is too long, or its folder may not be searched
Result<bool> isFree(const std::string& path);

std::uint64_t processNumber();

} // namespace assimp_md2::inner
