// SPDX-License-Identifier: BSD-3-Clause
// Images to test with, and what a test asks of them, without a file format.
#pragma once

#include "importer/base/bytes.h"
#include "importer/image/image.h"

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

namespace assimp_md2::inner::test {

/// Runs and noise in turns, so that every encoding has both.
inline std::uint8_t patternByte(std::size_t position) {
    const std::size_t block = position / 9;
    return static_cast<std::uint8_t>(block % 2 == 0 ? block * 37 : position * 73 + block);
}

inline Image patternImage(std::uint32_t width, std::uint32_t height, PixelLayout layout) {
    Image image;
    image.size = {width, height};
    image.layout = layout;
    for (std::size_t i = 0; i < image.rowBytes() * height; ++i) {
        image.pixels.push_back(patternByte(i));
    }
    return image;
}

inline Image rgbImage(std::uint32_t width, std::uint32_t height) {
    return patternImage(width, height, PixelLayout::Rgb);
}

inline Image rgbaImage(std::uint32_t width, std::uint32_t height) {
    return patternImage(width, height, PixelLayout::Rgba);
}

inline Image paletteImage(std::uint32_t width, std::uint32_t height, unsigned colours = 256) {
    Image image = patternImage(width, height, PixelLayout::Palette);
    for (unsigned i = 0; i < colours; ++i) {
        image.palette.push_back({static_cast<std::uint8_t>(i * 7 + 1), static_cast<std::uint8_t>(255 - i),
                                 static_cast<std::uint8_t>(i * 3)});
    }
    for (std::uint8_t& pixel : image.pixels) {
        pixel = static_cast<std::uint8_t>(pixel % colours);
    }
    return image;
}

/// The image with pixels that do not compress.
inline Image noise(Image image) {
    std::minstd_rand random;
    std::generate(image.pixels.begin(), image.pixels.end(),
                  [&] { return static_cast<std::uint8_t>(random() >> 8); });
    return image;
}

inline Image noiseImage(std::uint32_t width, std::uint32_t height) {
    return noise(rgbImage(width, height));
}

/// The pixels as red, green, blue, alpha.
inline std::vector<std::uint8_t> rgbaPixels(const Image& image) {
    std::vector<std::uint8_t> rgba;
    const auto channels = static_cast<std::size_t>(image.layout);
    for (std::size_t i = 0; i < image.pixels.size(); i += channels) {
        if (image.layout == PixelLayout::Palette) {
            const Colour colour = image.palette[image.pixels[i]];
            rgba.insert(rgba.end(), {colour.red, colour.green, colour.blue});
        } else {
            rgba.insert(rgba.end(), {image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]});
        }
        rgba.push_back(image.layout == PixelLayout::Rgba ? image.pixels[i + 3] : std::uint8_t{255});
    }
    return rgba;
}

/// A copy in memory of exactly its size, so that a sanitizer sees the first byte read past it.
class ExactCopy {
public:
    explicit ExactCopy(const std::vector<std::uint8_t>& bytes, std::size_t size)
        : bytes_(std::make_unique<std::uint8_t[]>(size)), size_(size) {
        std::copy_n(bytes.begin(), size, bytes_.get());
    }
    explicit ExactCopy(const std::vector<std::uint8_t>& bytes) : ExactCopy(bytes, bytes.size()) {}

    ByteSlice slice() const { return {bytes_.get(), size_}; }

private:
    std::unique_ptr<std::uint8_t[]> bytes_;
    std::size_t size_;
};

} // namespace assimp_md2::inner::test
