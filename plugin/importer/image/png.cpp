// SPDX-License-Identifier: BSD-3-Clause
// Writes the chunks of a PNG file (W3C, PNG Specification, Second Edition), compressed by zlib. Without
// ASSIMP_MD2_ZLIB, the pixels are stored without compression.
#include "importer/image/png.h"

#include <algorithm>
#include <cassert>
#include <memory>

#if defined(ASSIMP_MD2_ZLIB)
#include <zlib.h>
#endif

namespace assimp_md2::inner {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kChunkTypeSize = 4;

/// The checksum of the pixels' chunk, and the last chunk.
constexpr std::size_t kEndSize = 16;

/// Each row starts with the number of its filter. Palette indices are not filtered, because neighbouring
/// indices are not similar. A channel is stored as the difference from the pixel on its left: on RGB skins,
/// other filters and a choice for each row are slower and save less than 5 %.
constexpr std::uint8_t kFilterNone = 0;
constexpr std::uint8_t kFilterSub = 1;

std::uint8_t colourType(PixelLayout layout) {
    return layout == PixelLayout::Palette ? 3 : layout == PixelLayout::Rgba ? 6 : 2;
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

constexpr std::array<std::uint32_t, 256> crcOfBytes() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        table[byte] = byte;
        for (int bit = 0; bit < 8; ++bit) {
            table[byte] = (table[byte] >> 1U) ^ ((table[byte] & 1U) != 0 ? 0xEDB88320U : 0U);
        }
    }
    return table;
}

std::uint32_t crcOf(const std::uint8_t* bytes, std::size_t size) {
    static constexpr std::array<std::uint32_t, 256> kTable = crcOfBytes();
    std::uint32_t crc = 0xFFFFFFFF;
    for (std::size_t i = 0; i < size; ++i) {
        crc = kTable[(crc ^ bytes[i]) & 0xFFU] ^ (crc >> 8U);
    }
    return ~crc;
}

void endChunk(Bytes& png, std::size_t start) {
    const std::size_t typeOffset = start + sizeof(std::uint32_t);
    const std::size_t typeAndData = png.size() - typeOffset;
    putBigEndian32(png, start, static_cast<std::uint32_t>(typeAndData - kChunkTypeSize));
    appendBigEndian32(png, crcOf(png.data() + typeOffset, typeAndData));
}

void appendHeader(Bytes& png, const Image& image) {
    const std::size_t chunk = beginChunk(png, "IHDR");
    appendBigEndian32(png, image.size.width);
    appendBigEndian32(png, image.size.height);
    // 8 bits a channel, the only methods of compression and of filters, and not interlaced.
    png.insert(png.end(), {8, colourType(image.layout), 0, 0, 0});
    endChunk(png, chunk);
}

void appendPalette(Bytes& png, const Image& image) {
    const std::size_t chunk = beginChunk(png, "PLTE");
    const std::uint8_t last = *std::max_element(image.pixels.begin(), image.pixels.end());
    for (std::size_t i = 0; i <= last; ++i) {
        const Colour& colour = image.palette[i];
        png.insert(png.end(), {colour.red, colour.green, colour.blue});
    }
    endChunk(png, chunk);
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
            std::transform(row + pixelBytes, row + rowBytes, row, filtered,
                           [](int channel, int left) { return static_cast<std::uint8_t>(channel - left); });
        }
    }
    return rows;
}

#if defined(ASSIMP_MD2_ZLIB)
/// Appends a zlib stream. In palette indices, zlib looks only for repeated bytes: real skins of 256 × 256
/// pixels become as small as with its fastest level, in two thirds of the time.
///
/// \return false when zlib cannot allocate memory
bool appendStream(Bytes& png, Bytes& rows, PixelLayout layout) {
    constexpr int kWindowBits = 15;
    constexpr int kMemoryLevel = 8;
    z_stream stream{};
    const int strategy = layout == PixelLayout::Palette ? Z_RLE : Z_DEFAULT_STRATEGY;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kWindowBits, kMemoryLevel, strategy) != Z_OK) {
        return false;
    }
    const std::unique_ptr<z_stream, decltype(&deflateEnd)> end(&stream, deflateEnd);
    const std::size_t start = png.size();
    const std::size_t bound = deflateBound(&stream, static_cast<uLong>(rows.size()));
    png.reserve(start + bound + kEndSize);
    png.resize(start + bound);
    stream.next_in = rows.data();
    stream.avail_in = static_cast<uInt>(rows.size());
    stream.next_out = png.data() + start;
    stream.avail_out = static_cast<uInt>(png.size() - start);
    [[maybe_unused]] const int result = deflate(&stream, Z_FINISH);
    assert(result == Z_STREAM_END); // deflateBound is enough
    png.resize(start + stream.total_out);
    return true;
}
#else
/// Appends a zlib stream (RFC 1950) of stored blocks (RFC 1951).
bool appendStream(Bytes& png, const Bytes& rows, PixelLayout /*layout*/) {
    constexpr std::size_t kLargestBlock = 0xFFFF;
    png.reserve(png.size() + rows.size() + 5 * (rows.size() / kLargestBlock + 1) + 6 + kEndSize);
    png.insert(png.end(), {0x78, 0x01});
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (std::size_t first = 0; first < rows.size(); first += kLargestBlock) {
        const std::size_t size = std::min(kLargestBlock, rows.size() - first);
        const bool isLast = first + size == rows.size();
        for (const std::size_t value :
             {isLast ? std::size_t{1} : 0, size & 0xFF, size >> 8, ~size & 0xFF, (~size >> 8) & 0xFF}) {
            png.push_back(static_cast<std::uint8_t>(value));
        }
        for (std::size_t i = first; i < first + size; ++i) {
            a = (a + rows[i]) % 65521; // Adler-32
            b = (b + a) % 65521;
        }
        png.insert(png.end(), rows.begin() + static_cast<std::ptrdiff_t>(first),
                   rows.begin() + static_cast<std::ptrdiff_t>(first + size));
    }
    appendBigEndian32(png, b << 16U | a);
    return true;
}
#endif

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
        appendPalette(png, image);
    }
    {
        Bytes rows = filteredRows(image);
        image.pixels = Bytes();
        const std::size_t chunk = beginChunk(png, "IDAT");
        if (!appendStream(png, rows, image.layout)) {
            return tl::unexpected(Error{ErrorCode::OutOfMemory, "PNG: out of memory"});
        }
        endChunk(png, chunk);
    }
    endChunk(png, beginChunk(png, "IEND"));
    png.shrink_to_fit();
    return png;
}

} // namespace assimp_md2::inner
