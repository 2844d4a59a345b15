// SPDX-License-Identifier: BSD-3-Clause
// Contains stb_image, and checks the headers of files before it decodes them.
#include "importer/image/decode_image.h"

#include "importer/base/repairs.h"
#include "importer/image/image_type.h"
#include "importer/image/pcx.h"
#include "importer/image/png.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace assimp_md2::inner {
namespace {

/// Of one allocation of stb_image on this thread, in bytes. stb_image passes its allocator no context.
thread_local std::uint64_t mostBytes = 0;
thread_local bool isAboveMost = false;

bool isAllowed(std::size_t size) {
    isAboveMost = isAboveMost || size > mostBytes;
    return size <= mostBytes;
}

[[maybe_unused]] void* allocate(std::size_t size) {
    return isAllowed(size) ? std::calloc(1, size) : nullptr;
}

[[maybe_unused]] void* reallocate(void* memory, std::size_t size) {
    return isAllowed(size) ? std::realloc(memory, size) : nullptr;
}

} // namespace
} // namespace assimp_md2::inner

// STB_IMAGE_STATIC: a program may contain stb_image itself.
// calloc: pixels that stb_image does not write, as in a damaged image or a truncated TGA, are 0.
// __clang_analyzer__: stb_image leaks an image of 16 bits per channel if memory for 8 bits runs out.
#if !defined(__clang_analyzer__)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#endif
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) assimp_md2::inner::allocate(size)
#define STBI_REALLOC(memory, size) assimp_md2::inner::reallocate(memory, size)
#define STBI_FREE(memory) std::free(memory)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wold-style-cast" // of what the macros above expand to
#if !defined(__clang__)
// GCC does not see that stb_image reads io_user_data only if it has callbacks.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static_assert(STBI_MAX_DIMENSIONS == assimp_md2::inner::kMaximumImageSide, "stb_image has the same limit");

namespace assimp_md2::inner {
namespace {

/// stb_image counts bytes in an int.
constexpr std::size_t kLargestFile = std::size_t{1} << 30;

/// stb_image joins the chunks of a PNG in a buffer of the length that they state, and inflates all that is in
/// them, whatever the header says. It doubles both buffers until they suffice, so an allocation beyond this
/// limit means that the chunks contain more than the file or the pixels. A pixel has at most 8 bytes. The
/// filters of an interlaced image add at most 1.9 bytes for each row.
std::uint64_t mostBytesFor(ImageSize size, std::size_t fileSize) {
    constexpr std::uint64_t kMostBytesOfPixel = 20;
    constexpr std::uint64_t kTables = 65536; // the decoder itself has less
    return kTables + kMostBytesOfPixel * size.pixels() + 2 * fileSize;
}

/// Returns the pixels of a complete file as RGBA.
///
/// \param format for error messages
/// \param size in pixels, which has been checked. A PNG that inflates to far more is an error
///
/// \return OutOfMemory if stb_image cannot allocate memory; other errors if it refuses the file
Result<Image> decodeWithStb(ByteSlice file, const std::string& format, ImageSize size) {
    if (file.size() > kLargestFile) {
        return failure(format + ": the file is larger than 1 GiB");
    }
    mostBytes = format == "PNG" ? mostBytesFor(size, file.size()) : UINT64_MAX;
    isAboveMost = false;
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> rgba(
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4),
        stbi_image_free);
    if (!rgba && isAboveMost) {
        return failure(format + ": a chunk is longer than the file, or contains more than the pixels");
    }
    if (!rgba) {
        // The pointer is thread-local, the text a constant.
        const std::string reason = stbi_failure_reason();
        return failure(format + ": stb_image cannot read it: " + reason,
                       reason == "outofmem" ? ErrorCode::OutOfMemory : ErrorCode::Other);
    }
    Image image;
    image.size = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
    image.layout = PixelLayout::Rgba;
    image.pixels.assign(rgba.get(), rgba.get() + image.rowBytes() * image.size.height);
    return image;
}

/// The most pixels for one byte of a file: a run of 128 pixels takes 2 bytes in a TGA of 8 bits.
constexpr std::uint64_t kMostPixelsPerByte = 64;

constexpr std::size_t kRgbaBytes = 4;
constexpr std::size_t kRgbBytes = 3;

/// Returns a copy of the file whose pixels are where stb_image expects them, or nothing if they are there:
/// - after a complete palette, which black colours complete. stb_image computes the number of colours of a
///   BMP from the distance between the header and the pixels; with the header of 12 bytes, the result is four
///   too small. For larger indices it reads uninitialised memory.
/// - directly after the header if a pixel has 24 bits, although the file may have a palette there.
std::vector<std::uint8_t> withExpectedOffset(ByteSlice file, ImageSize size) {
    constexpr std::size_t kOffsetField = 10;
    const std::size_t headerEnd = std::size_t{14} + file.u32(14);
    const bool isOldHeader = file.u32(14) == 12;
    const unsigned bits = isOldHeader ? file.u16(24) : file.u16(28);
    if (bits == 0 || (bits > 8 && bits != 24)) { // others may have masks between header and pixels
        return {};
    }
    const std::size_t colours = bits <= 8 ? std::size_t{1} << bits : 0;
    const std::size_t wanted = headerEnd + (isOldHeader && colours > 0 ? 12 + 3 * colours : 4 * colours);
    const std::size_t pixels = file.u32(kOffsetField);
    if (pixels == wanted) {
        return {};
    }
    // Rows are padded to 4 bytes. What follows them is not copied.
    const std::size_t rowBytes = (std::size_t{size.width} * bits + 31) / 32 * 4;
    const std::size_t pixelsEnd = pixels + std::min(rowBytes * size.height, file.size() - pixels);
    std::vector<std::uint8_t> complete;
    complete.reserve(wanted + pixelsEnd - pixels);
    complete.assign(file.data(), file.data() + std::min(pixels, wanted));
    complete.resize(wanted);
    complete.insert(complete.end(), file.data() + pixels, file.data() + pixelsEnd);
    store(complete.data() + kOffsetField, static_cast<std::uint32_t>(wanted));
    return complete;
}

/// Whether the header is complete and the pixels start after it, inside the file.
bool bmpPixelsAreInside(ByteSlice file) {
    const std::uint64_t headerEnd = 14 + std::uint64_t{file.u32(14)};
    return file.contains(0, 30) && file.u32(10) >= headerEnd && file.u32(10) <= file.size();
}

/// The alpha of all pixels of an RGBA image, if they have the same.
std::optional<std::uint8_t> constantAlpha(const Image& image) {
    const std::vector<std::uint8_t>& pixels = image.pixels;
    for (std::size_t i = 3; i < pixels.size(); i += kRgbaBytes) {
        if (pixels[i] != pixels[3]) {
            return std::nullopt;
        }
    }
    return pixels[3];
}

/// Drops an alpha channel that is 0 everywhere or 255 everywhere.
void dropConstantAlpha(Image& image) {
    std::vector<std::uint8_t>& pixels = image.pixels;
    const std::optional<std::uint8_t> alpha = constantAlpha(image);
    image.isClear = alpha == 0;
    if (!image.isClear && alpha != 255) {
        return;
    }
    std::size_t end = 0;
    for (std::size_t i = 0; i < pixels.size(); i += kRgbaBytes, end += kRgbBytes) {
        std::memmove(&pixels[end], &pixels[i], kRgbBytes);
    }
    pixels.resize(end);
    pixels.shrink_to_fit();
    image.layout = PixelLayout::Rgb;
}

/// Exchanges left and right of an RGBA image.
void mirror(Image& image) {
    for (auto row = image.pixels.begin(); row != image.pixels.end();) {
        const auto end = row + static_cast<std::ptrdiff_t>(image.rowBytes());
        for (auto left = row, right = end - kRgbaBytes; left < right;
             left += kRgbaBytes, right -= kRgbaBytes) {
            std::swap_ranges(left, left + kRgbaBytes, right);
        }
        row = end;
    }
}

/// Checks and completes a BMP or TGA before stb_image decodes it, because it reads some invalid ones.
Result<Image> decodeBmpOrTga(ByteSlice file, bool isBmp, const std::string& format, ImageSize size) {
    if (size.pixels() > kFreelyFilledPixels && size.pixels() / 2 > file.size() * kMostPixelsPerByte) {
        return failure(format + ": the file is too small for half of its pixels");
    }
    if (isBmp && !bmpPixelsAreInside(file)) {
        return failure(format + ": the pixels are outside the file");
    }
    const std::vector<std::uint8_t> complete =
        isBmp ? withExpectedOffset(file, size) : std::vector<std::uint8_t>();
    Result<Image> image =
        decodeWithStb(complete.empty() ? file : ByteSlice(complete.data(), complete.size()), format, size);
    if (image) {
        constexpr std::uint8_t kFromTheRight = 0x10; // of the descriptor
        if (!isBmp && (file.u8(17) & kFromTheRight) != 0) {
            mirror(*image);
        }
        dropConstantAlpha(*image);
    }
    return image;
}

} // namespace

