// SPDX-License-Identifier: BSD-3-Clause
// Several images in one.
#pragma once

#include "image/image.h"

namespace assimp_md2 {

/// Where an image is in an atlas, in pixels from the left and the top.
struct AtlasPlace {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    ImageSize size;
};

struct AtlasLayout {
    ImageSize size;
    std::vector<AtlasPlace> places; ///< of each image
};

/// Finds places for images that do not overlap, with a margin around each that filters of a renderer may
/// read. The atlas has sides that are powers of two. Images that do not fit are all made smaller by halves.
///
/// \param sizes 1 to kMaximumImageSide pixels a side
/// \param mostSide of the atlas, a power of two
///
/// \return nothing when there are too many images even of one pixel
std::optional<AtlasLayout> layOutAtlas(const std::vector<ImageSize>& sizes, std::uint32_t mostSide);

/// Draws an image at its place in an RGB atlas, smaller where the place is smaller, and repeats its border in
/// the margin. Alpha is ignored.
void drawInAtlas(Image& atlas, const AtlasPlace& place, const Image& image);

/// A black RGB image.
Image newAtlas(ImageSize size);

} // namespace assimp_md2
