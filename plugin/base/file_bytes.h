// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a file in memory, and the largest size of a file that is read.
#pragma once

#include "base/bytes.h"
#include "base/error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace assimp_md2 {

/// The bytes of a file. The buffer is not initialised, so capacity that is not filled costs address space,
/// but no memory.
class FileBytes {
public:
    explicit FileBytes(std::size_t capacity) : bytes_(new std::uint8_t[capacity]), capacity_(capacity) {}

    std::uint8_t* data() { return bytes_.get(); }
    std::size_t capacity() const { return capacity_; }
    void setSize(std::size_t size) { size_ = size; }
    ByteSlice slice() const { return {bytes_.get(), size_}; }

private:
    std::unique_ptr<std::uint8_t[]> bytes_;
    std::size_t capacity_;
    std::size_t size_ = 0;
};

/// The largest size of a file that is read into memory.
class FileLimit {
public:
    /// \param most bytes of any such file
    // NOLINTNEXTLINE(google-explicit-constructor): a number of bytes is a limit
    FileLimit(std::uint64_t most) : most_(std::min<std::uint64_t>(most, SIZE_MAX)) {}

    /// Why a file of `size` bytes is not read: FileTooLarge.
    ///
    /// \param path for the message; may be empty where the caller names the file
    std::optional<Error> refuse(std::string_view path, std::uint64_t size) const {
        if (size > most_) {
            return Error{ErrorCode::FileTooLarge, fileTooLargeText(path, size, most_)};
        }
        return std::nullopt;
    }

private:
    std::uint64_t most_;
};

/// Reads up to `size` bytes. Calls `read(destination, most)` until all bytes are read or `read` returns 0.
/// `read` returns the number of bytes that it has stored.
template <typename Read>
FileBytes readAll(std::size_t size, Read read) {
    FileBytes bytes(size);
    std::size_t done = 0;
    while (done < size) {
        const std::size_t count = read(bytes.data() + done, size - done);
        if (count == 0) {
            break;
        }
        done += count < size - done ? count : size - done;
    }
    bytes.setSize(done);
    return bytes;
}

} // namespace assimp_md2
