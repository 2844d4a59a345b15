// SPDX-License-Identifier: BSD-3-Clause
// Checks the headers of files before stb_image decodes them.
#include "importer/image/decode_image.h"

#include "importer/image/image_type.h"
#include "importer/image/pcx.h"
#include "importer/image/stb_decoder.h"

#include <algorithm>
#include <optional>

namespace assimp_md2 {
namespace {

/// The most pixels for one byte of a file: a run of 128 pixels takes 2 bytes in a TGA of 8 bits.
constexpr std::uint64_t kMostPixelsPerByte = 64;

constexpr std::size_t kRgbaBytes = 4;
constexpr std::size_t kRgbBytes = 3;

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

/// Checks and completes a BMP or TGA before stb_image decodes it, because it reads some invalid ones.
Result<Image> decodeBmpOrTga(ByteSlice file, bool isBmp, const std::string& format, ImageSize size) {
    if (size.pixels() > kFreelyFilledPixels && size.pixels() / 2 > file.size() * kMostPixelsPerByte) {
        return failure(format + ": the file is too small for half of its pixels");
    }
    if (isBmp && !bmpPixelsAreInside(file)) {
        return failure(format + ": the pixels are outside the file");
    }
    const std::vector<std::uint8_t> complete =
        isBmp ? withCompletePalette(file, size) : std::vector<std::uint8_t>();
    Result<Image> image =
        decodeWithStb(complete.empty() ? file : ByteSlice(complete.data(), complete.size()), format, size);
    if (image) {
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

} // namespace assimp_md2
