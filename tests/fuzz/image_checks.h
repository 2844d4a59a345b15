// SPDX-License-Identifier: BSD-3-Clause
// What both image targets check and how large the images are that they decode.
#pragma once

#include "fuzz/sample.h"
#include "image/image_type.h"
#include "image/png.h"
#include "support/images.h"
#include "support/png_decoder.h"

#include <cstdlib>

namespace assimp_md2::test {

inline void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

/// Larger images cost time and reach no other code. Above kFreelyFilledPixels they do: a small file is
/// refused for another reason.
inline ImageLimits limitsFor(ByteSlice file) {
    const std::optional<ImageSize> size = imageSize(file);
    if (size && size->pixels() > kFreelyFilledPixels) {
        return {};
    }
    return {kMaximumImageSide, 1 << 12};
}

inline bool hasSameContent(const Image& left, const Image& right) {
    return left.size == right.size && rgbaPixels(left) == rgbaPixels(right);
}

inline void checkDecoded(const Image& image, std::optional<ImageSize> expectedSize) {
    require(image.size == expectedSize);
    require(image.pixels.size() == image.rowBytes() * image.size.height);
    for (const std::uint8_t pixel : image.pixels) {
        require(image.layout != PixelLayout::Palette || pixel < image.palette.size());
    }
}

inline void checkRefusal(const Error& error) {
    require(!error.text.empty());
}

} // namespace assimp_md2::test
