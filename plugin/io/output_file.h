// SPDX-License-Identifier: BSD-3-Clause
// Writes a file through Assimp's IOSystem, and checks that it was written completely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace Assimp {
class IOStream;
class IOSystem;
} // namespace Assimp

namespace assimp_md2 {

/// A stream goes back to the IOSystem that opened it.
struct CloseStream {
    Assimp::IOSystem* io;
    void operator()(Assimp::IOStream* stream) const;
};
using Stream = std::unique_ptr<Assimp::IOStream, CloseStream>;

/// \param mode as for fopen
/// \return null when the file cannot be opened
Stream openStream(Assimp::IOSystem& io, const std::string& path, const char* mode);

/// Writes to a stream through a block of memory.
class BlockWriter {
public:
    static constexpr std::size_t kBlock = std::size_t{1} << 16;

    /// \throws std::bad_alloc
    explicit BlockWriter(Assimp::IOStream& stream);

    /// A place for `size` bytes, at most kBlock, which the caller fills before the next call.
    std::uint8_t* room(std::size_t size) {
        if (kBlock - used_ < size) {
            flush();
        }
        std::uint8_t* const place = block_.get() + used_;
        used_ += size;
        written_ += size;
        return place;
    }
    /// Lets a stream in memory allocate `size` bytes at once. Call it first; it seeks past the end.
    void reserve(std::size_t size);
    void bytes(const void* data, std::size_t size);
    /// Adds zeros up to a multiple of four.
    void align() {
        while (written_ % 4 != 0) {
            *room(1) = 0;
        }
    }

    /// Ends the file.
    ///
    /// \return false when the stream has not taken everything
    bool finish();

private:
    void flush();

    Assimp::IOStream& stream_;
    std::unique_ptr<std::uint8_t[]> block_;
    bool isSeekable_;
    std::size_t used_ = 0;
    std::uint64_t written_ = 0;
    bool isComplete_ = true;
};

} // namespace assimp_md2
