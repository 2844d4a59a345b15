// SPDX-License-Identifier: BSD-3-Clause
// Writes PCX files of every form, valid or not.
#pragma once

#include "image/image.h"

#include <cstdint>
#include <vector>

namespace assimp_md2::test {

enum class PcxPalette { WithMarker, WithoutMarker, None };

struct PcxBuilder {
    unsigned bits = 8;
    unsigned planes = 1;
    bool encoded = true;
    /// Whether a run may continue in the next plane and the next line.
    bool runsCrossLines = false;
    /// Bytes after the pixels of each line.
    unsigned padding = 0;
    /// Where the 256 colours of 8 bits in 1 plane are.
    PcxPalette palette = PcxPalette::WithMarker;
    std::vector<std::uint8_t> trailing;

    /// Takes an image that fits the bits and planes, returns it as a file.
    std::vector<std::uint8_t> build(const Image& image) const {
        std::vector<std::uint8_t> file = header(image);
        const std::vector<std::uint8_t> lines = encoded ? encode(packed(image), image) : packed(image);
        file.insert(file.end(), lines.begin(), lines.end());
        if (bits == 8 && planes == 1 && palette != PcxPalette::None) {
            if (palette == PcxPalette::WithMarker) {
                file.push_back(0x0C);
            }
            appendColours(image.palette, 256, file);
        }
        file.insert(file.end(), trailing.begin(), trailing.end());
        return file;
    }

    unsigned bytesPerLine(const Image& image) const { return (image.size.width * bits + 7) / 8 + padding; }

private:
    static void put16(std::vector<std::uint8_t>& bytes, std::size_t offset, unsigned value) {
        bytes[offset] = static_cast<std::uint8_t>(value);
        bytes[offset + 1] = static_cast<std::uint8_t>(value >> 8);
    }

    static void appendColours(const std::vector<Colour>& colours, std::size_t count,
                              std::vector<std::uint8_t>& bytes) {
        for (std::size_t i = 0; i < count; ++i) {
            const Colour colour = i < colours.size() ? colours[i] : Colour();
            bytes.insert(bytes.end(), {colour.red, colour.green, colour.blue});
        }
    }

    std::vector<std::uint8_t> header(const Image& image) const {
        std::vector<std::uint8_t> bytes{10, 5, static_cast<std::uint8_t>(encoded),
                                        static_cast<std::uint8_t>(bits)};
        bytes.resize(16);
        put16(bytes, 8, image.size.width - 1);
        put16(bytes, 10, image.size.height - 1);
        appendColours(image.palette, 16, bytes);
        bytes.resize(128);
        bytes[65] = static_cast<std::uint8_t>(planes);
        put16(bytes, 66, bytesPerLine(image));
        put16(bytes, 68, 1);
        return bytes;
    }

    /// All lines, plane by plane, unencoded. The padding is not 0, so that a decoder that reads it as pixels
    /// is found out.
    std::vector<std::uint8_t> packed(const Image& image) const {
        std::vector<std::uint8_t> bytes;
        for (std::size_t y = 0; y < image.size.height; ++y) {
            for (unsigned plane = 0; plane < planes; ++plane) {
                std::vector<std::uint8_t> line(bytesPerLine(image));
                for (std::size_t x = 0; x < image.size.width; ++x) {
                    const unsigned bit = static_cast<unsigned>(x) * bits;
                    line[bit / 8] = static_cast<std::uint8_t>(line[bit / 8] | planeValue(image, x, y, plane)
                                                                                  << (8 - bits - bit % 8));
                }
                for (std::size_t i = line.size() - padding; i < line.size(); ++i) {
                    line[i] = 0xEE;
                }
                bytes.insert(bytes.end(), line.begin(), line.end());
            }
        }
        return bytes;
    }

    unsigned planeValue(const Image& image, std::size_t x, std::size_t y, unsigned plane) const {
        if (image.layout == PixelLayout::Rgb) {
            return image.pixels[y * image.rowBytes() + 3 * x + plane];
        }
        const unsigned index = image.pixels[y * image.rowBytes() + x];
        return index >> (plane * bits) & ((1U << bits) - 1);
    }

    std::vector<std::uint8_t> encode(const std::vector<std::uint8_t>& bytes, const Image& image) const {
        std::vector<std::uint8_t> runs;
        const std::size_t line = runsCrossLines ? bytes.size() : bytesPerLine(image);
        for (std::size_t start = 0; start < bytes.size();) {
            const std::size_t lineEnd = (start / line + 1) * line;
            std::size_t end = start + 1;
            while (end < lineEnd && end - start < 63 && bytes[end] == bytes[start]) {
                ++end;
            }
            if (end - start > 1 || bytes[start] >= 0xC0) {
                runs.push_back(static_cast<std::uint8_t>(0xC0 | (end - start)));
            }
            runs.push_back(bytes[start]);
            start = end;
        }
        return runs;
    }
};

} // namespace assimp_md2::test
