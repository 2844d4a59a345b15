// SPDX-License-Identifier: BSD-3-Clause
// Reads BMP and TGA files with stb_image and checks first what stb_image does not check.
#include "image/bmp_tga.h"

#include "image/image_type.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

// STB_IMAGE_STATIC: a program may have an stb_image of its own.
// calloc: stb_image does not write the rows that a truncated TGA lacks.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(memory, size) std::realloc(memory, size)
#define STBI_FREE(memory) std::free(memory)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static_assert(STBI_MAX_DIMENSIONS == assimp_md2::kMaximumImageSide, "stb_image has the same limit");

namespace assimp_md2 {
namespace {

/// The most pixels for one byte of a file: a run of 128 pixels takes 2 bytes in a TGA of 8 bits.
constexpr std::uint64_t kMostPixelsPerByte = 64;

/// stb_image counts bytes in an int.
constexpr std::size_t kLargestFile = std::size_t{1} << 30;

constexpr std::size_t kRgbaBytes = 4;
constexpr std::size_t kRgbBytes = 3;

Error bmpOrTgaError(ImageType type, ErrorCode code, const std::string& message) {
    return imageError(code, (type == ImageType::Bmp ? "BMP: " : "TGA: ") + message);
}

/// Returns a copy of the file in which black colours complete the palette, or nothing if the palette is
/// complete. stb_image computes the number of colours of a BMP from the distance between the header and the
/// pixels; with the header of 12 bytes, the result is four too small. For larger indices it reads
/// uninitialised memory.
std::vector<std::uint8_t> withCompletePalette(ByteSlice file, ImageSize size) {
    constexpr std::size_t kOffsetField = 10;
    const bool isOldHeader = file.u32(14) == 12;
    const unsigned bits = isOldHeader ? file.u16(24) : file.u16(28);
    if (bits == 0 || bits > 8) {
        return {};
    }
    const std::size_t colours = std::size_t{1} << bits;
    const std::size_t wanted = isOldHeader ? 14 + 24 + 3 * colours : 14 + file.u32(14) + 4 * colours;
    const std::size_t pixels = file.u32(kOffsetField);
    if (pixels >= wanted) {
        return {};
    }
    // Rows are padded to 4 bytes. What follows them is not copied.
    const std::size_t rowBytes = (std::size_t{size.width} * bits + 31) / 32 * 4;
    const std::size_t pixelsEnd = pixels + std::min(rowBytes * size.height, file.size() - pixels);
    std::vector<std::uint8_t> complete;
    complete.reserve(wanted + pixelsEnd - pixels);
    complete.assign(file.data(), file.data() + pixels);
    complete.resize(wanted);
    complete.insert(complete.end(), file.data() + pixels, file.data() + pixelsEnd);
    for (std::size_t i = 0; i < 4; ++i) {
        complete[kOffsetField + i] = static_cast<std::uint8_t>(wanted >> 8 * i);
    }
    return complete;
}

/// Whether the header is complete and the pixels start after it, inside the file.
bool bmpPixelsAreInside(ByteSlice file) {
    const std::uint64_t headerEnd = 14 + std::uint64_t{file.u32(14)};
    return file.contains(0, 30) && file.u32(10) >= headerEnd && file.u32(10) <= file.size();
}

/// RGB when all pixels are opaque or all are transparent, else RGBA.
Image imageFromRgba(ImageSize size, const stbi_uc* rgba) {
    const auto count = static_cast<std::size_t>(size.pixels());
    bool alphaIsConstant = rgba[3] == 0 || rgba[3] == 255;
    for (std::size_t i = 0; i < count && alphaIsConstant; ++i) {
        alphaIsConstant = rgba[kRgbaBytes * i + 3] == rgba[3];
    }
    Image image;
    image.size = size;
    if (!alphaIsConstant) {
        image.layout = PixelLayout::Rgba;
        image.pixels.assign(rgba, rgba + kRgbaBytes * count);
        return image;
    }
    image.layout = PixelLayout::Rgb;
    image.pixels.resize(kRgbBytes * count);
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(&image.pixels[kRgbBytes * i], rgba + kRgbaBytes * i, kRgbBytes);
    }
    return image;
}

Result<Image> decodeWithStb(ImageType type, ByteSlice file) {
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> rgba(
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels,
                              static_cast<int>(kRgbaBytes)),
        stbi_image_free);
    if (!rgba) {
        // The pointer is thread-local, the text a constant.
        const std::string reason = stbi_failure_reason();
        const bool isMemory = reason == "outofmem";
        return tl::unexpected(bmpOrTgaError(type,
                                            isMemory ? ErrorCode::OutOfMemory : ErrorCode::UnsupportedImage,
                                            "stb_image cannot read it: " + reason));
    }
    return imageFromRgba({static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)}, rgba.get());
}

} // namespace

Result<Image> decodeBmpOrTga(ByteSlice file, const ImageLimits& limits) {
    const ImageType type = imageType(file);
    if (type != ImageType::Bmp && type != ImageType::Tga) {
        return tl::unexpected(imageError(ErrorCode::NotAnImage, "the file is neither a BMP nor a TGA"));
    }
    const std::optional<ImageSize> size = imageSize(file);
    if (!size) {
        return tl::unexpected(
            bmpOrTgaError(type, ErrorCode::DamagedImage, "the header has no valid width and height"));
    }
    if (std::optional<Error> error = errorIfTooLarge(*size, kRgbaBytes, limits)) {
        return tl::unexpected(std::move(*error));
    }
    if (file.size() > kLargestFile) {
        return tl::unexpected(bmpOrTgaError(type, ErrorCode::ImageTooLarge, "the file is larger than 1 GiB"));
    }
    if (size->pixels() > kFreelyFilledPixels && size->pixels() / 2 > file.size() * kMostPixelsPerByte) {
        return tl::unexpected(
            bmpOrTgaError(type, ErrorCode::DamagedImage, "the file is too small for half of its pixels"));
    }
    if (type == ImageType::Tga) {
        return decodeWithStb(type, file);
    }
    if (!bmpPixelsAreInside(file)) {
        return tl::unexpected(
            bmpOrTgaError(type, ErrorCode::DamagedImage, "the pixels are outside the file"));
    }
    const std::vector<std::uint8_t> complete = withCompletePalette(file, *size);
    return decodeWithStb(type, complete.empty() ? file : ByteSlice(complete.data(), complete.size()));
}

} // namespace assimp_md2
