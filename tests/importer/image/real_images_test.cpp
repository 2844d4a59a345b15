// SPDX-License-Identifier: BSD-3-Clause
// Skins as they are found, from the folder of real models.
#include "importer/base/repairs.h"
#include "importer/image/decode_image.h"
#include "importer/image/image_type.h"
#include "importer/image/pcx.h"
#include "importer/skins/skin_paths.h"
#include "support/files.h"
#include "support/images.h"
#include "support/png_decoder.h"
#include "support/real_models.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assimp_md2::inner {
namespace {

TEST(RealImages, AllAreReadAndKeepTheirSize) {
    std::size_t images = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::kModelsFolder)) {
        if (!hasImageExtension(entry.path().filename().string())) {
            continue;
        }
        SCOPED_TRACE(entry.path().string());
        const std::vector<std::uint8_t> file = test::readBytes(entry.path());
        const test::ExactCopy copy(file);
        Warnings repairs;
        const auto result = webImage(copy.slice(), {}, repairs);
        ASSERT_TRUE(result.has_value()) << result.error().text;
        EXPECT_EQ(repairs.lines("MD2: ").size(), repairs.count(repair::kPaletteWithoutMarker));
        if (result->type == WebImageType::Png) {
            const std::optional<Image> back = test::decodeWithLibpng(result->bytes);
            ASSERT_TRUE(back);
            EXPECT_EQ(imageSize(copy.slice()), back->size);
        }
        ++images;
    }
    EXPECT_GT(images, 0U);
}

} // namespace
} // namespace assimp_md2::inner
