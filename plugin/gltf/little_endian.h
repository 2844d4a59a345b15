// SPDX-License-Identifier: BSD-3-Clause
// Numbers as glTF stores them, whatever the byte order of the machine; knows nothing of what they mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace assimp_md2 {

/// Whether this machine is big-endian.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
inline constexpr bool kIsBigEndian = true;
#else
inline constexpr bool kIsBigEndian = false;
#endif

/// Compilers make one instruction of it on a little-endian machine.
inline void store(std::uint8_t* to, std::uint32_t value) {
    to[0] = static_cast<std::uint8_t>(value);
    to[1] = static_cast<std::uint8_t>(value >> 8);
    to[2] = static_cast<std::uint8_t>(value >> 16);
    to[3] = static_cast<std::uint8_t>(value >> 24);
}

inline void store(std::uint8_t* to, float value) {
    static_assert(sizeof(float) == sizeof(std::uint32_t));
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    store(to, bits);
}

} // namespace assimp_md2
