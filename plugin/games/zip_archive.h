// SPDX-License-Identifier: BSD-3-Clause
// ZIP archives (PK3, PKZ), read by minizip from a file that is open already.
#pragma once

#include "base/error.h"
#include "files/local_files.h"
#include "games/archive.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace assimp_md2 {

/// Reads the directory of a ZIP archive. Folders in it are left out.
///
/// A file is listed as Unreadable if it is encrypted, if its compression method is neither store nor deflate,
/// or if it is larger than kMaximumArchivedSize. The same holds if its size is more than 1,032 times its
/// compressed size, which deflate cannot reach.
///
/// \param left reduced by the files and folders, before they are read (takeEntries)
///
/// \return the files, or BadArchive if the file is not a ZIP, has no directory at its end (for example
///         because it is still being written), has a damaged directory, too many files or more than `left`,
///         or if this library was built without minizip
Result<ArchiveDirectory> readZipDirectory(const LocalFile& archive, std::uint64_t& left);

/// A file in a ZIP archive. It is decompressed incrementally while it is read. Belongs to one thread; others
/// may read from the same LocalFile.
class ZippedFile {
public:
    /// \return BadArchive when the file is unreadable or its header in the archive differs from the directory
    static Result<ZippedFile> open(const LocalFile& archive, const ArchivedFile& file);

    ZippedFile(ZippedFile&&) noexcept;
    ZippedFile& operator=(ZippedFile&&) noexcept;
    ~ZippedFile();

    /// Decompresses the next bytes.
    ///
    /// \return the number of bytes, which is less than `size` only at the end of the file. BadArchive if the
    ///         bytes are damaged. A wrong CRC is reported by the call that reads the last bytes. After an
    ///         error, every later call returns the same error
    Result<std::size_t> read(std::uint8_t* destination, std::size_t size);

private:
    struct State;
    explicit ZippedFile(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

} // namespace assimp_md2
