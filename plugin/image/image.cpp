// SPDX-License-Identifier: BSD-3-Clause
// Errors and limits of images, and images from pixels in memory.
#include "image/image.h"

#include <utility>

namespace assimp_md2 {

Image imageOfTexels(const std::uint8_t* texels, ImageSize size, PixelLayout layout) {
    Image image;
    image.size = size;
    image.layout = layout;
    // Does not wrap where std::size_t has 32 bits: all texels are in memory.
    image.pixels.reserve(image.rowBytes() * size.height);
    for (std::uint64_t i = 0; i < size.pixels(); ++i, texels += 4) {
        image.pixels.insert(image.pixels.end(), {texels[2], texels[1], texels[0]});
        if (layout == PixelLayout::Rgba) {
            image.pixels.push_back(texels[3]);
        }
    }
    return image;
}

Error imageError(ErrorCode code, std::string text) {
    Error error{code, Section::Image};
    error.text = std::move(text);
    return error;
}

std::optional<Error> errorIfTooLarge(ImageSize size, std::size_t bytesPerPixel, const ImageLimits& limits) {
    const std::string found = "the image has " + std::to_string(size.width) + " × " +
                              std::to_string(size.height) + " pixels, expected at most ";
    if (size.width > limits.side || size.height > limits.side) {
        return imageError(ErrorCode::ImageTooLarge, found + std::to_string(limits.side) + " a side");
    }
    if (size.pixels() > limits.decodedBytes / bytesPerPixel) {
        return imageError(ErrorCode::ImageTooLarge,
                          found + std::to_string(limits.decodedBytes / bytesPerPixel) + " in all");
    }
    return std::nullopt;
}

} // namespace assimp_md2
