// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a file in memory.
#pragma once

#include "importer/base/bytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>

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

} // namespace assimp_md2
