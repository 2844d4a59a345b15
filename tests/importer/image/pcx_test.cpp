// SPDX-License-Identifier: BSD-3-Clause
// What the PCX decoder promises, with files made here.
#include "importer/image/pcx.h"

#include "importer/base/repairs.h"
#include "support/images.h"
#include "support/pcx_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace assimp_md2::inner {
namespace {

using test::ExactCopy;
using test::PcxBuilder;
using test::PcxPalette;

using Bytes = std::vector<std::uint8_t>;

/// A decoded image and what was repaired in it.
struct Decoded {
    Image image;
    Warnings repairs;
};

Decoded decoded(const Bytes& file) {
    const ExactCopy copy(file);
    Decoded result;
    result.image = decodePcx(copy.slice(), {}, result.repairs).value();
    return result;
}

/// Checks that the file is refused with the whole message, and that nothing counts as repaired.
void expectPcxError(const Bytes& file, const std::string& text) {
    const ExactCopy copy(file);
    Warnings repairs;
    const auto result = decodePcx(copy.slice(), {}, repairs);
    ASSERT_FALSE(result) << "decoded, expected: " << text;
    EXPECT_EQ(result.error().text, text);
    EXPECT_EQ(repairs.lines("MD2: "), std::vector<std::string>());
}

using Counts = std::map<std::string, std::uint64_t>;

/// The repairs that were needed, with their counts.
Counts countsOf(const Warnings& repairs) {
    Counts counts;
    for (const char* const repair :
         {repair::kImageLinesMissing, repair::kLinesTooShort, repair::kPaletteWithoutMarker,
          repair::kBytesAfterPalette, repair::kNoPalette}) {
        if (repairs.count(repair) > 0) {
            counts[repair] = repairs.count(repair);
        }
    }
    return counts;
}

TEST(Pcx, EveryFormComesBackAsItWasWritten) {
    for (const unsigned planes : {1U, 3U}) {
        for (const std::uint32_t width : {1U, 7U, 8U, 13U, 64U, 129U}) {
            for (const unsigned padding : {0U, 1U, 5U}) {
                for (const bool runsCrossLines : {false, true}) {
                    SCOPED_TRACE(std::to_string(planes) + " planes, width " + std::to_string(width) +
                                 ", padding " + std::to_string(padding));
                    const Image image =
                        planes == 3 ? test::rgbImage(width, 11) : test::paletteImage(width, 11);
                    PcxBuilder builder;
                    builder.planes = planes;
                    builder.padding = padding;
                    builder.runsCrossLines = runsCrossLines;
                    const Bytes file = builder.build(image);
                    EXPECT_EQ(pcxSize({file.data(), file.size()}), image.size);
                    const Decoded pcx = decoded(file);
                    EXPECT_EQ(pcx.image.size, image.size);
                    EXPECT_EQ(pcx.image.layout, image.layout);
                    EXPECT_EQ(test::rgbaPixels(pcx.image), test::rgbaPixels(image));
                    EXPECT_EQ(countsOf(pcx.repairs), Counts());
                }
            }
        }
    }
}

TEST(Pcx, ARunPastTheLastLineIsCutOffAndOneOfLengthZeroIsIgnored) {
    Image image = test::paletteImage(4, 1);
    image.pixels.assign(4, 3);
    Bytes file = PcxBuilder().build(image);
    file[128] = 0xC0 | 50;
    EXPECT_EQ(decoded(file).image.pixels, image.pixels);
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

TEST(Pcx, APaletteNeedsNoMarkerAndMayHaveBytesBeforeAndAfterIt) {
    const Image image = test::paletteImage(30, 12);
    const auto expectPixels = [&](const Bytes& file, const Counts& repairs) {
        const Decoded pcx = decoded(file);
        EXPECT_EQ(test::rgbaPixels(pcx.image), test::rgbaPixels(image));
        EXPECT_EQ(countsOf(pcx.repairs), repairs);
    };
    PcxBuilder builder;
    Bytes file = builder.build(image);
    file.insert(file.end() - 769, {1, 2, 3});
    expectPixels(file, {});
    for (const std::size_t count : {1U, 2U, 128U, 5000U}) {
        builder.trailing.assign(count, 0x42);
        expectPixels(builder.build(image), {{repair::kBytesAfterPalette, count}});
    }
    builder.trailing.clear();
    builder.palette = PcxPalette::WithoutMarker;
    expectPixels(builder.build(image), {{repair::kPaletteWithoutMarker, 1}});
}

TEST(Pcx, LinesThatAreTooShortForTheWidthHaveTheWidth) {
    const Image image = test::paletteImage(30, 12);
    Bytes file = PcxBuilder().build(image);
    file[66] = 28;
    const Decoded pcx = decoded(file);
    EXPECT_EQ(test::rgbaPixels(pcx.image), test::rgbaPixels(image));
    EXPECT_EQ(countsOf(pcx.repairs), (Counts{{repair::kLinesTooShort, 1}}));
}

TEST(Pcx, TheTransparentColourOfTheGameBecomesThatOfANeighbour) {
    const std::uint8_t t = 255;
    Image image = test::paletteImage(5, 4);
    image.pixels = {1, t, t, t, t, //
                    t, t, t, t, 2, //
                    t, t, 3, t, t, //
                    4, t, t, t, t};
    const auto pixelsWith = [&](Colour last) {
        image.palette[255] = last;
        return decoded(PcxBuilder().build(image)).image.pixels;
    };
    // Above, below, left and right, in this order; far from all others, colour 0
    EXPECT_EQ(pixelsWith({159, 91, 83}), (Bytes{1, 1, 0, 0, 2, //
                                                1, 0, 3, 2, 2, //
                                                4, 3, 3, 3, 2, //
                                                4, 4, 3, 0, 0}));
    EXPECT_EQ(pixelsWith({159, 91, 84}), image.pixels) << "another palette";
}

TEST(Pcx, WithoutAPaletteIndicesAreGreys) {
    const Image image = test::paletteImage(30, 12);
    PcxBuilder builder;
    builder.palette = PcxPalette::None;
    const Decoded pcx = decoded(builder.build(image));
    EXPECT_EQ(pcx.image.pixels, image.pixels);
    ASSERT_EQ(pcx.image.palette.size(), 256U);
    EXPECT_EQ(pcx.image.palette[0].red, 0);
    EXPECT_EQ(pcx.image.palette[100].green, 100);
    EXPECT_EQ(pcx.image.palette[255].blue, 255);
    EXPECT_EQ(countsOf(pcx.repairs), (Counts{{repair::kNoPalette, 1}}));
}

TEST(Pcx, ATruncatedFileKeepsItsHeightAndThePixelsThatAreThere) {
    const Image image = test::paletteImage(10, 8, 192);
    PcxBuilder builder;
    builder.hasRuns = false;
    for (const std::ptrdiff_t count : {35, 30}) { // also after a whole line
        Bytes file = builder.build(image);
        file.resize(128 + static_cast<std::size_t>(count));
        const Decoded pcx = decoded(file);
        Bytes pixels(image.pixels.begin(), image.pixels.begin() + count);
        pixels.resize(80);
        EXPECT_EQ(pcx.image.size, image.size);
        EXPECT_EQ(pcx.image.pixels, pixels);
        EXPECT_EQ(countsOf(pcx.repairs), (Counts{{repair::kImageLinesMissing, 5}, {repair::kNoPalette, 1}}));
    }
}

TEST(Pcx, ATruncatedLineBeforeAPaletteKeepsItsColours) {
    const Image image = test::paletteImage(50, 1, 192);
    PcxBuilder builder;
    builder.hasRuns = false;
    Bytes file = builder.build(image);
    file.erase(file.begin() + 128 + 20, file.begin() + 128 + 50);
    const Decoded pcx = decoded(file);
    Image expected = image;
    std::fill(expected.pixels.begin() + 20, expected.pixels.end(), std::uint8_t{0});
    EXPECT_EQ(test::rgbaPixels(pcx.image), test::rgbaPixels(expected));
    EXPECT_EQ(countsOf(pcx.repairs), (Counts{{repair::kImageLinesMissing, 1}}));
}

TEST(Pcx, MissingLinesDoNotCostThePalette) {
    const Image image = test::paletteImage(10, 8);
    Bytes file = PcxBuilder().build(image);
    file[10] = 19; // 20 lines
    const Decoded pcx = decoded(file);
    EXPECT_EQ(pcx.image.palette[255].green, 0);
    EXPECT_EQ(pcx.image.palette[1].red, 8);
    EXPECT_EQ(countsOf(pcx.repairs), (Counts{{repair::kImageLinesMissing, 12}}));
}

constexpr const char* kNoHeader = "PCX: the file does not start with a PCX header";
constexpr const char* kBadHeader =
    "PCX: the header is truncated, or the right or bottom edge is before the left or top edge";
constexpr const char* kNoPixels = "PCX: the file ends before its pixels";

TEST(Pcx, OtherFilesAreRefused) {
    expectPcxError({}, kNoHeader);
    expectPcxError(Bytes(200, 0), kNoHeader);
    expectPcxError({10, 5, 1, 8}, kBadHeader);
}

TEST(Pcx, AContradictoryHeaderIsRefused) {
    const Bytes file = PcxBuilder().build(test::paletteImage(23, 9));
    struct {
        std::size_t offset;
        std::uint8_t value;
        const char* text;
    } const changes[] = {
        {5, 1, kBadHeader}, // left 256
        {7, 1, kBadHeader}, // top 256
        {65, 0, "PCX: 0 planes of 8 bits, expected 1 or 3 run-length encoded planes of 8 bits"},
        {65, 2, "PCX: 2 planes of 8 bits, expected 1 or 3 run-length encoded planes of 8 bits"},
        {65, 4, "PCX: 4 planes of 8 bits, expected 1 or 3 run-length encoded planes of 8 bits"},
        {9, 255, "the image has 65303 × 9 pixels, expected at most 16384 a side"},
        {3, 4, "PCX: 1 planes of 4 bits, expected 1 or 3 run-length encoded planes of 8 bits"},
        {2, 0, "PCX: 1 uncompressed planes of 8 bits, expected 1 or 3 run-length encoded planes of 8 bits"},
        {3, 3, kNoHeader},
        {2, 2, kNoHeader},
        {1, 1, kNoHeader}, // no PCX has this version
        {1, 6, kNoHeader},
    };
    for (const auto& change : changes) {
        SCOPED_TRACE("byte " + std::to_string(change.offset) + " = " + std::to_string(change.value));
        Bytes changed = file;
        changed[change.offset] = change.value;
        expectPcxError(changed, change.text);
    }
}

TEST(Pcx, AFileWithoutAPixelIsRefused) {
    PcxBuilder builder;
    Bytes file = builder.build(test::paletteImage(50, 3));
    file.resize(128);
    expectPcxError(file, kNoPixels);
    file.push_back(0xC5); // a run without its value
    expectPcxError(file, kNoPixels);
    file.back() = 0xC0; // a run of length 0
    file.push_back(7);
    expectPcxError(file, kNoPixels);
    file = builder.build(test::paletteImage(50, 3));
    file.erase(file.begin() + 128, file.end() - 769);
    expectPcxError(file, kNoPixels);
}

TEST(Pcx, ASmallFileCannotAskForALargeImage) {
    Bytes file = PcxBuilder().build(test::paletteImage(23, 9));
    file[8] = file[10] = 0xFF;
    file[9] = file[11] = 0x3F; // 16384 × 16384
    file[66] = 0x00;
    file[67] = 0x40;
    expectPcxError(file, "PCX: the file has at most 0 of 16384 lines, expected at least half of them");
    file.insert(file.end(), 1'000'000, 0xFF);
    expectPcxError(file, "PCX: the file has at most 1924 of 16384 lines, expected at least half of them");
}

TEST(Pcx, ALargeImageOfWhichHalfIsThereIsFilledUp) {
    Image image = test::paletteImage(2049, 2048);
    image.pixels.assign(image.pixels.size(), 9);
    PcxBuilder builder;
    builder.palette = PcxPalette::None;
    builder.hasRuns = false;
    Bytes file = builder.build(image);
    file.resize(128 + 2049 * 1024);
    EXPECT_EQ(countsOf(decoded(file).repairs),
              (Counts{{repair::kImageLinesMissing, 1024}, {repair::kNoPalette, 1}}));
    file.pop_back(); // as many bytes of runs could hold all of it
    expectPcxError(file, "PCX: the file has at most 1023 of 2048 lines, expected at least half of them");
}

} // namespace
} // namespace assimp_md2::inner
