// SPDX-License-Identifier: BSD-3-Clause
// Packs several images into an atlas, and scales images down.
#pragma once

#include "importer/image/image.h"

namespace assimp_md2::inner {

/// Around each image, in pixels.
inline constexpr std::uint32_t kAtlasMargin = 2;

/// Where an image is in an atlas, in pixels from the left and the top.
struct AtlasPlace {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    ImageSize size;
};

struct AtlasLayout {
    ImageSize size;
    std::vector<AtlasPlace> places; ///< of each image
    bool isHalved = false;          ///< some image is made smaller
};

/// Places images without overlap. A margin around each image keeps texture filters from reading neighbouring
/// images. The atlas ends at the outermost images: the game reduces skins above 480 pixels, so empty space
/// would cost resolution. If the images do not fit, all of them are halved until they fit.
///
/// \param sizes of the images, each side 1 to kMaximumImageSide pixels
/// \param mostSide of the atlas, a power of two
/// \param leastSide of each place: smaller sides are enlarged to it, and not halved below it
///
/// \return std::nullopt if the images do not fit even with `leastSide`
std::optional<AtlasLayout> layOutAtlas(const std::vector<ImageSize>& sizes, std::uint32_t mostSide,
                                       std::uint32_t leastSide);

/// Draws an image at its place in an RGB atlas, scaled to the size of the place. The margin repeats the
/// border pixels. Alpha is ignored.
void drawInAtlas(Image& atlas, const AtlasPlace& place, const Image& image,
                 std::uint32_t margin = kAtlasMargin);

/// The size of an image in units of the header, to which texture coordinates are rounded: that of the image.
/// A palette, with a side below 32 pixels, has several units for each pixel, so that the middle of a pixel
/// stays in it.
ImageSize unitsOf(ImageSize size);

/// An RGB image of `size`. Each pixel is the average of those that it covers, or a copy. Alpha is ignored.
Image scaled(const Image& image, ImageSize size);

/// An RGB image of one grey.
Image plainImage(ImageSize size, std::uint8_t grey = 0);

} // namespace assimp_md2::inner
