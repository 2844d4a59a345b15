// SPDX-License-Identifier: BSD-3-Clause
// What the PNG encoder promises, checked with libpng.
#include "importer/image/png.h"

#include "support/images.h"
#include "support/png_decoder.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encoded(const Image& image) {
    return encodePng(image).value();
}

/// The number of colours of the palette, 0 without one. The encoder writes it as the second chunk.
std::size_t paletteColours(const Bytes& png) {
    constexpr std::size_t kSecondChunk = 8 + 25;
    const ByteSlice file(png.data(), png.size());
    const bool isPalette =
        std::string(png.begin() + kSecondChunk + 4, png.begin() + kSecondChunk + 8) == "PLTE";
    return isPalette ? (file.u8(kSecondChunk + 2) * 256U + file.u8(kSecondChunk + 3)) / 3 : 0;
}

TEST(Png, EveryLayoutComesBackAsTheSamePixels) {
    for (const std::uint32_t width : {1U, 2U, 3U, 37U, 300U}) {
        for (const std::uint32_t height : {1U, 2U, 21U, 300U}) {
            for (const Image& image :
                 {test::paletteImage(width, height), test::paletteImage(width, height, 16),
                  test::paletteImage(width, height, 3), test::paletteImage(width, height, 2),
                  test::rgbImage(width, height), test::rgbaImage(width, height)}) {
                const std::optional<Image> back = test::decodeWithLibpng(encoded(image));
                ASSERT_TRUE(back);
                EXPECT_EQ(back->size, image.size);
                EXPECT_EQ(back->pixels, test::rgbaPixels(image));
            }
        }
    }
}

TEST(Png, LongSidesAndPixelsThatDoNotCompressAreWritten) {
    for (const Image& image : {test::rgbImage(kMaximumImageSide, 1), test::rgbImage(1, kMaximumImageSide),
                               test::rgbImage(70000, 2), test::noiseImage(256, 256)}) {
        const std::optional<Image> back = test::decodeWithLibpng(encoded(image));
        ASSERT_TRUE(back);
        EXPECT_EQ(back->pixels, test::rgbaPixels(image));
    }
}

TEST(Png, TheFileEndsWithIend) {
    const Bytes png = encoded(test::paletteImage(5, 4, 7));
    const Bytes end(png.end() - 12, png.end());
    EXPECT_EQ(end, (Bytes{0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82}));
}

TEST(Png, SmoothColoursAreFiltered) {
    Image image = test::rgbImage(256, 256);
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        image.pixels[i] = static_cast<std::uint8_t>(i / 3 % 256 * (i % 3 + 1) + i / 768);
    }
    EXPECT_LT(encoded(image).size(), image.pixels.size() / 50);
}

TEST(Png, APaletteStaysAPalette) {
    Image image = test::paletteImage(16, 16);
    for (std::size_t i = 0; i < 256; ++i) {
        image.pixels[i] = static_cast<std::uint8_t>(i);
    }
    const Bytes png = encoded(image);
    EXPECT_EQ(png[24], 8) << "bits";
    EXPECT_EQ(png[25], 3) << "colour type";
    EXPECT_EQ(paletteColours(png), 256U);
}

TEST(Png, ColoursAfterTheLastOneInUseAreLeftOut) {
    Image image = test::paletteImage(4, 4);
    image.pixels.assign(16, 2);
    EXPECT_EQ(paletteColours(encoded(image)), 3U);
}

TEST(Png, MorePixelsThanAChunkHoldsAreRefused) {
    Image image = test::rgbaImage(1, 1);
    image.size = {1 << 14, (1 << 13) + 1};
    EXPECT_EQ(encodePng(image).error().text,
              "the image has 16384 × 8193 pixels, expected at most 134217728 in all");
}

} // namespace
} // namespace assimp_md2::inner