Result<Image> decodeImage(ByteSlice file, const ImageLimits& limits, Warnings& repairs) {
    const ImageType type = imageType(file);
    if (type == ImageType::Pcx) {
        return decodePcx(file, limits, repairs);
    }
    if (type == ImageType::None) {
        return failure("the file is not a PNG, JPEG, PCX, BMP or TGA image");
    }
    const bool isBmp = type == ImageType::Bmp;
    const std::string format = isBmp                    ? "BMP"
                               : type == ImageType::Tga ? "TGA"
                               : type == ImageType::Png ? "PNG"
                                                        : "JPEG";
    const Result<ImageSize> size = checkedSize(file, format, limits);
    if (!size) {
        return tl::unexpected(size.error());
    }
    if (isBmp || type == ImageType::Tga) {
        return decodeBmpOrTga(file, isBmp, format, *size);
    }
    Result<Image> image = decodeWithStb(file, format, *size);
    if (image) {
        image->isClear = constantAlpha(*image) == 0;
    }
    return image;
}

Result<WebImage> webImage(ByteSlice file, const ImageLimits& limits, Warnings& repairs) {
    const ImageType type = imageType(file);
    if (type == ImageType::Png || type == ImageType::Jpeg) {
        const std::optional<ImageSize> size = imageSize(file);
        if (!size) {
            return failure("the file ends before its width and height");
        }
        if (std::optional<Error> error = errorIfTooLarge(*size, 1, {limits.side, UINT64_MAX})) {
            return tl::unexpected(std::move(*error));
        }
        repairs.add(repair::kCutPng, isCut(file) ? 1 : 0);
        return WebImage{type == ImageType::Png ? WebImageType::Png : WebImageType::Jpeg,
                        {file.data(), file.data() + file.size()},
                        0};
    }
    Result<Image> decoded = decodeImage(file, limits, repairs);
    if (!decoded) {
        return tl::unexpected(decoded.error());
    }
    const std::uint64_t decodedBytes = decoded->pixels.size();
    auto png = encodePng(*std::move(decoded));
    if (!png) {
        return tl::unexpected(png.error());
    }
    return WebImage{WebImageType::Png, std::move(*png), decodedBytes};
}

} // namespace assimp_md2::inner
