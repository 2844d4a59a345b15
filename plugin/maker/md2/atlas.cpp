// SPDX-License-Identifier: BSD-3-Clause
// Packs rectangles with stb_rect_pack.
#include "maker/md2/atlas.h"

#include <algorithm>

// Static: a program may have an stb_rect_pack of its own.
#define STB_RECT_PACK_IMPLEMENTATION
#define STBRP_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_rect_pack.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace assimp_md2::inner {
namespace {

std::optional<AtlasLayout> pack(const std::vector<ImageSize>& sizes, ImageSize size) {
    std::vector<stbrp_rect> rectangles(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        rectangles[i].id = static_cast<int>(i);
        rectangles[i].w = static_cast<stbrp_coord>(sizes[i].width + 2 * kAtlasMargin);
        rectangles[i].h = static_cast<stbrp_coord>(sizes[i].height + 2 * kAtlasMargin);
    }
    std::vector<stbrp_node> nodes(size.width);
    stbrp_context context;
    stbrp_init_target(&context, static_cast<int>(size.width), static_cast<int>(size.height), nodes.data(),
                      static_cast<int>(nodes.size()));
    if (stbrp_pack_rects(&context, rectangles.data(), static_cast<int>(rectangles.size())) == 0) {
        return std::nullopt;
    }
    AtlasLayout layout;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const AtlasPlace place{static_cast<std::uint32_t>(rectangles[i].x) + kAtlasMargin,
                               static_cast<std::uint32_t>(rectangles[i].y) + kAtlasMargin, sizes[i]};
        layout.size.width = std::max(layout.size.width, place.x + place.size.width + kAtlasMargin);
        layout.size.height = std::max(layout.size.height, place.y + place.size.height + kAtlasMargin);
        layout.places.push_back(place);
    }
    return layout;
}

/// The average colour of the pixels of `image` that a pixel covers when the image is scaled to `size`.
Colour colourAt(const Image& image, ImageSize size, std::uint32_t x, std::uint32_t y) {
    const auto begin = [](std::uint32_t at, std::uint32_t from, std::uint32_t to) {
        return static_cast<std::uint32_t>(std::uint64_t{at} * from / to);
    };
    const std::uint32_t left = begin(x, image.size.width, size.width);
    const std::uint32_t top = begin(y, image.size.height, size.height);
    const std::uint32_t right = std::max(begin(x + 1, image.size.width, size.width), left + 1);
    const std::uint32_t bottom = std::max(begin(y + 1, image.size.height, size.height), top + 1);
    std::uint64_t red = 0;
    std::uint64_t green = 0;
    std::uint64_t blue = 0;
    for (std::size_t row = top; row < bottom; ++row) {
        for (std::size_t column = left; column < right; ++column) {
            const Colour colour = image.colour(row * image.size.width + column);
            red += colour.red;
            green += colour.green;
            blue += colour.blue;
        }
    }
    const auto count = std::max(std::uint64_t{right - left} * (bottom - top), std::uint64_t{1});
    const auto mean = [&](std::uint64_t sum) { return static_cast<std::uint8_t>((sum + count / 2) / count); };
    return {mean(red), mean(green), mean(blue)};
}

} // namespace

std::optional<AtlasLayout> layOutAtlas(const std::vector<ImageSize>& sizes, std::uint32_t mostSide,
                                       std::uint32_t leastSide) {
    for (unsigned halvings = 0; halvings < 16; ++halvings) {
        std::vector<ImageSize> smaller;
        smaller.reserve(sizes.size());
        for (const ImageSize& size : sizes) {
            smaller.push_back(
                {std::max(size.width >> halvings, leastSide), std::max(size.height >> halvings, leastSide)});
        }
        // Tries rectangles that are twice as wide as high, and squares.
        for (std::uint32_t width = 16; width <= mostSide; width *= 2) {
            for (const std::uint32_t height : {width / 2, width}) {
                if (auto layout = pack(smaller, {width, height})) {
                    layout->isHalved = halvings > 0;
                    return layout;
                }
            }
        }
    }
    return std::nullopt;
}

void drawInAtlas(Image& target, const AtlasPlace& place, const Image& image, std::uint32_t margin) {
    const auto inside = [&](std::uint32_t at, std::uint32_t side) {
        return std::min(std::max(at, margin) - margin, side - 1);
    };
    for (std::uint32_t y = 0; y < place.size.height + 2 * margin; ++y) {
        std::uint8_t* to = target.pixels.data() + (place.y - margin + y) * target.rowBytes() +
                           std::size_t{3} * (place.x - margin);
        for (std::uint32_t x = 0; x < place.size.width + 2 * margin; ++x) {
            const Colour colour =
                colourAt(image, place.size, inside(x, place.size.width), inside(y, place.size.height));
            *to++ = colour.red;
            *to++ = colour.green;
            *to++ = colour.blue;
        }
    }
}

ImageSize unitsOf(ImageSize size) {
    const auto units = [&](std::uint32_t side) {
        return std::min(size.width, size.height) >= 32 || side > 256 ? side : side * (side > 120 ? 2 : 4);
    };
    return {units(size.width), units(size.height)};
}

Image scaled(const Image& image, ImageSize size) {
    Image result = plainImage(size);
    drawInAtlas(result, {0, 0, size}, image, 0);
    return result;
}

Image plainImage(ImageSize size, std::uint8_t grey) {
    Image image;
    image.size = size;
    image.layout = PixelLayout::Rgb;
    image.pixels.resize(image.rowBytes() * size.height, grey);
    return image;
}

} // namespace assimp_md2::inner
