// SPDX-License-Identifier: BSD-3-Clause
// Reads files through Assimp's IOSystem, which may be an archive, a memory block or a stream that misbehaves.
#pragma once

#include "format/error.h"
#include "io/file_bytes.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// Reads all of `path`, in as many calls as the stream needs, up to the size that the stream states.
/// \param limit in bytes; a file that says it is larger is refused before memory for it is allocated
/// \return CannotBeOpened or FileTooLarge; for a file of GameFiles also BadArchive
Result<FileBytes> readFile(Assimp::IOSystem& io, const std::string& path, std::uint64_t limit);

/// Reads up to `size` bytes from the start of `path`; none when it cannot be opened.
FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size);

} // namespace assimp_md2
