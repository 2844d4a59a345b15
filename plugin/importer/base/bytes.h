// SPDX-License-Identifier: BSD-3-Clause
// Borrowed input bytes, the bytes of a file, and numbers in little-endian order.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace assimp_md2::inner {

/// Whether the machine stores the most significant byte first. Compilers know the answer.
inline bool isBigEndian() {
    const std::uint16_t one = 1;
    std::uint8_t first;
    std::memcpy(&first, &one, sizeof first);
    return first == 0;
}

/// A non-owning range of bytes. The functions that load numbers copy the bytes, so alignment and the byte
/// order of the machine do not matter. Callers must check offsets with `contains` first.
class ByteSlice {
public:
    ByteSlice() = default;
    ByteSlice(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    const std::uint8_t* data() const { return data_; }
    std::size_t size() const { return size_; }

    /// Whether `size` bytes from `offset` are inside. Computes no sum that could overflow.
    bool contains(std::uint64_t offset, std::uint64_t size) const {
        return offset <= size_ && size <= size_ - offset;
    }

    /// `size` bytes from `offset`, which must be inside.
    ByteSlice part(std::size_t offset, std::size_t size) const {
        assert(contains(offset, size));
        return {data_ + offset, size};
    }

    std::uint8_t u8(std::size_t offset) const {
        assert(contains(offset, 1));
        return data_[offset];
    }

    std::uint16_t u16(std::size_t offset) const { return load<std::uint16_t>(offset); }

    std::int16_t i16(std::size_t offset) const { return load<std::int16_t>(offset); }

    std::uint32_t u32(std::size_t offset) const { return load<std::uint32_t>(offset); }

    std::int32_t i32(std::size_t offset) const { return load<std::int32_t>(offset); }

    float f32(std::size_t offset) const {
        static_assert(sizeof(float) == 4, "the format's floats are IEEE 754 binary32");
        return load<float>(offset);
    }

private:
    /// GCC inlines a copy in more places than a sum of shifted bytes.
    template <typename Number>
    Number load(std::size_t offset) const {
        assert(contains(offset, sizeof(Number)));
        std::array<std::uint8_t, sizeof(Number)> bytes;
        std::memcpy(bytes.data(), data_ + offset, sizeof(Number));
        if (isBigEndian()) {
            std::reverse(bytes.begin(), bytes.end());
        }
        Number number;
        std::memcpy(&number, bytes.data(), sizeof number);
        return number;
    }

    const std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

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

inline std::uint32_t bitsOf(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline std::uint64_t bitsOf(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// Stores an integer or a float in little-endian order.
template <typename Number>
void store(std::uint8_t* to, Number value) {
    std::memcpy(to, &value, sizeof value);
    if (isBigEndian()) {
        std::reverse(to, to + sizeof value);
    }
}

} // namespace assimp_md2::inner
