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
    explicit FileBytes(std::size_t capacity) : bytes_(new std::uint8_t[capacity]) {}

    std::uint8_t* data() { return bytes_.get(); }
    void setSize(std::size_t size) { size_ = size; }
    ByteSlice slice() const { return {bytes_.get(), size_}; }

private:
    std::unique_ptr<std::uint8_t[]> bytes_;
    std::size_t size_ = 0;
};

enum class FileError {
    CannotBeOpened,
    TooLarge ///< larger than the limit
};

/// Reads the whole of `path`: in as many reads as the stream wants, and no more than it says it has.
/// \param limit in bytes; a file that says it is larger is refused before memory for it is taken
std::variant<FileBytes, FileError> readFile(Assimp::IOSystem& io, const std::string& path,
                                            std::uint64_t limit);

/// Reads up to `size` bytes from the start of `path`; none when it cannot be opened.
FileBytes readBeginning(Assimp::IOSystem& io, const std::string& path, std::size_t size);

} // namespace assimp_md2
