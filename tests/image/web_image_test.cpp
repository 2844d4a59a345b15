// SPDX-License-Identifier: BSD-3-Clause
// What becomes of images of every kind on their way into glTF.
#include "image/web_image.h"

#include "image/bmp_tga.h"
#include "image/png.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/pcx_builder.h"
#include "support/stb_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2 {
namespace {

using Bytes = std::vector<std::uint8_t>;

WebImage converted(const Bytes& file) {
    const test::ExactCopy copy(file);
    auto result = webImage(copy.slice());
    if (const auto* error = std::get_if<ImageError>(&result)) {
        ADD_FAILURE() << error->message;
        return {};
    }
    return std::get<WebImage>(std::move(result));
}

ImageErrorCode errorOf(const Bytes& file) {
    const test::ExactCopy copy(file);
    const auto result = webImage(copy.slice());
    if (!std::holds_alternative<ImageError>(result)) {
        ADD_FAILURE() << "converted";
        return ImageErrorCode::OutOfMemory;
    }
    EXPECT_FALSE(std::get<ImageError>(result).message.empty());
    return std::get<ImageError>(result).code;
}

void expectPng(const WebImage& web, const Image& image) {
    EXPECT_EQ(web.type, WebImageType::Png);
    const std::optional<Image> back = test::decodeWithStb(web.bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->size, image.size);
    EXPECT_EQ(back->pixels, test::rgbaPixels(image));
}

TEST(WebImage, PngAndJpegStayAsTheyAre) {
    const Bytes png = std::get<Bytes>(encodePng(test::rgbImage(30, 7)));
    EXPECT_EQ(converted(png).type, WebImageType::Png);
    EXPECT_EQ(converted(png).bytes, png);
    const Bytes jpeg = test::jpegHeader({30, 7});
    EXPECT_EQ(converted(jpeg).type, WebImageType::Jpeg);
    EXPECT_EQ(converted(jpeg).bytes, jpeg);
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

TEST(WebImage, AColourThatABmpLacksIsBlack) {
    Image image = test::paletteImage(33, 9, 20);
    image.pixels[5] = 200;
    const WebImage web = converted(test::bmpFile(image, 8));
    image.palette.resize(256);
    expectPng(web, image);
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
            const auto decoded = decodeBmpOrTga({file.data(), file.size()});
            ASSERT_TRUE(std::holds_alternative<Image>(decoded));
            EXPECT_EQ(std::get<Image>(decoded).layout, PixelLayout::Rgb);
            EXPECT_EQ(test::rgbaPixels(std::get<Image>(decoded)), test::rgbaPixels(opaque));
        }
    }
}

TEST(WebImage, RepairsAreTold) {
    test::PcxBuilder builder;
    EXPECT_EQ(converted(builder.build(test::paletteImage(33, 9))).repairs, "");
    builder.trailing = {1, 2};
    EXPECT_EQ(converted(builder.build(test::paletteImage(33, 9))).repairs,
              "bytes skipped after the palette: 2");
    builder.encoded = false;
    Bytes file = builder.build(test::paletteImage(33, 9));
    file.resize(128 + 33 * 4);
    EXPECT_EQ(converted(file).repairs,
              "lines missing at the bottom: 5; the palette is missing, greys are used");
}

TEST(WebImage, WhatATruncatedTgaLacksIsBlack) {
    Image image = test::rgbImage(33, 9);
    Bytes file = test::tgaFile(image);
    file.resize(18 + 33 * 3 * 4); // the lower four lines
    std::fill_n(image.pixels.begin(), 33 * 3 * 5, std::uint8_t{0});
    expectPng(converted(file), image);
}

TEST(WebImage, EveryPrefixIsAnErrorOrAnImage) {
    const Image rgba = test::rgbaImage(11, 5);
    for (const Bytes& file :
         {test::bmpFile(test::paletteImage(11, 5), 8), test::oldBmpFile(test::paletteImage(11, 5)),
          test::bmpFile(rgba, 32), test::bmpFile(rgba, 32, true), test::tgaFile(rgba)}) {
        for (std::size_t size = 0; size < file.size(); ++size) {
            const test::ExactCopy copy(file, size);
            const auto result = webImage(copy.slice());
            if (const auto* web = std::get_if<WebImage>(&result)) {
                EXPECT_TRUE(test::decodeWithStb(web->bytes));
            }
        }
    }
}

TEST(WebImage, EveryHeaderByteMayBeAnything) {
    const Image rgba = test::rgbaImage(11, 5);
    for (const Bytes& file :
         {test::bmpFile(test::paletteImage(11, 5), 8), test::oldBmpFile(test::paletteImage(11, 5)),
          test::bmpFile(rgba, 32, true), test::tgaFile(rgba)}) {
        for (std::size_t offset = 0; offset < 70; ++offset) {
            const int before = file[offset];
            for (const int value : {before - 1, before + 1, 0, 127, 128, 255}) {
                Bytes changed = file;
                changed[offset] = static_cast<std::uint8_t>(value);
                const test::ExactCopy copy(changed);
                decodeBmpOrTga(copy.slice());
            }
        }
    }
}

TEST(WebImage, ASmallFileCannotAskForALargeImage) {
    Bytes bmp = test::bmpFile(test::rgbImage(4, 4), 24);
    bmp[18] = bmp[22] = 0;
    bmp[19] = bmp[23] = 0x40;
    EXPECT_EQ(errorOf(bmp), ImageErrorCode::Damaged);
    bmp[19] = 0x41;
    EXPECT_EQ(errorOf(bmp), ImageErrorCode::TooLarge);
    Bytes tga = test::tgaFile(test::rgbImage(4, 4));
    tga[12] = tga[14] = 0;
    tga[13] = tga[15] = 0x40;
    EXPECT_EQ(errorOf(tga), ImageErrorCode::Damaged);
    EXPECT_EQ(errorOf(test::jpegHeader({16385, 2})), ImageErrorCode::TooLarge);
}

TEST(WebImage, OtherFilesAreRefused) {
    EXPECT_EQ(errorOf({}), ImageErrorCode::NotAnImage);
    EXPECT_EQ(errorOf({'G', 'I', 'F', '8', '9', 'a'}), ImageErrorCode::NotAnImage);
    EXPECT_EQ(errorOf({0xFF, 0xD8, 0xFF}), ImageErrorCode::Damaged);
    Bytes compressed = test::bmpFile(test::paletteImage(4, 4), 8);
    compressed[30] = 1;
    EXPECT_EQ(errorOf(compressed), ImageErrorCode::Unsupported);
}

} // namespace
} // namespace assimp_md2
