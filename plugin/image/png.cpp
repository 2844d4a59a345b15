// SPDX-License-Identifier: BSD-3-Clause
// The only place that knows libpng, and that it reports errors by longjmp.
#include "image/png.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <new>

namespace assimp_md2 {
namespace {

/// Fast, and on skins within a few per cent of the best there is.
constexpr int kCompressionLevel = 6;

/// What libpng's callbacks write to. It outlives every jump.
struct Output {
    std::vector<std::uint8_t> bytes;
    std::string error;
    bool outOfMemory = false;
};

// libpng calls these three from C frames: no exception may leave them, and png_error jumps over them, so they
// hold no object with a destructor when they call it.

void appendBytes(png_structp png, png_bytep data, std::size_t size) {
    auto* output = static_cast<Output*>(png_get_io_ptr(png));
    try {
        output->bytes.insert(output->bytes.end(), data, data + size);
    } catch (const std::bad_alloc&) {
        output->outOfMemory = true;
    }
    if (output->outOfMemory) {
        png_error(png, "out of memory");
    }
}

[[noreturn]] void keepError(png_structp png, png_const_charp message) {
    auto* output = static_cast<Output*>(png_get_error_ptr(png));
    try {
        output->error = message;
    } catch (const std::bad_alloc&) {
        output->outOfMemory = true;
    }
    png_longjmp(png, 1);
}

void ignoreWarning(png_structp, png_const_charp) {}

void ignoreFlush(png_structp) {}

struct PngWriter {
    explicit PngWriter(Output& output)
        : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &output, keepError, ignoreWarning)) {
        if (png) {
            info = png_create_info_struct(png);
        }
    }
    ~PngWriter() { png_destroy_write_struct(&png, &info); }
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    png_structp png;
    png_infop info = nullptr;
};

int pngColourType(PixelLayout layout) {
    switch (layout) {
    case PixelLayout::Palette:
        return PNG_COLOR_TYPE_PALETTE;
    case PixelLayout::Rgba:
        return PNG_COLOR_TYPE_RGB_ALPHA;
    case PixelLayout::Rgb:
        break;
    }
    return PNG_COLOR_TYPE_RGB;
}

void writeAll(png_structp png, png_infop info, const Image& image, const png_color* palette, int colours) {
    png_set_IHDR(png, info, image.size.width, image.size.height, 8, pngColourType(image.layout),
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (image.layout == PixelLayout::Palette) {
        png_set_PLTE(png, info, palette, colours);
    }
    png_set_compression_level(png, kCompressionLevel);
    png_write_info(png, info);
    for (std::size_t y = 0; y < image.size.height; ++y) {
        png_write_row(png, image.pixels.data() + y * image.rowBytes());
    }
    png_write_end(png, info);
}

/// The frame that libpng's errors jump to. Nothing in it or below it has a destructor, and nothing in it
/// changes after setjmp, so the jump skips and loses nothing.
bool writeOrJump(const PngWriter& writer, Output& output, const Image& image, const png_color* palette,
                 int colours) {
    if (setjmp(png_jmpbuf(writer.png)) != 0) {
        return false;
    }
    png_set_write_fn(writer.png, &output, appendBytes, ignoreFlush);
    writeAll(writer.png, writer.info, image, palette, colours);
    return true;
}

bool isConsistent(const Image& image, std::size_t usedColours) {
    const bool sizeAgrees = image.pixels.size() == image.rowBytes() * image.size.height;
    const bool paletteAgrees = image.layout != PixelLayout::Palette ||
                               (usedColours <= image.palette.size() && image.palette.size() <= 256);
    return image.size.width > 0 && image.size.height > 0 && sizeAgrees && paletteAgrees;
}

} // namespace

Result<std::vector<std::uint8_t>> encodePng(const Image& image) {
    std::size_t usedColours = 0;
    if (image.layout == PixelLayout::Palette && !image.pixels.empty()) {
        usedColours = std::size_t{*std::max_element(image.pixels.begin(), image.pixels.end())} + 1;
    }
    if (!isConsistent(image, usedColours)) {
        return imageError(ErrorCode::DamagedImage, "PNG: size, pixels and palette do not fit together");
    }
    std::vector<png_color> palette(usedColours);
    std::transform(image.palette.begin(), image.palette.begin() + static_cast<std::ptrdiff_t>(usedColours),
                   palette.begin(), [](const Colour& colour) {
                       return png_color{colour.red, colour.green, colour.blue};
                   });

    Output output;
    const PngWriter writer(output);
    if (writer.png && writer.info &&
        writeOrJump(writer, output, image, palette.data(), static_cast<int>(usedColours))) {
        return std::move(output.bytes);
    }
    if (!writer.png || !writer.info || output.outOfMemory || output.error == "Out of memory") {
        return imageError(ErrorCode::OutOfMemory, "PNG: out of memory");
    }
    return imageError(ErrorCode::UnsupportedImage, "PNG: libpng cannot write it: " + output.error);
}

} // namespace assimp_md2
