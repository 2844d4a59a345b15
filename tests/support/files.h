// SPDX-License-Identifier: BSD-3-Clause
// Whole files, read and written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace assimp_md2::inner::test {

/// \throws std::runtime_error when the file cannot be read
inline std::vector<std::uint8_t> readBytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) {
        throw std::runtime_error(path.string() + " cannot be read");
    }
    return bytes;
}

/// \throws std::runtime_error when the file cannot be written
inline void writeBytes(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
        throw std::runtime_error(path.string() + " cannot be written");
    }
}

} // namespace assimp_md2::inner::test
