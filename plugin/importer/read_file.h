// SPDX-License-Identifier: BSD-3-Clause
// Bytes out of Assimp's IOSystem, which may be an archive, a memory block or a stream that misbehaves. Knows
// nothing of what the bytes are.
#pragma once

#include "format/bytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// Bytes that were read. Room that is not read into is never touched: a stream that claims to be large costs
/// address space, not memory.
class FileBytes {
public:
    explicit FileBytes(std::size_t capacity) : bytes_(new std::uint8_t[capacity]), capacity_(capacity) {}

    ByteSlice slice() const { return {bytes_.get(), size_}; }

private:
    friend class StreamReader;
    std::unique_ptr<std::uint8_t[]> bytes_;
    std::size_t capacity_;
    std::size_t size_ = 0;
};

enum class FileError {
    CannotBeOpened,
    CannotBeRead, ///< the stream claims to have read more than it was asked for
    TooLarge      ///< larger than the limit
};

/// Reads the whole of `path`. Short reads are continued, and a stream that holds more or less than it says is
/// read to its end. \param limit in bytes; a file that says it is larger is refused before memory for it is
/// taken
std::variant<FileBytes, FileError> readFile(Assimp::IOSystem& io, const std::string& path,
                                            std::uint64_t limit);

/// Reads up to `size` bytes from the start of `path`; none when it cannot be opened or read.
FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size);

} // namespace assimp_md2
