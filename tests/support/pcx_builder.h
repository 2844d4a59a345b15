// SPDX-License-Identifier: BSD-3-Clause
// Writes PCX files, valid or not.
#pragma once

#include "importer/image/image.h"

#include <cstdint>
#include <vector>

namespace assimp_md2::inner::test {

enum class PcxPalette { WithMarker, WithoutMarker, None };

struct PcxBuilder {
    unsigned planes = 1;
    /// false: no equal bytes become a run, so that a byte below 192 stays a byte.
    bool hasRuns = true;
    /// Whether a run may continue in the next plane and the next line.
    bool runsCrossLines = false;
    /// Bytes after the pixels of each line.
    unsigned padding = 0;
    /// Where the 256 colours of 8 bits in 1 plane are.
    PcxPalette palette = PcxPalette::WithMarker;
    std::vector<std::uint8_t> trailing;

    /// Takes an image that fits the planes, returns it as a file.
    std::vector<std::uint8_t> build(const Image& image) const {
        std::vector<std::uint8_t> file = header(image);
        const std::vector<std::uint8_t> lines = encode(packed(image), image);
        file.insert(file.end(), lines.begin(), lines.end());
        if (planes == 1 && palette != PcxPalette::None) {
            if (palette == PcxPalette::WithMarker) {
                file.push_back(0x0C);
            }
            appendColours(image.palette, 256, file);
        }
        file.insert(file.end(), trailing.begin(), trailing.end());
        return file;
    }

    unsigned bytesPerLine(const Image& image) const { return image.size.width + padding; }

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
        std::vector<std::uint8_t> bytes{10, 5, 1, 8};
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
                    line[x] = image.pixels[y * image.rowBytes() + planes * x + plane];
                }
                for (std::size_t i = line.size() - padding; i < line.size(); ++i) {
                    line[i] = 0xEE;
                }
                bytes.insert(bytes.end(), line.begin(), line.end());
            }
        }
        return bytes;
    }

    std::vector<std::uint8_t> encode(const std::vector<std::uint8_t>& bytes, const Image& image) const {
        std::vector<std::uint8_t> runs;
        const std::size_t line = runsCrossLines ? bytes.size() : bytesPerLine(image);
        for (std::size_t start = 0; start < bytes.size();) {
            const std::size_t lineEnd = (start / line + 1) * line;
            std::size_t end = start + 1;
            while (hasRuns && end < lineEnd && end - start < 63 && bytes[end] == bytes[start]) {
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

} // namespace assimp_md2::inner::test
