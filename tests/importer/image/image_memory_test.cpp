// SPDX-License-Identifier: BSD-3-Clause
// The memory that a conversion takes. HeapWatch does not see the memory of stb_image and zlib.
#include "importer/image/png.h"
#include "importer/image/web_image.h"

#include "support/heap.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/pcx_builder.h"

#include <gtest/gtest.h>

namespace assimp_md2 {
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

TEST(ImageMemory, TheHeaderOfALargeImageRefusesIt) {
    Bytes pcx = test::PcxBuilder().build(test::paletteImage(23, 9));
    pcx[8] = pcx[10] = 0xFF;
    pcx[9] = pcx[11] = 0x0F; // 4096 × 4096
    pcx[66] = 0x00;
    pcx[67] = 0x10;
    Bytes tga = test::tgaFile(test::rgbImage(4, 4));
    tga[13] = tga[15] = 0x10; // 4100 × 4100
    Bytes bmp = test::bmpFile(test::rgbImage(4, 4), 24);
    bmp[19] = bmp[23] = 0x10;
    for (const Bytes& file : {pcx, tga, bmp}) {
        for (const ImageLimits limits :
             {ImageLimits(), ImageLimits{4095, UINT64_MAX}, ImageLimits{4100, 1000}}) {
            const test::HeapWatch heap;
            Warnings repairs;
            EXPECT_TRUE(!webImage({file.data(), file.size()}, limits, repairs).has_value());
            EXPECT_LT(heap.largest(), 1024U);
        }
    }
}

} // namespace
} // namespace assimp_md2
