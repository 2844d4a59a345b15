// SPDX-License-Identifier: BSD-3-Clause
// Several images in one: no overlap, the same pixels, and a margin.
#include "maker/md2/atlas.h"

#include "support/images.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner::test {
namespace {

bool overlap(const AtlasPlace& a, const AtlasPlace& b) {
    return a.x < b.x + b.size.width && b.x < a.x + a.size.width && a.y < b.y + b.size.height &&
           b.y < a.y + a.size.height;
}

TEST(Atlas, ImagesDoNotOverlap) {
    std::vector<ImageSize> sizes;
    for (std::uint32_t i = 0; i < 40; ++i) {
        sizes.push_back({1 + i * 37 % 200, 1 + i * 53 % 90});
    }
    const auto layout = layOutAtlas(sizes, 4096, 1);
    ASSERT_TRUE(layout);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        EXPECT_EQ(layout->places[i].size, sizes[i]);
        EXPECT_LE(layout->places[i].x + sizes[i].width, layout->size.width);
        EXPECT_LE(layout->places[i].y + sizes[i].height, layout->size.height);
        for (std::size_t k = 0; k < i; ++k) {
            EXPECT_FALSE(overlap(layout->places[i], layout->places[k])) << i << " " << k;
        }
    }
}

TEST(Atlas, EndsAtTheOutermostImages) {
    const auto layout = layOutAtlas(std::vector<ImageSize>(3, {512, 512}), 4096, 1);
    EXPECT_EQ(layout->size, (ImageSize{3 * (2 + 512 + 2), 2 + 512 + 2}));
}

TEST(Atlas, LargeImagesAreHalved) {
    const auto layout = layOutAtlas({{3000, 3000}, {3000, 3000}}, 4096, 1);
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->places[0].size, (ImageSize{1500, 1500}));
    EXPECT_FALSE(layOutAtlas(std::vector<ImageSize>(100, {1, 1}), 16, 1));
}

TEST(Atlas, SmallImagesAreEnlarged) {
    const auto layout = layOutAtlas({{1, 2}, {3000, 1}, {3000, 3000}}, 2048, 9);
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->places[0].size, (ImageSize{9, 9}));
    EXPECT_EQ(layout->places[1].size, (ImageSize{1500, 9}));
    EXPECT_EQ(layout->places[2].size, (ImageSize{1500, 1500}));
    Image image = plainImage({1, 2});
    image.pixels = {10, 0, 0, 20, 0, 0};
    Image atlas = plainImage(layout->size);
    const AtlasPlace& place = layout->places[0];
    drawInAtlas(atlas, place, image);
    for (const std::uint32_t y : {0U, 4U, 5U, 10U}) { // with the margin
        EXPECT_EQ(atlas.pixels[(place.y + y) * atlas.rowBytes() + std::size_t{3} * place.x], y < 5 ? 10 : 20);
    }
}

TEST(Atlas, PixelsAreKeptAndTheBorderRepeated) {
    const Image image = rgbImage(5, 3);
    const auto layout = layOutAtlas({image.size, {2, 2}}, 64, 1);
    ASSERT_TRUE(layout);
    Image atlas = plainImage(layout->size);
    const AtlasPlace place = layout->places[0];
    drawInAtlas(atlas, place, image);
    for (std::uint32_t y = 0; y < 3; ++y) {
        for (std::uint32_t x = 0; x < 15; ++x) {
            EXPECT_EQ(atlas.pixels[(place.y + y) * atlas.rowBytes() + std::size_t{3} * place.x + x],
                      image.pixels[y * image.rowBytes() + x]);
        }
    }
    EXPECT_EQ(atlas.pixels[(place.y - 1) * atlas.rowBytes() + std::size_t{3} * (place.x - 1)],
              image.pixels[0]);
}

TEST(Atlas, AnImageIsScaledDown) {
    Image image = plainImage({4, 2});
    for (std::size_t i = 0; i < 8; ++i) {
        image.pixels[3 * i] = static_cast<std::uint8_t>(10 * i);
    }
    const Image half = scaled(image, {2, 1});
    EXPECT_EQ(half.size, (ImageSize{2, 1}));
    EXPECT_EQ(half.pixels, (std::vector<std::uint8_t>{25, 0, 0, 45, 0, 0}));
}

} // namespace
} // namespace assimp_md2::inner::test
