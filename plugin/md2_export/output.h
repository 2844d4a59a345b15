// SPDX-License-Identifier: BSD-3-Clause
// Writes several files through an IOSystem, all or none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

struct FileToWrite {
    std::string path;
    const std::vector<std::uint8_t>* bytes;
};

/// Writes all files, in their order.
///
/// In the file system, each file is first written to a temporary file in the same folder. When all are
/// complete, existing files are moved aside, and the new ones are renamed. If that fails, the existing files
/// are moved back. Three kinds of files are written in place: files that are not regular, files in a folder
/// where no file can be created, and files of a custom IOSystem. If writing in place fails, the previous
/// contents are restored and new files are deleted. It is an error if a written file does not have the
/// expected size, for example because the disk is full.
///
/// \return a sentence that describes the error, without a prefix; std::nullopt if all files were written
std::optional<std::string> writeFiles(Assimp::IOSystem& ioSystem, const std::vector<FileToWrite>& files);

} // namespace assimp_md2
