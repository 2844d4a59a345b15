// SPDX-License-Identifier: BSD-3-Clause
// Writes small BMP and TGA files and the beginning of a JPEG.
#pragma once

#include "importer/image/image.h"

#include <array>
#include <cstdint>
#include <vector>

namespace assimp_md2::inner::test {

inline void append(std::vector<std::uint8_t>& bytes, std::uint32_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }
}

/// Blue, green, red and, with four bytes, alpha of one pixel.
inline void appendBgra(const Image& image, std::size_t pixel, unsigned count,
                       std::vector<std::uint8_t>& bytes) {
    const std::size_t first = pixel * static_cast<std::size_t>(image.layout);
    bytes.insert(bytes.end(), {image.pixels[first + 2], image.pixels[first + 1], image.pixels[first]});
    if (count == 4) {
        bytes.push_back(image.layout == PixelLayout::Rgba ? image.pixels[first + 3] : std::uint8_t{0});
    }
}

/// A BMP of 24 or 32 bits from RGB or RGBA, or of 8 from a palette. With `alphaMask` it has the 108-byte
/// header that names an alpha channel.
inline std::vector<std::uint8_t> bmpFile(const Image& image, unsigned bits, bool alphaMask = false) {
    const auto colours = static_cast<std::uint32_t>(image.palette.size());
    const std::uint32_t headerSize = alphaMask ? 108 : 40;
    std::vector<std::uint8_t> bytes{'B', 'M'};
    bytes.resize(10);
    append(bytes, 14 + headerSize + 4 * colours, 4);
    append(bytes, headerSize, 4);
    append(bytes, image.size.width, 4);
    append(bytes, image.size.height, 4);
    append(bytes, 1, 2);
    append(bytes, bits, 2);
    append(bytes, alphaMask ? 3 : 0, 4);
    bytes.resize(bytes.size() + 12);
    append(bytes, colours, 4);
    append(bytes, 0, 4);
    if (alphaMask) {
        for (const std::uint32_t mask : {0xFF0000U, 0xFF00U, 0xFFU, 0xFF000000U}) {
            append(bytes, mask, 4);
        }
        bytes.resize(14 + headerSize);
    }
    for (const Colour& colour : image.palette) {
        bytes.insert(bytes.end(), {colour.blue, colour.green, colour.red, 0});
    }
    for (std::size_t y = image.size.height; y-- > 0;) {
        const std::size_t lineStart = bytes.size();
        for (std::size_t x = 0; x < image.size.width; ++x) {
            const std::size_t pixel = y * image.size.width + x;
            if (bits == 8) {
                bytes.push_back(image.pixels[pixel]);
            } else {
                appendBgra(image, pixel, bits / 8, bytes);
            }
        }
        while ((bytes.size() - lineStart) % 4 != 0) {
            bytes.push_back(0);
        }
    }
    return bytes;
}

/// A BMP of 8 bits with the 12-byte header of OS/2.
inline std::vector<std::uint8_t> oldBmpFile(const Image& image) {
    std::vector<std::uint8_t> bytes = bmpFile(image, 8);
    const std::vector<std::uint8_t> lines(
        bytes.begin() + 54 + 4 * static_cast<std::ptrdiff_t>(image.palette.size()), bytes.end());
    bytes.resize(10);
    append(bytes, 26 + 3 * static_cast<std::uint32_t>(image.palette.size()), 4);
    append(bytes, 12, 4);
    append(bytes, image.size.width, 2);
    append(bytes, image.size.height, 2);
    append(bytes, 1, 2);
    append(bytes, 8, 2);
    for (const Colour& colour : image.palette) {
        bytes.insert(bytes.end(), {colour.blue, colour.green, colour.red});
    }
    bytes.insert(bytes.end(), lines.begin(), lines.end());
    return bytes;
}

/// An uncompressed TGA from the bottom up, of 24 bits from RGB and of 32 from RGBA.
inline std::vector<std::uint8_t> tgaFile(const Image& image) {
    const unsigned bytesPerPixel = image.layout == PixelLayout::Rgba ? 4 : 3;
    std::vector<std::uint8_t> bytes{0, 0, 2};
    bytes.resize(12);
    append(bytes, image.size.width, 2);
    append(bytes, image.size.height, 2);
    append(bytes, bytesPerPixel * 8, 1);
    append(bytes, bytesPerPixel == 4 ? 8 : 0, 1);
    for (std::size_t y = image.size.height; y-- > 0;) {
        for (std::size_t x = 0; x < image.size.width; ++x) {
            appendBgra(image, y * image.size.width + x, bytesPerPixel, bytes);
        }
    }
    return bytes;
}

/// A JPEG up to its frame header: enough to read its type and size.
inline std::vector<std::uint8_t> jpegHeader(ImageSize size) {
    std::vector<std::uint8_t> bytes{0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 'J', 'F',  'I',  'F', 0,  1, 1,
                                    0,    0,    1,    0,    1, 0,  0,   0xFF, 0xC0, 0,   11, 8};
    for (const std::uint32_t side : {size.height, size.width}) {
        bytes.push_back(static_cast<std::uint8_t>(side >> 8));
        bytes.push_back(static_cast<std::uint8_t>(side));
    }
    bytes.insert(bytes.end(), {1, 1, 0x11, 0});
    return bytes;
}

} // namespace assimp_md2::inner::test
