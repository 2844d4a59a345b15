// SPDX-License-Identifier: BSD-3-Clause
// What PNG writing promises, checked with another decoder.
#include "image/png.h"

#include "support/images.h"
#include "support/stb_decoder.h"

#include <gtest/gtest.h>

namespace assimp_md2 {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encoded(const Image& image) {
    auto result = encodePng(image);
    if (const auto* error = std::get_if<ImageError>(&result)) {
        ADD_FAILURE() << error->message;
        return {};
    }
    return std::get<Bytes>(std::move(result));
}

/// How many colours the palette has, 0 without one. It is the second chunk of what is written here.
std::size_t paletteColours(const Bytes& png) {
    constexpr std::size_t kSecondChunk = 8 + 25;
    const ByteSlice file(png.data(), png.size());
    const bool isPalette =
        std::string(png.begin() + kSecondChunk + 4, png.begin() + kSecondChunk + 8) == "PLTE";
    return isPalette ? (file.u8(kSecondChunk + 2) * 256U + file.u8(kSecondChunk + 3)) / 3 : 0;
}

TEST(Png, EveryLayoutComesBackAsTheSamePixels) {
    for (const Image& image : {test::paletteImage(37, 21), test::rgbImage(37, 21), test::rgbaImage(37, 21),
                               test::paletteImage(1, 1), test::rgbImage(1, 300), test::rgbaImage(300, 1)}) {
        const std::optional<Image> back = test::decodeWithStb(encoded(image));
        ASSERT_TRUE(back);
        EXPECT_EQ(back->size, image.size);
        EXPECT_EQ(back->pixels, test::rgbaPixels(image));
    }
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

TEST(Png, ColoursBehindTheLastOneUsedAreLeftOut) {
    Image image = test::paletteImage(4, 4);
    image.pixels.assign(16, 2);
    EXPECT_EQ(paletteColours(encoded(image)), 3U);
}

TEST(Png, WhatIsNoImageIsRefused) {
    Image noPixels = test::rgbImage(4, 4);
    noPixels.pixels.clear();
    Image noSize = test::rgbImage(4, 4);
    noSize.size = {};
    Image onePixelTooMany = test::rgbaImage(4, 4);
    onePixelTooMany.pixels.resize(4 * 17);
    Image shortPalette = test::paletteImage(4, 4, 16);
    shortPalette.pixels[3] = 16;
    Image longPalette = test::paletteImage(4, 4, 257);
    for (const Image& image : {Image(), noPixels, noSize, onePixelTooMany, shortPalette, longPalette}) {
        const auto result = encodePng(image);
        ASSERT_TRUE(std::holds_alternative<ImageError>(result));
        EXPECT_EQ(std::get<ImageError>(result).code, ImageErrorCode::Damaged);
    }
}

TEST(Png, AnErrorOfLibpngIsAValue) {
    Image image;
    image.size = {1'000'001, 1}; // libpng's own limit
    image.pixels.resize(3'000'003);
    testing::internal::CaptureStderr();
    const auto result = encodePng(image);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    ASSERT_TRUE(std::holds_alternative<ImageError>(result));
    EXPECT_EQ(std::get<ImageError>(result).code, ImageErrorCode::Unsupported);
}

} // namespace
} // namespace assimp_md2
