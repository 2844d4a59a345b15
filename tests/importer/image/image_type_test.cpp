// SPDX-License-Identifier: BSD-3-Clause
// Kinds and sizes of images by their content.
#include "importer/image/image_type.h"

#include "support/image_files.h"
#include "support/images.h"
#include "support/pcx_builder.h"

#include "importer/image/png.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2::inner {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Sample {
    const char* name;
    ImageType type;
    ImageSize size;
    Bytes file;
};

std::vector<Sample> samples() {
    return {
        {"PNG", ImageType::Png, {300, 7}, encodePng(test::rgbImage(300, 7)).value()},
        {"JPEG", ImageType::Jpeg, {5, 300}, test::jpegHeader({5, 300})},
        {"BMP", ImageType::Bmp, {33, 4}, test::bmpFile(test::rgbImage(33, 4), 24)},
        {"TGA", ImageType::Tga, {33, 4}, test::tgaFile(test::rgbImage(33, 4))},
        {"PCX", ImageType::Pcx, {33, 4}, test::PcxBuilder().build(test::paletteImage(33, 4))},
    };
}

TEST(ImageType, DependsOnTheContent) {
    for (const Sample& sample : samples()) {
        SCOPED_TRACE(sample.name);
        const test::ExactCopy copy(sample.file);
        EXPECT_EQ(imageType(copy.slice()), sample.type);
        EXPECT_EQ(imageSize(copy.slice()), sample.size);
    }
}

TEST(ImageType, NeedsOnlyTheFirstBytes) {
    for (const Sample& sample : samples()) {
        const test::ExactCopy copy(sample.file, kImageTypeBytes);
        EXPECT_EQ(imageType(copy.slice()), sample.type) << sample.name;
    }
}

TEST(ImageType, AlphaIsInTheHeaderOfPngAndTga) {
    const auto hasAlpha = [](const Bytes& file) {
        return hasAlphaChannel(test::ExactCopy(file, std::min(file.size(), kImageHeaderBytes)).slice());
    };
    EXPECT_TRUE(hasAlpha(encodePng(test::rgbaImage(3, 3)).value()));
    EXPECT_TRUE(hasAlpha(test::tgaFile(test::rgbaImage(3, 3))));
    for (const Sample& sample : samples()) {
        EXPECT_FALSE(hasAlpha(sample.file)) << sample.name;
    }
}

/// A PNG of one pixel with a palette and, before its pixels, a chunk of this type.
Bytes palettePng(const char* type) {
    Bytes file = encodePng(test::paletteImage(1, 1)).value();
    const Bytes pixels{'I', 'D', 'A', 'T'};
    const auto at = std::search(file.begin(), file.end(), pixels.begin(), pixels.end()) - 4;
    Bytes chunk{0, 0, 0, 1};
    chunk.insert(chunk.end(), type, type + 4);
    chunk.insert(chunk.end(), {0, 1, 2, 3, 4});
    file.insert(at, chunk.begin(), chunk.end());
    return file;
}

TEST(ImageType, APaletteWithTransparentColoursIsAnAlphaChannel) {
    const Bytes transparent = palettePng("tRNS");
    const Bytes opaque = palettePng("gAMA");
    EXPECT_TRUE(hasAlphaChannel({transparent.data(), transparent.size()}));
    EXPECT_FALSE(hasAlphaChannel({opaque.data(), opaque.size()}));
    EXPECT_TRUE(hasAlphaChannel({opaque.data(), kImageHeaderBytes})) << "not known yet";
    EXPECT_FALSE(hasAlphaChannel({opaque.data(), kImageHeaderBytes - 1}));
    Bytes endless = opaque;
    std::fill_n(endless.begin() + 33, 4, std::uint8_t{0xFF}); // the length of the palette
    EXPECT_TRUE(hasAlphaChannel({endless.data(), endless.size()}));
}

TEST(ImageType, APngWithoutItsLastChunkIsCut) {
    const Bytes file = palettePng("gAMA");
    EXPECT_FALSE(isCut({file.data(), file.size()}));
    EXPECT_TRUE(isCut({file.data(), file.size() - 12}));
    EXPECT_TRUE(isCut({file.data(), 20}));
    EXPECT_FALSE(isCut({file.data(), 3})) << "no PNG";
}

TEST(ImageType, OtherFilesAreNone) {
    const std::string texts[] = {"",
                                 "I",
                                 "IDP2\x08 and the rest of a model",
                                 "Just a text of some length.",
                                 "GIF89a and the rest of it",
                                 "BM, says a text that is no bitmap",
                                 std::string(64, '\0'),
                                 std::string(64, '\xFF'),
                                 "\xFF\xD8",
                                 "\x89PNG",
                                 "#!/bin/sh\necho hello world\n",
                                 "{\"asset\": {\"version\": \"2.0\"}}"};
    for (const std::string& text : texts) {
        const Bytes bytes(text.begin(), text.end());
        const test::ExactCopy copy(bytes);
        EXPECT_EQ(imageType(copy.slice()), ImageType::None) << text;
        EXPECT_EQ(imageSize(copy.slice()), std::nullopt) << text;
    }
}

TEST(ImageType, ABmpMayRunFromTheTopDownAndMayHaveTheOldHeader) {
    Bytes file = test::bmpFile(test::rgbImage(33, 4), 24);
    file[22] = 0xFC;
    file[23] = file[24] = file[25] = 0xFF; // −4
    EXPECT_EQ(imageSize({file.data(), file.size()}), (ImageSize{33, 4}));
    const Bytes old = test::oldBmpFile(test::paletteImage(33, 4));
    EXPECT_EQ(imageSize({old.data(), old.size()}), (ImageSize{33, 4}));
    file[22] = file[23] = file[24] = 0;
    file[25] = 0x80; // −2^31 has no counterpart
    EXPECT_EQ(imageSize({file.data(), file.size()}), std::nullopt);
}

TEST(ImageType, ReservedBitsOfATgaAreZero) {
    Bytes file = test::tgaFile(test::rgbImage(33, 4));
    file[17] = 0x30; // both bits of the origin
    EXPECT_EQ(imageType({file.data(), file.size()}), ImageType::Tga);
    file[17] = 0x40;
    EXPECT_EQ(imageType({file.data(), file.size()}), ImageType::None);
}

TEST(ImageType, TheSizeOfAJpegIsNotReadFromTables) {
    const Bytes header = test::jpegHeader({640, 480});
    for (const std::uint8_t marker : Bytes{0xC4, 0xC8, 0xCC}) {
        Bytes file{header[0], header[1], 0xFF, marker, 0, 9, 8, 0, 1, 0, 1, 1, 0};
        file.insert(file.end(), header.begin() + 2, header.end());
        EXPECT_EQ(imageSize({file.data(), file.size()}), (ImageSize{640, 480})) << int{marker};
    }
}

TEST(ImageType, AJpegsSizeComesAfterItsMetadata) {
    const Bytes header = test::jpegHeader({640, 480});
    const Bytes start{header[0], header[1], 0xFF, 0xFF, 0xE1, 0xFF, 0xFF};
    Bytes file(start.size() + 0xFFFF - 2, 0xC0);
    std::copy(start.begin(), start.end(), file.begin());
    file.insert(file.end(), header.begin() + 2, header.end());
    EXPECT_EQ(imageSize({file.data(), file.size()}), (ImageSize{640, 480}));
}

} // namespace
} // namespace assimp_md2::inner
