// SPDX-License-Identifier: BSD-3-Clause
// The memory that a conversion takes. HeapWatch does not see the memory of stb_image and zlib.
#include "importer/image/decode_image.h"
#include "importer/image/png.h"

#include "support/heap.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/pcx_builder.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <memory>
#include <string>

#if defined(__linux__)
#include "support/child.h"

#include <sys/resource.h>
#endif

namespace assimp_md2::inner {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::size_t peakOfConversion(const Bytes& file, const ImageLimits& limits) {
    const test::HeapWatch heap;
    Warnings repairs;
    const auto result = webImage({file.data(), file.size()}, limits, repairs);
    EXPECT_TRUE(result.has_value());
    return heap.peakBytes();
}

TEST(ImageMemory, APcxTakesLessThanTwiceItsPixelsAndAMebibyte) {
    test::PcxBuilder builder;
    const Bytes palette = builder.build(test::noise(test::paletteImage(1500, 1000)));
    EXPECT_LT(peakOfConversion(palette, {kMaximumImageSide, 1'500'000}), 2 * 1'500'000 + kMiB);
    builder.planes = 3;
    const Bytes rgb = builder.build(test::noise(test::rgbImage(1500, 1000)));
    EXPECT_LT(peakOfConversion(rgb, {kMaximumImageSide, 4'500'000}), 2 * 4'500'000 + kMiB);
}

TEST(ImageMemory, ABmpOrTgaTakesLessThanEightBytesAPixelAndAMebibyte) {
    // Without the buffer of stb_image, which is freed before the PNG is written.
    const ImageLimits limits{kMaximumImageSide, 4 * 1'500'000};
    const Image rgba = test::noise(test::rgbaImage(1500, 1000));
    EXPECT_LT(peakOfConversion(test::tgaFile(rgba), limits), 2 * 6'000'000 + kMiB);
    Bytes bmp = test::bmpFile(test::paletteImage(1500, 1000, 20), 8);
    bmp.resize(bmp.size() + 10 * kMiB);
    EXPECT_LT(peakOfConversion(bmp, limits), 2 * 6'000'000 + kMiB);
}

TEST(ImageMemory, TheResultHoldsNoMoreThanItsBytes) {
    const Image image = test::paletteImage(500, 500, 2);
    const test::HeapWatch heap;
    const auto png = encodePng(image);
    ASSERT_TRUE(png.has_value());
    EXPECT_LT(heap.livingBytes(), png->size() + 1024);
}

void appendBigEndian(Bytes& bytes, std::uint32_t value) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
        bytes.push_back(static_cast<std::uint8_t>(value >> shift));
    }
}

void appendChunk(Bytes& png, const std::string& type, const Bytes& data) {
    appendBigEndian(png, static_cast<std::uint32_t>(data.size()));
    Bytes chunk(type.begin(), type.end());
    chunk.insert(chunk.end(), data.begin(), data.end());
    png.insert(png.end(), chunk.begin(), chunk.end());
    appendBigEndian(png, static_cast<std::uint32_t>(crc32(0, chunk.data(), static_cast<uInt>(chunk.size()))));
}

/// A PNG whose IDAT inflates to zeros.
Bytes pngOfZeros(ImageSize size, std::uint8_t bits, std::uint8_t colourType, bool isInterlaced,
                 std::size_t inflatedSize) {
    Bytes header;
    appendBigEndian(header, size.width);
    appendBigEndian(header, size.height);
    header.insert(header.end(), {bits, colourType, 0, 0, std::uint8_t{isInterlaced}});
    const Bytes zeros(inflatedSize);
    Bytes packed(compressBound(static_cast<uLong>(zeros.size())));
    auto packedSize = static_cast<uLong>(packed.size());
    EXPECT_EQ(compress2(packed.data(), &packedSize, zeros.data(), static_cast<uLong>(zeros.size()), 1), Z_OK);
    packed.resize(packedSize);
    Bytes png(kPngSignature.begin(), kPngSignature.end());
    appendChunk(png, "IHDR", header);
    appendChunk(png, "IDAT", packed);
    appendChunk(png, "IEND", {});
    return png;
}

/// The error of decodeImage, or an empty text.
std::string decodingError(const Bytes& file) {
    Warnings repairs;
    const auto image = decodeImage({file.data(), file.size()}, {}, repairs);
    return image ? "" : image.error().text;
}

constexpr std::uint8_t kGrey = 0;
constexpr std::uint8_t kRgba = 6;
constexpr const char* kTooLong = "PNG: a chunk is longer than the file, or contains more than the pixels";

TEST(ImageMemory, APngMayNotInflateToMoreThanItsPixels) {
    EXPECT_EQ(decodingError(pngOfZeros({1, 1}, 8, kRgba, false, 5)), "");
    EXPECT_EQ(decodingError(pngOfZeros({1, 1}, 8, kRgba, false, 64 * kMiB)), kTooLong);
}

TEST(ImageMemory, AChunkOfAPngMayNotBeLongerThanTheFile) {
    Bytes png = pngOfZeros({1, 1}, 8, kRgba, false, 5);
    constexpr std::size_t kLengthOfIdat = 8 + 25;
    for (const auto& [at, byte] : {std::pair(0U, 0x3FU), {1U, 0xFFU}, {2U, 0xFFU}, {3U, 0xF0U}}) {
        png[kLengthOfIdat + at] = static_cast<std::uint8_t>(byte);
    }
    EXPECT_EQ(decodingError(png), kTooLong);
    // Since version 2.28 stb_image refuses chunks of more than 2^30 bytes itself.
    png[kLengthOfIdat] = 0x7F;
    EXPECT_EQ(decodingError(png).rfind("PNG: ", 0), 0);
}

TEST(ImageMemory, NarrowInterlacedPngsAreWithinTheLimit) {
    // Passes 1, 3, 5 and 7 have one or two pixels in each of their rows, and a filter.
    EXPECT_EQ(decodingError(pngOfZeros({2, 16384}, 16, kRgba, true,
                                       2048 * 9 + 2048 * 9 + 4096 * 9 + 8192 * 9 + 8192 * 17)),
              "");
    EXPECT_EQ(decodingError(pngOfZeros({1, 16384}, 1, kGrey, true, 16384 * 2)), "");
}

// The shadow memory of a sanitizer is larger than the limit.
#if defined(__linux__) && !defined(ASSIMP_MD2_SANITIZE)
TEST(ImageMemory, AnImageForWhichStbHasNoMemoryIsAnError) {
    const Bytes png = pngOfZeros({5000, 5000}, 8, kRgba, false, std::size_t{5000} * (4 * 5000 + 1));
    EXPECT_EQ(test::inChild([&] {
                  const rlimit limit{192 * kMiB, 192 * kMiB};
                  setrlimit(RLIMIT_AS, &limit);
                  return decodingError(png);
              }),
              "PNG: stb_image cannot read it: outofmem");
}
#endif

} // namespace
} // namespace assimp_md2::inner
