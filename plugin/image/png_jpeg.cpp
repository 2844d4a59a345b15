// SPDX-License-Identifier: BSD-3-Clause
// Decodes PNG and JPEG files with stb_image, and any other image that is read.
#include "image/png_jpeg.h"

#include "image/bmp_tga.h"
#include "image/image_type.h"
#include "image/pcx.h"

#include <cstdlib>
#include <memory>

// STB_IMAGE_STATIC: a program may contain stb_image itself, and bmp_tga.cpp contains it as well.
// calloc: pixels that stb_image does not write, as in a damaged image, are 0.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(memory, size) std::realloc(memory, size)
#define STBI_FREE(memory) std::free(memory)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wold-style-cast" // of what the macros above expand to
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static_assert(STBI_MAX_DIMENSIONS == assimp_md2::kMaximumImageSide, "stb_image has the same limit");

namespace assimp_md2 {
namespace {

/// stb_image counts bytes in an int.
constexpr std::size_t kLargestPngOrJpeg = std::size_t{1} << 30;

} // namespace

Result<Image> decodePngOrJpeg(ByteSlice file, const ImageLimits& limits) {
    const ImageType type = imageType(file);
    if (type != ImageType::Png && type != ImageType::Jpeg) {
        return tl::unexpected(imageError(ErrorCode::NotAnImage, "the file is neither a PNG nor a JPEG"));
    }
    const std::string prefix = type == ImageType::Png ? "PNG: " : "JPEG: ";
    const std::optional<ImageSize> size = imageSize(file);
    if (!size || size->pixels() == 0) {
        return tl::unexpected(
            imageError(ErrorCode::DamagedImage, prefix + "the file has no valid width and height"));
    }
    if (std::optional<Error> error =
            errorIfTooLarge(*size, static_cast<std::size_t>(PixelLayout::Rgba), limits)) {
        return tl::unexpected(std::move(*error));
    }
    if (file.size() > kLargestPngOrJpeg) {
        return tl::unexpected(imageError(ErrorCode::ImageTooLarge, prefix + "the file is larger than 1 GiB"));
    }
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> rgba(
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4),
        stbi_image_free);
    if (!rgba) {
        const std::string reason = stbi_failure_reason();
        return tl::unexpected(
            imageError(reason == "outofmem" ? ErrorCode::OutOfMemory : ErrorCode::UnsupportedImage,
                       prefix + "stb_image cannot read it: " + reason));
    }
    Image image;
    image.size = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
    image.layout = PixelLayout::Rgba;
    image.pixels.assign(rgba.get(), rgba.get() + image.rowBytes() * image.size.height);
    return image;
}

Result<Image> decodeImage(ByteSlice file, const ImageLimits& limits, Repairs& repairs) {
    switch (imageType(file)) {
    case ImageType::Png:
    case ImageType::Jpeg:
        return decodePngOrJpeg(file, limits);
    case ImageType::Pcx:
        return decodePcx(file, limits, repairs);
    case ImageType::Bmp:
    case ImageType::Tga:
        return decodeBmpOrTga(file, limits);
    case ImageType::None:
        break;
    }
    return tl::unexpected(
        imageError(ErrorCode::NotAnImage, "the file is not a PNG, JPEG, PCX, BMP or TGA image"));
}

} // namespace assimp_md2
