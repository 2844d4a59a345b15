// SPDX-License-Identifier: BSD-3-Clause
// What the PCX decoder promises, with files made here.
#include "image/pcx.h"

#include "support/images.h"
#include "support/pcx_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assimp_md2 {
namespace {

using test::ExactCopy;
using test::PcxBuilder;
using test::PcxPalette;

using Bytes = std::vector<std::uint8_t>;
using Kind = PcxRepair::Kind;

PcxImage decoded(const Bytes& file) {
    const ExactCopy copy(file);
    auto result = decodePcx(copy.slice());
    if (const auto* error = std::get_if<ImageError>(&result)) {
        ADD_FAILURE() << error->message;
        return {};
    }
    return std::get<PcxImage>(std::move(result));
}

ImageErrorCode errorOf(const Bytes& file) {
    const ExactCopy copy(file);
    const auto result = decodePcx(copy.slice());
    if (!std::holds_alternative<ImageError>(result)) {
        ADD_FAILURE() << "decoded";
        return ImageErrorCode::OutOfMemory;
    }
    EXPECT_FALSE(std::get<ImageError>(result).message.empty());
    return std::get<ImageError>(result).code;
}

/// The kinds and counts of repairs.
std::vector<std::pair<Kind, std::uint32_t>> repairsOf(const PcxImage& pcx) {
    std::vector<std::pair<Kind, std::uint32_t>> repairs;
    for (const PcxRepair& repair : pcx.repairs) {
        EXPECT_FALSE(describe(repair).empty());
        repairs.emplace_back(repair.kind, repair.count);
    }
    return repairs;
}

using Repairs = std::vector<std::pair<Kind, std::uint32_t>>;

struct Form {
    const char* name;
    unsigned bits;
    unsigned planes;
};

constexpr Form kForms[] = {{"1 bit", 1, 1},           {"1 bit, 2 planes", 1, 2}, {"1 bit, 3 planes", 1, 3},
                           {"1 bit, 4 planes", 1, 4}, {"2 bits", 2, 1},          {"4 bits", 4, 1},
                           {"8 bits", 8, 1},          {"24 bits", 8, 3}};

Image imageFor(const Form& form, std::uint32_t width, std::uint32_t height) {
    if (form.planes == 3 && form.bits == 8) {
        return test::rgbImage(width, height);
    }
    Image image = test::paletteImage(width, height, 1U << (form.bits * form.planes));
    if (form.bits * form.planes == 1) {
        image.palette = {{0, 0, 0}, {255, 255, 255}};
    }
    return image;
}

TEST(Pcx, EveryFormComesBackAsItWasWritten) {
    for (const Form& form : kForms) {
        for (const std::uint32_t width : {1U, 7U, 8U, 13U, 64U, 129U}) {
            for (const unsigned padding : {0U, 1U, 5U}) {
                for (const int encoding : {0, 1, 2}) {
                    SCOPED_TRACE(std::string(form.name) + ", width " + std::to_string(width) + ", padding " +
                                 std::to_string(padding) + ", encoding " + std::to_string(encoding));
                    const Image image = imageFor(form, width, 11);
                    PcxBuilder builder;
                    builder.bits = form.bits;
                    builder.planes = form.planes;
                    builder.padding = padding;
                    builder.encoded = encoding != 0;
                    builder.runsCrossLines = encoding == 2;
                    const Bytes file = builder.build(image);
                    EXPECT_EQ(pcxSize({file.data(), file.size()}), image.size);
                    const PcxImage pcx = decoded(file);
                    EXPECT_EQ(pcx.image.size, image.size);
                    EXPECT_EQ(pcx.image.layout, image.layout);
                    EXPECT_EQ(test::rgbaPixels(pcx.image), test::rgbaPixels(image));
                    EXPECT_EQ(repairsOf(pcx), Repairs());
                }
            }
        }
    }
}

TEST(Pcx, ARunMayCrossTheEndOfALine) {
    Image image = test::paletteImage(20, 6);
    image.pixels.assign(image.pixels.size(), 9);
    PcxBuilder builder;
    builder.runsCrossLines = true;
    const Bytes file = builder.build(image);
    ASSERT_EQ(file.size(), 128U + 4 + 769); // 120 pixels in two runs
    EXPECT_EQ(decoded(file).image.pixels, image.pixels);
}

TEST(Pcx, ARunMayCrossTheEndOfAPlane) {
    Image image = test::rgbImage(20, 2);
    image.pixels.assign(image.pixels.size(), 77);
    PcxBuilder builder;
    builder.planes = 3;
    builder.runsCrossLines = true;
    const Bytes file = builder.build(image);
    ASSERT_EQ(file.size(), 128U + 4);
    EXPECT_EQ(decoded(file).image.pixels, image.pixels);
}

TEST(Pcx, ARunPastTheLastLineIsCutOff) {
    Image image = test::paletteImage(4, 1);
    image.pixels.assign(4, 3);
    Bytes file = PcxBuilder().build(image);
    file[128] = 0xC0 | 50;
    EXPECT_EQ(decoded(file).image.pixels, image.pixels);
}

TEST(Pcx, ARunOfLengthNoneIsNothing) {
    Image image = test::paletteImage(4, 1);
    image.pixels.assign(4, 3);
    Bytes file = PcxBuilder().build(image);
    file.insert(file.begin() + 128, {0xC0, 0x55});
    EXPECT_EQ(decoded(file).image.pixels, image.pixels);
}

TEST(Pcx, TheCornerNeedNotBeAtTheOrigin) {
    const Image image = test::paletteImage(30, 12);
    Bytes file = PcxBuilder().build(image);
    for (const std::size_t offset : {4U, 6U, 8U, 10U}) {
        file[offset] = static_cast<std::uint8_t>(file[offset] + 100);
    }
    EXPECT_EQ(decoded(file).image.pixels, image.pixels);
}

TEST(Pcx, APaletteNeedsNoMarker) {
    const Image image = test::paletteImage(30, 12);
    PcxBuilder builder;
    builder.palette = PcxPalette::WithoutMarker;
    const PcxImage pcx = decoded(builder.build(image));
    EXPECT_EQ(test::rgbaPixels(pcx.image), test::rgbaPixels(image));
    EXPECT_EQ(repairsOf(pcx), (Repairs{{Kind::PaletteWithoutMarker, 0}}));
}

TEST(Pcx, BytesAfterThePaletteAreSkipped) {
    const Image image = test::paletteImage(30, 12);
    for (const std::size_t count : {1U, 2U, 128U, 5000U}) {
        PcxBuilder builder;
        builder.trailing.assign(count, 0x42);
        const PcxImage pcx = decoded(builder.build(image));
        EXPECT_EQ(test::rgbaPixels(pcx.image), test::rgbaPixels(image));
        EXPECT_EQ(repairsOf(pcx), (Repairs{{Kind::BytesAfterPalette, static_cast<std::uint32_t>(count)}}));
    }
}

TEST(Pcx, BytesBetweenPixelsAndPaletteAreSkipped) {
    const Image image = test::paletteImage(30, 12);
    Bytes file = PcxBuilder().build(image);
    file.insert(file.end() - 769, {1, 2, 3});
    const PcxImage pcx = decoded(file);
    EXPECT_EQ(test::rgbaPixels(pcx.image), test::rgbaPixels(image));
    EXPECT_EQ(repairsOf(pcx), Repairs());
}

TEST(Pcx, WithoutAPaletteIndicesAreGreys) {
    const Image image = test::paletteImage(30, 12);
    PcxBuilder builder;
    builder.palette = PcxPalette::None;
    const PcxImage pcx = decoded(builder.build(image));
    EXPECT_EQ(pcx.image.pixels, image.pixels);
    ASSERT_EQ(pcx.image.palette.size(), 256U);
    EXPECT_EQ(pcx.image.palette[0].red, 0);
    EXPECT_EQ(pcx.image.palette[100].green, 100);
    EXPECT_EQ(pcx.image.palette[255].blue, 255);
    EXPECT_EQ(repairsOf(pcx), (Repairs{{Kind::NoPalette, 0}}));
}

TEST(Pcx, AnEmptyHeaderPaletteMeansGreys) {
    Image image = test::paletteImage(30, 12, 16);
    PcxBuilder builder;
    builder.bits = 4;
    Bytes file = builder.build(image);
    std::fill_n(file.begin() + 16, 48, std::uint8_t{0});
    const PcxImage pcx = decoded(file);
    EXPECT_EQ(pcx.image.palette[15].red, 255);
    EXPECT_EQ(repairsOf(pcx), (Repairs{{Kind::NoPalette, 0}}));
}

TEST(Pcx, TheLastColourIsAsOpaqueAsTheOthers) {
    Image image = test::paletteImage(4, 1);
    image.pixels.assign(4, 255);
    EXPECT_EQ(decoded(PcxBuilder().build(image)).image.layout, PixelLayout::Palette);
}

TEST(Pcx, ATruncatedFileKeepsItsHeightAndTheLinesThatAreThere) {
    const Image image = test::paletteImage(10, 8);
    PcxBuilder builder;
    builder.encoded = false;
    Bytes file = builder.build(image);
    file.resize(128 + 35);
    const PcxImage pcx = decoded(file);
    Bytes pixels(image.pixels.begin(), image.pixels.begin() + 30);
    pixels.resize(80);
    EXPECT_EQ(pcx.image.size, image.size);
    EXPECT_EQ(pcx.image.pixels, pixels);
    EXPECT_EQ(repairsOf(pcx), (Repairs{{Kind::MissingLines, 5}, {Kind::NoPalette, 0}}));
}

TEST(Pcx, MissingLinesDoNotCostThePalette) {
    const Image image = test::paletteImage(10, 8);
    Bytes file = PcxBuilder().build(image);
    file[10] = 19; // 20 lines
    const PcxImage pcx = decoded(file);
    EXPECT_EQ(pcx.image.palette[255].green, 0);
    EXPECT_EQ(pcx.image.palette[1].red, 8);
    EXPECT_EQ(repairsOf(pcx), (Repairs{{Kind::MissingLines, 12}}));
}

TEST(Pcx, EveryPrefixIsAnErrorOrAnImageOfTheHeadersSize) {
    for (const Form& form : kForms) {
        PcxBuilder builder;
        builder.bits = form.bits;
        builder.planes = form.planes;
        const Image image = imageFor(form, 23, 9);
        const Bytes file = builder.build(image);
        std::size_t images = 0;
        for (std::size_t size = 0; size < file.size(); ++size) {
            const ExactCopy copy(file, size);
            const auto result = decodePcx(copy.slice());
            if (const auto* pcx = std::get_if<PcxImage>(&result)) {
                EXPECT_EQ(pcx->image.size, image.size);
                EXPECT_EQ(pcx->image.pixels.size(), image.pixels.size());
                ++images;
            }
        }
        EXPECT_GT(images, 20U) << form.name;
    }
}

TEST(Pcx, EveryHeaderByteMayBeAnything) {
    for (const Form& form : kForms) {
        PcxBuilder builder;
        builder.bits = form.bits;
        builder.planes = form.planes;
        const Bytes file = builder.build(imageFor(form, 23, 9));
        for (std::size_t offset = 0; offset < 128; ++offset) {
            const int before = file[offset];
            for (const int value : {before - 1, before + 1, 0, 1, 127, 128, 255}) {
                Bytes changed = file;
                changed[offset] = static_cast<std::uint8_t>(value);
                const ExactCopy copy(changed);
                const auto result = decodePcx(copy.slice());
                if (const auto* pcx = std::get_if<PcxImage>(&result)) {
                    EXPECT_EQ(pcx->image.size, pcxSize(copy.slice()));
                    EXPECT_EQ(pcx->image.pixels.size(), pcx->image.rowBytes() * pcx->image.size.height);
                }
            }
        }
    }
}

TEST(Pcx, OtherFilesAreRefused) {
    EXPECT_EQ(errorOf({}), ImageErrorCode::NotAnImage);
    EXPECT_EQ(errorOf(Bytes(200, 0)), ImageErrorCode::NotAnImage);
    EXPECT_EQ(errorOf(Bytes{10, 5, 1, 8}), ImageErrorCode::Damaged);
}

TEST(Pcx, WhatTheHeaderCannotMeanIsRefused) {
    const Bytes file = PcxBuilder().build(test::paletteImage(23, 9));
    struct {
        const char* name;
        std::size_t offset;
        std::uint8_t value;
        ImageErrorCode error;
    } const changes[] = {
        {"left edge behind the right", 5, 1, ImageErrorCode::Damaged},
        {"upper edge behind the lower", 7, 1, ImageErrorCode::Damaged},
        {"no planes", 65, 0, ImageErrorCode::Unsupported},
        {"two planes of 8 bits", 65, 2, ImageErrorCode::Unsupported},
        {"four planes of 8 bits", 65, 4, ImageErrorCode::Unsupported},
        {"lines shorter than the width", 66, 22, ImageErrorCode::Damaged},
        {"65303 pixels wide", 9, 255, ImageErrorCode::TooLarge},
        {"three bits", 3, 3, ImageErrorCode::NotAnImage},
        {"another encoding", 2, 2, ImageErrorCode::NotAnImage},
    };
    for (const auto& change : changes) {
        SCOPED_TRACE(change.name);
        Bytes changed = file;
        changed[change.offset] = change.value;
        EXPECT_EQ(errorOf(changed), change.error);
    }
}

TEST(Pcx, AFileWithoutAWholeLineIsRefused) {
    PcxBuilder builder;
    builder.encoded = false;
    Bytes file = builder.build(test::paletteImage(50, 3));
    file.resize(128 + 49);
    EXPECT_EQ(errorOf(file), ImageErrorCode::Damaged);
}

TEST(Pcx, ASmallFileCannotAskForALargeImage) {
    Bytes file = PcxBuilder().build(test::paletteImage(23, 9));
    file[8] = file[10] = 0xFF;
    file[9] = file[11] = 0x3F; // 16384 × 16384
    file[66] = 0x00;
    file[67] = 0x40;
    EXPECT_EQ(errorOf(file), ImageErrorCode::Damaged);
    file.insert(file.end(), 1'000'000, 0xFF);
    EXPECT_EQ(errorOf(file), ImageErrorCode::Damaged);
}

TEST(Pcx, ALargeImageOfWhichHalfIsThereIsFilledUp) {
    Image image = test::paletteImage(2049, 2048);
    image.pixels.assign(image.pixels.size(), 9);
    PcxBuilder builder;
    builder.palette = PcxPalette::None;
    builder.encoded = false;
    Bytes file = builder.build(image);
    file.resize(128 + 2049 * 1024);
    EXPECT_EQ(repairsOf(decoded(file)), (Repairs{{Kind::MissingLines, 1024}, {Kind::NoPalette, 0}}));
    file.pop_back();
    EXPECT_EQ(errorOf(file), ImageErrorCode::Damaged);
}

} // namespace
} // namespace assimp_md2
