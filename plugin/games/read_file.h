// SPDX-License-Identifier: BSD-3-Clause
// Reads files through Assimp's IOSystem. Its streams may read from archives or memory, and may be faulty.
#pragma once

#include "base/error.h"
#include "base/file_bytes.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// Reads all of `path`, up to the size that the stream reports. Calls Read until the stream is at its end.
///
/// \param limit if the stream reports a larger size, no memory is allocated
///
/// \return the bytes, or an error: those of FileLimit::refuse; for a file of GameFiles also BadArchive
Result<FileBytes> readFile(Assimp::IOSystem& io, const std::string& path, const FileLimit& limit);

/// Reads up to `size` bytes from the start of `path`. The result is empty if the file cannot be opened.
FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size);

} // namespace assimp_md2
