// SPDX-License-Identifier: BSD-3-Clause
// How many triangles are looked at for clear pixels, and what that costs.
#include "importer/skins/clear_pixels.h"

#include "assimp-md2/properties.h"
#include "importer/image/png.h"
#include "support/images.h"
#include "support/import.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <ctime>

namespace assimp_md2::inner::test {
namespace {

/// The left half of the image is clear. Of the triangles, those of even numbers show it if `isClear`.
bool showsClear(std::size_t triangles, std::size_t mostSamples, bool isClear) {
    Image image = rgbaImage(2, 1);
    image.pixels[3] = 0;
    image.pixels[7] = 255;
    Geometry geometry;
    geometry.textureCoordinates = {{0, 0}, {0.5f, 0}, {0, 1}, {0.5f, 0}, {1, 0}, {0.5f, 1}};
    for (std::size_t i = 0; i < triangles; ++i) {
        const std::uint32_t first = (i % 2 == 0) == isClear ? 0 : 3;
        geometry.triangles.push_back({first, first + 1, first + 2});
    }
    return showsClearPixels({&geometry, &geometry}, image, mostSamples);
}

TEST(ClearPixels, BeyondTheLimitEveryNthTriangleIsSampled) {
    // 20 triangles of 136 samples each
    EXPECT_TRUE(showsClear(10, 20 * 136, true));
    EXPECT_TRUE(showsClear(10, 20 * 136, false));
    EXPECT_TRUE(showsClear(10, 10 * 136, true));
    EXPECT_FALSE(showsClear(10, 10 * 136, false)) << "only those of even numbers are sampled";
    EXPECT_TRUE(showsClear(10, 0, true)) << "one triangle is sampled always";
    EXPECT_FALSE(showsClear(10, 0, false));
    EXPECT_FALSE(showsClear(0, 0, true));
}

/// The processor time of an import without clear pixels and the same with them.
double addedSeconds(const Md2Builder& model, const std::vector<std::string>& images) {
    const TemporaryFolder root;
    root.put("tris.md2", model.bytes());
    double seconds = 0;
    for (const PixelLayout layout : {PixelLayout::Rgb, PixelLayout::Rgba}) {
        for (const std::string& name : images) {
            root.put(name, encodePng(patternImage(16, 16, layout)).value());
        }
        const auto importer = makeImporter();
        const std::clock_t start = std::clock();
        sceneOfFile(*importer, root / "tris.md2");
        seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC - seconds;
    }
    return seconds;
}

TEST(ClearPixels, ManySkinsOfManyTrianglesCostLittle) {
    Md2Builder model = smallModel(1);
    for (int i = 0; i < 200; ++i) {
        model.skins.push_back(std::to_string(i) + ".png");
    }
    model.triangles.resize(1'000'000, model.triangles[0]);
    EXPECT_LT(addedSeconds(model, model.skins), 0.5);
}

} // namespace
} // namespace assimp_md2::inner::test
