// SPDX-License-Identifier: BSD-3-Clause
// Writes PAK and ZIP archives, valid or not; has numbers of its own for their layouts.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// Appends numbers in little-endian order.
class ArchiveBytes {
public:
    std::vector<std::uint8_t> bytes;

    void add(std::uint64_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i) {
            bytes.push_back(static_cast<std::uint8_t>(i < 8 ? value >> 8 * i : 0));
        }
    }
    void add(const std::vector<std::uint8_t>& more) { bytes.insert(bytes.end(), more.begin(), more.end()); }
    void add(const std::string& text) { bytes.insert(bytes.end(), text.begin(), text.end()); }
};

struct PackedFile {
    std::string name;
    std::vector<std::uint8_t> bytes;
    /// Of a PAK: what its directory states instead.
    std::optional<std::int32_t> offset{};
    std::optional<std::int32_t> size{};
    /// Of a ZIP.
    bool deflated = true;
    unsigned flags = 0;
    std::optional<unsigned> method{};
    std::optional<std::uint32_t> crc{};
    std::optional<std::uint64_t> zipSize{};       ///< stated in both headers
    std::optional<std::uint64_t> directorySize{}; ///< stated in the directory alone
    bool damaged = false;                         ///< some compressed bytes are others
};

/// A PAK with the bytes first and the directory behind them.
inline std::vector<std::uint8_t> pakArchive(const std::vector<PackedFile>& files) {
    ArchiveBytes pak;
    pak.add("PACK");
    pak.add(0, 8);
    ArchiveBytes directory;
    for (const PackedFile& file : files) {
        std::string name = file.name.substr(0, 56);
        name.resize(56, '\0');
        directory.add(name);
        directory.add(static_cast<std::uint32_t>(file.offset.value_or(static_cast<int>(pak.bytes.size()))),
                      4);
        directory.add(static_cast<std::uint32_t>(file.size.value_or(static_cast<int>(file.bytes.size()))), 4);
        pak.add(file.bytes);
    }
    ArchiveBytes header;
    header.add(pak.bytes.size(), 4);
    header.add(directory.bytes.size(), 4);
    std::copy(header.bytes.begin(), header.bytes.end(), pak.bytes.begin() + 4);
    pak.add(directory.bytes);
    return pak.bytes;
}

inline std::vector<std::uint8_t> deflated(const std::vector<std::uint8_t>& bytes) {
    std::vector<std::uint8_t> stream(compressBound(static_cast<uLong>(bytes.size())));
    auto size = static_cast<uLong>(stream.size());
    if (compress(stream.data(), &size, bytes.data(), static_cast<uLong>(bytes.size())) != Z_OK) {
        throw std::runtime_error("no compressor");
    }
    // Without the header of zlib and its checksum
    return {stream.begin() + 2, stream.begin() + static_cast<std::ptrdiff_t>(size - 4)};
}

/// The fields that the header of a file and its record in the directory have in common.
inline void addZipFields(const PackedFile& file, std::size_t packedSize, std::uint64_t size,
                         ArchiveBytes& to) {
    to.add(20, 2);
    to.add(file.flags, 2);
    to.add(file.method.value_or(file.deflated ? 8 : 0), 2);
    to.add(0, 4); // time and date
    to.add(file.crc.value_or(crc32(0, file.bytes.data(), static_cast<uInt>(file.bytes.size()))), 4);
    to.add(packedSize, 4);
    to.add(size, 4);
    to.add(file.name.size(), 2);
    to.add(0, 2);
}

/// A ZIP archive.
inline std::vector<std::uint8_t> zipArchive(const std::vector<PackedFile>& files) {
    ArchiveBytes zip;
    ArchiveBytes directory;
    for (const PackedFile& file : files) {
        std::vector<std::uint8_t> packed = file.deflated ? deflated(file.bytes) : file.bytes;
        if (file.damaged) {
            std::fill(packed.begin() + static_cast<std::ptrdiff_t>(packed.size() / 2), packed.end(), 0xFF);
        }
        const std::uint64_t size = file.zipSize.value_or(file.bytes.size());
        const std::uint64_t listedSize = file.directorySize.value_or(size);
        directory.add("PK\x01\x02");
        directory.add(3 << 8 | 20, 2); // version 2.0 on Unix
        addZipFields(file, packed.size(), listedSize, directory);
        directory.add(0, 2 + 2 + 2 + 4); // comment, disk, attributes
        directory.add(zip.bytes.size(), 4);
        directory.add(file.name);

        zip.add("PK\x03\x04");
        addZipFields(file, packed.size(), size, zip);
        zip.add(file.name);
        zip.add(packed);
    }
    const std::size_t start = zip.bytes.size();
    zip.add(directory.bytes);
    const std::size_t end = zip.bytes.size();
    zip.add("PK\x05\x06");
    zip.add(0, 4); // disks
    zip.add(files.size(), 2);
    zip.add(files.size(), 2);
    zip.add(end - start, 4);
    zip.add(start, 4);
    zip.add(0, 2);
    return zip.bytes;
}

} // namespace assimp_md2::inner::test
