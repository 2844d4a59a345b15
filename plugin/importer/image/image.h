// SPDX-License-Identifier: BSD-3-Clause
// Images, their sizes and their limits.
#pragma once

#include "importer/base/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assimp_md2::inner {

/// The largest image file that is read, in bytes. The limit is chosen by this project.
inline constexpr std::uint64_t kMaximumImageFileSize = std::uint64_t{256} << 20;

/// The longest side of an image that is read, in pixels. It is chosen by this project because GPUs have this
/// limit.
inline constexpr std::uint32_t kMaximumImageSide = 16384;

/// An image of up to this many pixels is decoded even if most pixels are missing in the file; missing pixels
/// are 0. The file of a larger image must contain at least half of the pixels, so that a small file cannot
/// cause a large allocation. The limit is chosen by this project.
inline constexpr std::uint64_t kFreelyFilledPixels = std::uint64_t{2048} * 2048;

struct ImageSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    bool operator==(const ImageSize& other) const { return width == other.width && height == other.height; }
    bool operator!=(const ImageSize& other) const { return !(*this == other); }
    std::uint64_t pixels() const { return std::uint64_t{width} * height; }
};

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};

/// The meaning of the bytes of a pixel. The value of the enumerator is the number of bytes.
enum class PixelLayout : std::uint8_t { Palette = 1, Rgb = 3, Rgba = 4 };

/// Rows from the top down, pixels from left to right, without padding.
struct Image {
    ImageSize size;
    PixelLayout layout = PixelLayout::Rgb;
    /// Only with PixelLayout::Palette: 1 to 256 colours. Every pixel is an index into it.
    std::vector<Colour> palette;
    /// size.width × size.height × bytes of the layout.
    std::vector<std::uint8_t> pixels;
    bool isClear = false; ///< the file has an alpha channel, which is 0 everywhere

    std::size_t rowBytes() const { return std::size_t{size.width} * static_cast<std::size_t>(layout); }

    /// The colour of a pixel, without its alpha.
    Colour colour(std::size_t pixel) const {
        const std::uint8_t* const at = pixels.data() + pixel * static_cast<std::size_t>(layout);
        return layout == PixelLayout::Palette ? palette[*at] : Colour{at[0], at[1], at[2]};
    }
};

/// The caller's limits for the size of a decoded image.
struct ImageLimits {
    std::uint32_t side = kMaximumImageSide; ///< pixels, at most kMaximumImageSide
    /// Maximum size of the decoded pixels: 1 or 3 bytes per pixel for PCX, 4 for all other types.
    std::uint64_t decodedBytes = UINT64_MAX;
};

/// Takes the size of an image and the bytes of a decoded pixel. Returns an error when a side or the
/// decoded pixels are beyond the limits.
std::optional<Error> errorIfTooLarge(ImageSize size, std::size_t bytesPerPixel, const ImageLimits& limits);

} // namespace assimp_md2::inner
