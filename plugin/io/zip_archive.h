// SPDX-License-Identifier: BSD-3-Clause
// ZIP archives (PK3, PKZ), read by minizip from a file that is open already.
#pragma once

#include "format/error.h"
#include "io/archive.h"
#include "io/local_files.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace assimp_md2 {

/// Reads the directory of a ZIP archive. Folders in it are left out.
///
/// \return the files, or BadArchive: no ZIP, no directory at its end (as in an archive that is being
///         written), a damaged directory, too many files, or a build without minizip. A file is Unreadable
///         when it is encrypted, compressed in another way than by deflate, larger than
///         kMaximumArchivedSize, or states a size that its compressed bytes cannot have: deflate makes one
///         byte into at most 1,032
Result<ArchiveDirectory> readZipDirectory(const LocalFile& archive);

/// A file in a ZIP archive that is decompressed as far as it is read. Belongs to one thread; others may read
/// from the same LocalFile.
class ZippedFile {
public:
    /// \return BadArchive when the file is unreadable or its header in the archive differs from the directory
    static Result<ZippedFile> open(const LocalFile& archive, const ArchivedFile& file);

    ZippedFile(ZippedFile&&) noexcept;
    ZippedFile& operator=(ZippedFile&&) noexcept;
    ~ZippedFile();

    /// Decompresses the next bytes.
    ///
    /// \return how many: fewer than `size` at the end of the file. BadArchive when the bytes are damaged, or
    ///         with the last bytes of the file when its CRC is another
    Result<std::size_t> read(std::uint8_t* destination, std::size_t size);

private:
    struct State;
    explicit ZippedFile(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

} // namespace assimp_md2
