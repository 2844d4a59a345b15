// SPDX-License-Identifier: BSD-3-Clause
// Images, their sizes and limits as values; knows no file format.
#pragma once

#include "format/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2 {

/// The largest image file that is read, in bytes. Ours.
inline constexpr std::uint64_t kMaximumImageFileSize = std::uint64_t{256} << 20;

/// The longest side of an image that is ever read, in pixels. Ours: what GPUs take.
inline constexpr std::uint32_t kMaximumImageSide = 16384;

/// Images up to this many pixels are decoded however few of their pixels are in the file (the rest is filled
/// up). Ours: a larger image has to bring at least half of its pixels, so that a file of a few bytes cannot
/// ask for gigabytes.
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

/// The meaning of a pixel's bytes. The value is how many bytes a pixel has.
enum class PixelLayout : std::uint8_t { Palette = 1, Rgb = 3, Rgba = 4 };

/// Rows from the top down, pixels from left to right, without padding.
struct Image {
    ImageSize size;
    PixelLayout layout = PixelLayout::Rgb;
    /// Only with PixelLayout::Palette: 1 to 256 colours, and every pixel is an index below that count.
    std::vector<Colour> palette;
    /// size.width × size.height × bytes of the layout.
    std::vector<std::uint8_t> pixels;

    std::size_t rowBytes() const { return std::size_t{size.width} * static_cast<std::size_t>(layout); }
};

/// An error of an image: one sentence for the person who has the file, without the file's name.
Error imageError(ErrorCode code, std::string text);

/// What one image may have. Ours, and the program's.
struct ImageLimits {
    std::uint32_t side = kMaximumImageSide;  ///< pixels, at most kMaximumImageSide
    std::uint64_t decodedBytes = UINT64_MAX; ///< pixels in the form they are decoded to
};

/// Takes an image's size and how many bytes a decoded pixel has, returns ImageTooLarge when a side or all
/// pixels together are above the limits.
std::optional<Error> errorIfTooLarge(ImageSize size, std::size_t bytesPerPixel, const ImageLimits& limits);

} // namespace assimp_md2
