// SPDX-License-Identifier: BSD-3-Clause
// PNG and JPEG through stb_image.
#include "support/stb_decoder.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace assimp_md2::test {

std::optional<Image> decodeWithStb(const std::vector<std::uint8_t>& file) {
    int width = 0;
    int height = 0;
    int channels = 0;
    stbi_uc* rgba =
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4);
    if (!rgba) {
        return std::nullopt;
    }
    Image image;
    image.size = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
    image.layout = PixelLayout::Rgba;
    image.pixels.assign(rgba, rgba + image.rowBytes() * image.size.height);
    stbi_image_free(rgba);
    return image;
}

} // namespace assimp_md2::test
