// SPDX-License-Identifier: BSD-3-Clause
// The conversion of every kind of image to one that glTF supports.
#include "importer/image/decode_image.h"

#include "importer/base/repairs.h"
#include "importer/image/image_type.h"
#include "importer/image/png.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/pcx_builder.h"
#include "support/png_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2::inner {
namespace {

using Bytes = std::vector<std::uint8_t>;

WebImage converted(const Bytes& file, Warnings& repairs) {
    return webImage(test::ExactCopy(file).slice(), {}, repairs).value();
}

WebImage converted(const Bytes& file) {
    Warnings repairs;
    return converted(file, repairs);
}

void expectWebImageError(const Bytes& file, const std::string& text, const ImageLimits& limits = {}) {
    const test::ExactCopy copy(file);
    Warnings repairs;
    const auto result = webImage(copy.slice(), limits, repairs);
    ASSERT_FALSE(result) << "converted, expected: " << text;
    EXPECT_EQ(result.error().text, text);
}

/// Checks that the result is a PNG with these pixels.
void expectPng(const WebImage& web, const Image& image) {
    EXPECT_EQ(web.type, WebImageType::Png);
    const std::optional<Image> back = test::decodeWithLibpng(web.bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->size, image.size);
    EXPECT_EQ(back->pixels, test::rgbaPixels(image));
}

TEST(WebImage, PngAndJpegStayAsTheyAre) {
    const Bytes png = encodePng(test::rgbImage(30, 7)).value();
    EXPECT_EQ(converted(png).type, WebImageType::Png);
    EXPECT_EQ(converted(png).bytes, png);
    const Bytes jpeg = test::jpegHeader({30, 7});
    EXPECT_EQ(converted(jpeg).type, WebImageType::Jpeg);
    EXPECT_EQ(converted(jpeg).bytes, jpeg);
}

TEST(WebImage, ACutPngStaysAsItIsWithAWarning) {
    Bytes png = encodePng(test::noiseImage(30, 7)).value();
    png.resize(png.size() / 2);
    Warnings repairs;
    EXPECT_EQ(converted(png, repairs).bytes, png);
    EXPECT_EQ(repairs.count(repair::kCutPng), 1u);
}

TEST(WebImage, PcxBmpAndTgaBecomePng) {
    const Image palette = test::paletteImage(33, 9);
    const Image rgb = test::rgbImage(33, 9);
    const Image rgba = test::rgbaImage(33, 9);
    expectPng(converted(test::PcxBuilder().build(palette)), palette);
    expectPng(converted(test::bmpFile(palette, 8)), palette);
    expectPng(converted(test::bmpFile(rgb, 24)), rgb);
    expectPng(converted(test::bmpFile(rgba, 32)), rgba);
    expectPng(converted(test::bmpFile(rgba, 32, true)), rgba);
    expectPng(converted(test::tgaFile(rgb)), rgb);
    expectPng(converted(test::tgaFile(rgba)), rgba);
}

TEST(WebImage, ABmpWithTheOldHeaderHasAllItsColours) {
    Image image = test::paletteImage(33, 9);
    image.pixels[5] = 255;
    image.pixels[6] = 252;
    expectPng(converted(test::oldBmpFile(image)), image);
}

TEST(WebImage, MissingColoursOfABmpAreBlack) {
    Image image = test::paletteImage(33, 9, 20);
    image.pixels[5] = 200;
    const WebImage web = converted(test::bmpFile(image, 8));
    image.palette.resize(256);
    expectPng(web, image);
}

TEST(WebImage, ThePixelsOfABmpAreWhereItsHeaderSays) {
    // Real files of 24 bits have a palette of 256 colours that nothing uses.
    const Image image = test::rgbImage(33, 9);
    Bytes file = test::bmpFile(image, 24);
    file.insert(file.begin() + 54, 1024, 0x55);
    file[10] = 54 + 1024 % 256;
    file[11] = 1024 / 256;
    expectPng(converted(file), image);
    Image few = test::paletteImage(33, 9, 256);
    file = test::bmpFile(few, 8);
    file.insert(file.begin() + 54 + 1024, 3, 0x55);
    file[10] += 3;
    expectPng(converted(file), few);
}

TEST(WebImage, ATgaMayStartAtTheRightOrAtTheTop) {
    const Image image = test::rgbImage(5, 3);
    for (const unsigned descriptor : {0x00U, 0x10U, 0x20U, 0x30U}) {
        Image stored = image;
        for (std::size_t pixel = 0; pixel < image.size.pixels(); ++pixel) {
            const std::size_t x = pixel % 5;
            const std::size_t y = pixel / 5;
            const std::size_t from =
                ((descriptor & 0x20) != 0 ? 2 - y : y) * 5 + ((descriptor & 0x10) != 0 ? 4 - x : x);
            std::copy_n(image.pixels.begin() + static_cast<std::ptrdiff_t>(3 * from), 3,
                        stored.pixels.begin() + static_cast<std::ptrdiff_t>(3 * pixel));
        }
        Bytes file = test::tgaFile(stored);
        file[17] = static_cast<std::uint8_t>(descriptor);
        SCOPED_TRACE(descriptor);
        expectPng(converted(file), image);
    }
}

TEST(WebImage, AnAlphaChannelThatIsTheSameEverywhereIsLeftOut) {
    const Image rgb = test::rgbImage(33, 9);
    Image opaque = test::rgbaImage(33, 9);
    Image unused = opaque;
    for (std::size_t i = 3; i < opaque.pixels.size(); i += 4) {
        opaque.pixels[i] = 255;
        unused.pixels[i] = 0;
    }
    for (const Image& image : {opaque, unused}) {
        for (const Bytes& file :
             {test::bmpFile(image, 32), test::bmpFile(image, 32, true), test::tgaFile(image)}) {
            Warnings repairs;
            const auto decoded = decodeImage({file.data(), file.size()}, {}, repairs);
            ASSERT_TRUE(decoded.has_value());
            EXPECT_EQ(decoded->layout, PixelLayout::Rgb);
            EXPECT_EQ(test::rgbaPixels(*decoded), test::rgbaPixels(opaque));
        }
    }
}

TEST(WebImage, AnAlphaChannelThatIsHalfTransparentEverywhereStays) {
    Image image = test::rgbaImage(33, 9);
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
        image.pixels[i] = 128;
    }
    expectPng(converted(test::tgaFile(image)), image);
}

