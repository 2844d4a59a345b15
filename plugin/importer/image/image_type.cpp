// SPDX-License-Identifier: BSD-3-Clause
#include "importer/image/image_type.h"

#include "importer/base/text.h"
#include "importer/image/pcx.h"
#include "importer/image/png.h"

#include <algorithm>
#include <initializer_list>

namespace assimp_md2::inner {
namespace {

std::uint32_t bigEndian16(ByteSlice file, std::size_t offset) {
    return std::uint32_t{file.u8(offset)} << 8 | file.u8(offset + 1);
}

std::uint32_t bigEndian32(ByteSlice file, std::size_t offset) {
    return bigEndian16(file, offset) << 16 | bigEndian16(file, offset + 2);
}

bool isPng(ByteSlice file) {
    return file.contains(0, kPngSignature.size()) &&
           std::memcmp(file.data(), kPngSignature.data(), kPngSignature.size()) == 0;
}

bool isJpeg(ByteSlice file) {
    return file.contains(0, 3) && file.u8(0) == 0xFF && file.u8(1) == 0xD8 && file.u8(2) == 0xFF;
}

bool isBmp(ByteSlice file) {
    if (!file.contains(0, 18) || file.u8(0) != 'B' || file.u8(1) != 'M') {
        return false;
    }
    const std::uint32_t headerSize = file.u32(14);
    return headerSize >= 12 && headerSize <= 124;
}

/// Whether the fields of the header have values that the Truevision TGA 2.0 specification allows.
bool isTga(ByteSlice file) {
    if (!file.contains(0, 18) || file.u16(12) == 0 || file.u16(14) == 0 || file.u8(17) >= 0x40) {
        return false;
    }
    const std::uint8_t colourMapType = file.u8(1);
    const auto isOneOf = [](std::uint8_t bits, std::initializer_list<std::uint8_t> known) {
        return std::find(known.begin(), known.end(), bits) != known.end();
    };
    constexpr unsigned kRunLengthEncoded = 8;
    switch (file.u8(2) & ~kRunLengthEncoded) {
    case 1: // a palette
        return colourMapType == 1 && file.u16(5) > 0 && isOneOf(file.u8(7), {15, 16, 24, 32}) &&
               isOneOf(file.u8(16), {8, 16});
    case 2: // colours
        return colourMapType <= 1 && isOneOf(file.u8(16), {15, 16, 24, 32});
    case 3: // greys
        return colourMapType <= 1 && isOneOf(file.u8(16), {8, 16});
    default:
        return false;
    }
}

/// \return the type of the first chunk of a PNG that has one of two types; empty if the bytes end before
std::string_view firstChunkOf(std::string_view one, std::string_view other, ByteSlice file) {
    std::uint64_t offset = kPngSignature.size();
    while (file.contains(offset, 8)) {
        const auto at = static_cast<std::size_t>(offset);
        const std::string_view type = nameInField(file.part(at + 4, 4));
        if (type == one || type == other) {
            return type;
        }
        offset += std::uint64_t{12} + bigEndian32(file, at);
    }
    return {};
}

/// ITU T.81: segments, each with a marker and a length, precede the frame header (SOF), which has the size.
std::optional<ImageSize> jpegSize(ByteSlice file) {
    std::size_t offset = 2;
    while (file.contains(offset, 4) && file.u8(offset) == 0xFF) {
        const std::uint8_t marker = file.u8(offset + 1);
        if (marker == 0xFF) {
            ++offset; // fill bytes may precede a marker
            continue;
        }
        const bool isFrame =
            marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (isFrame) {
            return file.contains(offset, 9) ? std::optional(ImageSize{bigEndian16(file, offset + 7),
                                                                      bigEndian16(file, offset + 5)})
                                            : std::nullopt;
        }
        offset += 2 + bigEndian16(file, offset + 2);
    }
    return std::nullopt;
}

/// The old header of 12 bytes has 16-bit sides. In all others a negative height means that the rows are
/// stored from the top down.
std::optional<ImageSize> bmpSize(ByteSlice file) {
    if (!file.contains(0, 26)) {
        return std::nullopt;
    }
    if (file.u32(14) == 12) {
        return ImageSize{file.u16(18), file.u16(20)};
    }
    const std::uint32_t height = file.u32(22);
    const bool topDown = height > 0x80000000U;
    return ImageSize{file.u32(18), topDown ? 0U - height : height};
}

/// As it stands in the header.
std::optional<ImageSize> claimedSize(ByteSlice file) {
    switch (imageType(file)) {
    case ImageType::Png:
        return file.contains(16, 8) ? std::optional(ImageSize{bigEndian32(file, 16), bigEndian32(file, 20)})
                                    : std::nullopt;
    case ImageType::Jpeg:
        return jpegSize(file);
    case ImageType::Bmp:
        return bmpSize(file);
    case ImageType::Tga:
        return ImageSize{file.u16(12), file.u16(14)};
    case ImageType::Pcx:
        return pcxSize(file);
    case ImageType::None:
        break;
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> errorIfTooLarge(ImageSize size, std::size_t bytesPerPixel, const ImageLimits& limits) {
    const std::string found = "the image has " + std::to_string(size.width) + " × " +
                              std::to_string(size.height) + " pixels, expected at most ";
    if (size.width > limits.side || size.height > limits.side) {
        return Error{ErrorCode::Other, found + std::to_string(limits.side) + " a side"};
    }
    if (size.pixels() > limits.decodedBytes / bytesPerPixel) {
        return Error{ErrorCode::Other,
                     found + std::to_string(limits.decodedBytes / bytesPerPixel) + " in all"};
    }
    return std::nullopt;
}

ImageType imageType(ByteSlice file) {
    return isPng(file)    ? ImageType::Png
           : isJpeg(file) ? ImageType::Jpeg
           : isBmp(file)  ? ImageType::Bmp
           : isPcx(file)  ? ImageType::Pcx
           : isTga(file)  ? ImageType::Tga
                          : ImageType::None;
}

bool hasAlphaChannel(ByteSlice file) {
    const ImageType type = imageType(file);
    if (type == ImageType::Tga) {
        return file.u8(16) == 32; // bits of a pixel
    }
    return type == ImageType::Png && file.contains(0, kImageHeaderBytes) &&
           ((file.u8(25) & 4U) != 0 || // the colour type
            (file.u8(25) == 3 && firstChunkOf("tRNS", "IDAT", file) != "IDAT"));
}

bool isCut(ByteSlice file) {
    return isPng(file) && firstChunkOf("IEND", "IEND", file).empty();
}

std::optional<ImageSize> imageSize(ByteSlice file) {
    const std::optional<ImageSize> size = claimedSize(file);
    const auto isPossible = [](std::uint32_t side) { return side > 0 && side <= 0x7FFFFFFF; };
    return size && isPossible(size->width) && isPossible(size->height) ? size : std::nullopt;
}

Result<ImageSize> checkedSize(ByteSlice file, const std::string& format, const ImageLimits& limits) {
    const std::optional<ImageSize> size = imageSize(file);
    if (!size) {
        return failure(format + ": the header has no valid width and height");
    }
    if (std::optional<Error> error =
            errorIfTooLarge(*size, static_cast<std::size_t>(PixelLayout::Rgba), limits)) {
        return tl::unexpected(std::move(*error));
    }
    return *size;
}

} // namespace assimp_md2::inner
