// SPDX-License-Identifier: BSD-3-Clause
// Decodes PNG files with libpng, which checks all checksums.
#include "support/png_decoder.h"

#include <png.h>

namespace assimp_md2::inner::test {

std::optional<Image> decodeWithLibpng(const std::vector<std::uint8_t>& file) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&png, file.data(), file.size()) == 0) {
        return std::nullopt;
    }
    png.format = PNG_FORMAT_RGBA;
    Image image;
    image.size = {png.width, png.height};
    image.layout = PixelLayout::Rgba;
    image.pixels.resize(image.rowBytes() * image.size.height);
    // Without a background and a colour map; 0 is the stride of rows without padding.
    if (png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr) == 0 ||
        png.warning_or_error != 0) {
        png_image_free(&png);
        return std::nullopt;
    }
    return image;
}

} // namespace assimp_md2::inner::test
