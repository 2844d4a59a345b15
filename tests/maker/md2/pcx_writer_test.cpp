// SPDX-License-Identifier: BSD-3-Clause
// Written PCX files: the decoder reads the same pixels, and colours are the nearest of the palette.
#include "maker/md2/pcx_writer.h"

#include "importer/image/pcx.h"
#include "support/images.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2::inner::test {
namespace {

TEST(PcxWriter, TheDecoderReadsTheSamePixels) {
    for (const std::uint32_t width : {1u, 2u, 13u, 64u, 200u}) {
        Image image = paletteImage(width, 7, 256);
        image.pixels.back() = 255;
        const std::vector<std::uint8_t> file = encodePcx(image);
        EXPECT_LE(file.size(), 2 * image.pixels.size() + 1024);
        Warnings repairs;
        const auto read = decodePcx(ByteSlice(file.data(), file.size()), {}, repairs);
        ASSERT_TRUE(read) << "MD2: " + read.error().text;
        EXPECT_TRUE(repairs.lines("MD2: ").empty());
        EXPECT_EQ(read->size, image.size);
        EXPECT_EQ(read->pixels, image.pixels);
        for (std::size_t i = 0; i < 256; ++i) {
            EXPECT_EQ(read->palette[i].green, image.palette[i].green);
        }
    }
}

TEST(PcxWriter, RowsHaveNoByteBesidesTheirPixels) {
    // The original game reads rows of as many bytes as there are pixels.
    Image image = paletteImage(3, 2, 256);
    image.pixels = {1, 2, 3, 4, 5, 6};
    const std::vector<std::uint8_t> file = encodePcx(image);
    EXPECT_EQ(file[66], 3);
    EXPECT_EQ(std::vector<std::uint8_t>(file.begin() + 128, file.begin() + 134), image.pixels);
    EXPECT_EQ(file[134], 0x0C);
}

TEST(PcxWriter, RunsMakeAPlainImageSmall) {
    Image image = paletteImage(256, 256, 256);
    std::fill(image.pixels.begin(), image.pixels.end(), std::uint8_t{200});
    EXPECT_LT(encodePcx(image).size(), 256u * 10 + 1024);
}

TEST(PcxWriter, ColoursAreTheNearestAndNeverTheTransparentOne) {
    std::vector<Colour> palette(256, {255, 255, 255});
    palette[3] = {250, 10, 10};
    palette[4] = {10, 250, 10};
    palette[255] = {255, 0, 0};
    Image image = rgbImage(3, 1);
    image.pixels = {255, 0, 0, 0, 200, 0, 255, 255, 255};
    Image expected;
    expected.size = image.size;
    expected.layout = PixelLayout::Palette;
    expected.palette = palette;
    expected.pixels = {3, 4, 0};
    EXPECT_EQ(pcxOf(image, image.size, palette), encodePcx(expected));
}

} // namespace
} // namespace assimp_md2::inner::test