TEST(WebImage, TheBytesOfTheDecodedPixelsAreCounted) {
    const Image palette = test::paletteImage(33, 9);
    EXPECT_EQ(converted(test::PcxBuilder().build(palette)).decodedBytes, 33U * 9);
    EXPECT_EQ(converted(test::bmpFile(palette, 8)).decodedBytes, 33U * 9 * 3);
    EXPECT_EQ(converted(test::tgaFile(test::rgbaImage(33, 9))).decodedBytes, 33U * 9 * 4);
    EXPECT_EQ(converted(test::jpegHeader({30, 7})).decodedBytes, 0U);
}

TEST(WebImage, MissingPixelsOfATgaAreBlack) {
    Image image = test::rgbImage(33, 9);
    Bytes file = test::tgaFile(image);
    file.resize(18 + 33 * 3 * 4); // the lower four lines
    std::fill_n(image.pixels.begin(), 33 * 3 * 5, std::uint8_t{0});
    expectPng(converted(file), image);
}

TEST(WebImage, ASmallFileCannotAskForALargeImage) {
    Bytes bmp = test::bmpFile(test::rgbImage(4, 4), 24);
    bmp[18] = bmp[22] = 0;
    bmp[19] = bmp[23] = 0x40; // 16384 × 16384
    expectWebImageError(bmp, "BMP: the file is too small for half of its pixels");
    bmp[19] = 0x41;
    expectWebImageError(bmp, "the image has 16640 × 16384 pixels, expected at most 16384 a side");
    Bytes tga = test::tgaFile(test::rgbImage(4, 4));
    tga[12] = tga[14] = 0;
    tga[13] = tga[15] = 0x40;
    expectWebImageError(tga, "TGA: the file is too small for half of its pixels");
    expectWebImageError(test::jpegHeader({16385, 2}),
                        "the image has 16385 × 2 pixels, expected at most 16384 a side");
    expectWebImageError(test::jpegHeader({2, 16385}),
                        "the image has 2 × 16385 pixels, expected at most 16384 a side");
}

