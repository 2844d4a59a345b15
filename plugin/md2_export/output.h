// SPDX-License-Identifier: BSD-3-Clause
// Writes complete files through an IOSystem, or none of them.
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
/// In the file system each file is written under another name next to its place, and all are renamed when the
/// last one is complete: files that exist are replaced by complete ones, or stay as they are. Files that are
/// not regular, and those in a folder where no file can be made, are written in place, as are those of any
/// other IOSystem. When one of them fails, what had been in these files is written back, and new files are
/// deleted.
///
/// \return what failed, a sentence without a prefix; nothing when all files are written
std::optional<std::string> writeFiles(Assimp::IOSystem& ioSystem, const std::vector<FileToWrite>& files);

} // namespace assimp_md2
