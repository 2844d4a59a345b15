// SPDX-License-Identifier: BSD-3-Clause
// Writes the chunks of a PNG file (W3C, PNG Specification, Second Edition); the only place that knows
// libdeflate.
#include "importer/image/png.h"

#include <libdeflate.h>

#include <algorithm>
#include <cassert>
#include <memory>

namespace assimp_md2 {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// libdeflate's fastest level. Real skins of 256 × 256 pixels become 3 % larger than with zlib's level 6, in
/// a twelfth of the time.
constexpr int kCompressionLevel = 1;

constexpr std::size_t kChunkTypeSize = 4;

/// Each row starts with the number of its filter. Palette indices are not filtered, because neighbouring
/// indices are not similar. A channel is stored as the difference from the pixel on its left: on RGB skins,
/// other filters and a choice for each row are slower and save less than 5 %.
constexpr std::uint8_t kFilterNone = 0;
constexpr std::uint8_t kFilterSub = 1;

std::uint8_t colourType(PixelLayout layout) {
    return layout == PixelLayout::Palette ? 3 : layout == PixelLayout::Rgba ? 6 : 2;
}

std::size_t usedColours(const Image& image) {
    return std::size_t{*std::max_element(image.pixels.begin(), image.pixels.end())} + 1;
}

void putBigEndian32(Bytes& bytes, std::size_t offset, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) {
        bytes[offset + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
    }
}

void appendBigEndian32(Bytes& bytes, std::uint32_t value) {
    bytes.resize(bytes.size() + sizeof value);
    putBigEndian32(bytes, bytes.size() - sizeof value, value);
}

/// Starts a chunk, to which the caller appends the data, and returns its offset for endChunk.
std::size_t beginChunk(Bytes& png, const char (&type)[kChunkTypeSize + 1]) {
    const std::size_t start = png.size();
    appendBigEndian32(png, 0);
    png.insert(png.end(), type, type + kChunkTypeSize);
    return start;
}

void endChunk(Bytes& png, std::size_t start) {
    const std::size_t typeOffset = start + sizeof(std::uint32_t);
    const std::size_t typeAndData = png.size() - typeOffset;
    putBigEndian32(png, start, static_cast<std::uint32_t>(typeAndData - kChunkTypeSize));
    appendBigEndian32(png, libdeflate_crc32(0, png.data() + typeOffset, typeAndData));
}

void appendHeader(Bytes& png, const Image& image) {
    const std::size_t chunk = beginChunk(png, "IHDR");
    appendBigEndian32(png, image.size.width);
    appendBigEndian32(png, image.size.height);
    const std::uint8_t bitDepth = 8;
    const std::uint8_t compression = 0;
    const std::uint8_t filterMethod = 0;
    const std::uint8_t interlace = 0;
    png.insert(png.end(), {bitDepth, colourType(image.layout), compression, filterMethod, interlace});
    endChunk(png, chunk);
}

void appendPalette(Bytes& png, const std::vector<Colour>& palette, std::size_t count) {
    const std::size_t chunk = beginChunk(png, "PLTE");
    for (std::size_t i = 0; i < count; ++i) {
        png.insert(png.end(), {palette[i].red, palette[i].green, palette[i].blue});
    }
    endChunk(png, chunk);
}

std::uint8_t difference(std::uint8_t channel, std::uint8_t left) {
    return static_cast<std::uint8_t>(channel - left);
}

Bytes filteredRows(const Image& image) {
    const std::size_t rowBytes = image.rowBytes();
    const auto pixelBytes = static_cast<std::ptrdiff_t>(image.layout);
    const std::size_t filteredBytes = 1 + rowBytes;
    Bytes rows(filteredBytes * image.size.height);
    for (std::size_t y = 0; y < image.size.height; ++y) {
        const std::uint8_t* const row = image.pixels.data() + y * rowBytes;
        std::uint8_t* filtered = rows.data() + y * filteredBytes;
        if (image.layout == PixelLayout::Palette) {
            *filtered++ = kFilterNone;
            std::copy_n(row, rowBytes, filtered);
        } else {
            *filtered++ = kFilterSub;
            filtered = std::copy_n(row, pixelBytes, filtered);
            std::transform(row + pixelBytes, row + rowBytes, row, filtered, difference);
        }
    }
    return rows;
}

/// False when libdeflate cannot allocate memory.
bool appendRows(Bytes& png, const Bytes& rows) {
    const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
        libdeflate_alloc_compressor(kCompressionLevel), libdeflate_free_compressor);
    if (!compressor) {
        return false;
    }
    const std::size_t chunk = beginChunk(png, "IDAT");
    const std::size_t start = png.size();
    const std::size_t most = libdeflate_zlib_compress_bound(compressor.get(), rows.size());
    png.resize(start + most);
    const std::size_t size =
        libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(), png.data() + start, most);
    assert(size > 0); // 0 would mean that `most` is not enough
    png.resize(start + size);
    endChunk(png, chunk);
    return true;
}

/// PNG has 31 bits for a side. The bytes of all pixels, of the filters in front of their rows and of what
/// deflate adds stay below the 2^31 of a chunk.
constexpr std::uint32_t kLongestSide = 0x7FFFFFFF;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 29;

} // namespace

Result<std::vector<std::uint8_t>> encodePng(Image image) {
    const auto pixelBytes = static_cast<std::size_t>(image.layout);
    if (std::optional<Error> error = errorIfTooLarge(image.size, pixelBytes, {kLongestSide, kMostBytes})) {
        return tl::unexpected(std::move(*error));
    }
    Bytes png(kPngSignature.begin(), kPngSignature.end());
    appendHeader(png, image);
    if (image.layout == PixelLayout::Palette) {
        appendPalette(png, image.palette, usedColours(image));
    }
    {
        const Bytes rows = filteredRows(image);
        image.pixels = Bytes();
        if (!appendRows(png, rows)) {
            return tl::unexpected(Error{ErrorCode::OutOfMemory, "PNG: out of memory"});
        }
    }
    endChunk(png, beginChunk(png, "IEND"));
    png.shrink_to_fit();
    return png;
}

} // namespace assimp_md2
