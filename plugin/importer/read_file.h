// SPDX-License-Identifier: BSD-3-Clause
// Bytes out of Assimp's IOSystem, which may be an archive, a memory block or a stream that misbehaves. Knows
// nothing of what the bytes are.
#pragma once

#include "format/bytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// The bytes of a file.
class FileBytes {
public:
    /// Takes room for `capacity` bytes, which are not touched before they are read: a stream that lies about
    /// its size costs address space, not memory.
    explicit FileBytes(std::size_t capacity) : bytes_(new std::uint8_t[capacity]) {}

    std::uint8_t* data() { return bytes_.get(); }
    void setSize(std::size_t size) { size_ = size; }
    ByteSlice slice() const { return {bytes_.get(), size_}; }

private:
    std::unique_ptr<std::uint8_t[]> bytes_;
    std::size_t size_ = 0;
};

/// Reads `path`, as far as the stream gives it: in as many reads as the stream wants, and no more than it
/// says it has. \param limit in bytes; a larger file is refused before memory for it is taken \throws
/// std::runtime_error when the file cannot be opened or is too large
FileBytes readFile(Assimp::IOSystem& io, const std::string& path, std::uint64_t limit);

/// Whether `path` can be opened and starts with the ident of an MD2.
bool startsWithIdent(Assimp::IOSystem& io, const std::string& path);

} // namespace assimp_md2