/// A TGA of 8-bit greys in runs of 128 pixels.
Bytes tgaOfRuns(std::uint32_t side) {
    Bytes file{0, 0, 11};
    file.resize(12);
    test::append(file, side, 2);
    test::append(file, side, 2);
    test::append(file, 8, 2);
    for (std::uint32_t i = 0; i < side * (side / 128); ++i) {
        file.insert(file.end(), {0xFF, 0x80});
    }
    return file;
}

TEST(WebImage, RunsThatBecomeTooManyPixelsAreRefused) {
    const Bytes file = tgaOfRuns(2176); // 74 KB, 18.9 MB of RGBA
    EXPECT_EQ(converted(file).decodedBytes, 2176U * 2176 * 3);
    expectWebImageError(file, "the image has 2176 × 2176 pixels, expected at most 2175 a side",
                        {2175, UINT64_MAX});
    expectWebImageError(file, "the image has 2176 × 2176 pixels, expected at most 4734975 in all",
                        {kMaximumImageSide, 4 * 2176 * 2176 - 1});
}

TEST(WebImage, HalfOfALargeTgaMustBeInTheFile) {
    Bytes file = tgaOfRuns(2176);
    file.resize(2176 * 2176 / 2 / 64);
    EXPECT_EQ(converted(file).decodedBytes, 2176U * 2176 * 3);
    file.pop_back();
    expectWebImageError(file, "TGA: the file is too small for half of its pixels");
}

TEST(WebImage, ASmallTgaIsFilledUp) {
    Bytes file = tgaOfRuns(1024);
    file.resize(18 + 2);
    EXPECT_EQ(converted(file).decodedBytes, 1024U * 1024 * 3);
}

TEST(WebImage, TheLimitsOfTheCallerHold) {
    const Image image = test::rgbImage(20, 10);
    test::PcxBuilder rgb;
    rgb.planes = 3;
    const std::pair<Bytes, std::uint64_t> files[] = {
        {test::bmpFile(image, 24), 800},
        {test::tgaFile(image), 800},
        {test::PcxBuilder().build(test::paletteImage(20, 10)), 200},
        {rgb.build(image), 600}};
    for (const auto& [file, bytes] : files) {
        const test::ExactCopy copy(file);
        Warnings repairs;
        EXPECT_TRUE(webImage(copy.slice(), {20, bytes}, repairs).has_value());
        expectWebImageError(file, "the image has 20 × 10 pixels, expected at most 19 a side", {19, bytes});
        expectWebImageError(file, "the image has 20 × 10 pixels, expected at most 199 in all",
                            {20, bytes - 1});
    }
    const Bytes png = encodePng(image).value();
    for (const Bytes& file : {png, test::jpegHeader({20, 10})}) {
        const test::ExactCopy copy(file);
        Warnings repairs;
        EXPECT_TRUE(webImage(copy.slice(), {20, 0}, repairs).has_value());
        expectWebImageError(file, "the image has 20 × 10 pixels, expected at most 19 a side", {19, 0});
    }
}

TEST(WebImage, OtherFilesAreRefused) {
    constexpr const char* kNone = "the file is not a PNG, JPEG, PCX, BMP or TGA image";
    expectWebImageError({}, kNone);
    expectWebImageError({'G', 'I', 'F', '8', '9', 'a'}, kNone);
    expectWebImageError({0xFF, 0xD8, 0xFF}, "the file ends before its width and height");
    Bytes compressed = test::bmpFile(test::paletteImage(4, 4), 8);
    compressed[30] = 1;
    expectWebImageError(compressed, "BMP: stb_image cannot read it: BMP RLE");
    Bytes outside = test::bmpFile(test::rgbImage(4, 4), 24);
    outside[13] = 1; // 16 MiB
    expectWebImageError(outside, "BMP: the pixels are outside the file");
    outside[13] = 0;
    outside[10] = 53; // in the header
    expectWebImageError(outside, "BMP: the pixels are outside the file");
    Bytes noHeight = test::bmpFile(test::rgbImage(4, 4), 24);
    noHeight[22] = 0;
    expectWebImageError(noHeight, "BMP: the header has no valid width and height");
}

} // namespace
} // namespace assimp_md2::inner
