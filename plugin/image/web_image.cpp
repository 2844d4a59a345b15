// SPDX-License-Identifier: BSD-3-Clause
// Chooses the decoder for an image; knows no format.
#include "image/web_image.h"

#include "image/bmp_tga.h"
#include "image/image_type.h"
#include "image/pcx.h"
#include "image/png.h"

namespace assimp_md2 {
namespace {

Result<WebImage> unchanged(WebImageType type, ByteSlice file, const ImageLimits& limits) {
    const std::optional<ImageSize> size = imageSize(file);
    if (!size) {
        return imageError(ErrorCode::DamagedImage, "the file ends before its width and height");
    }
    if (std::optional<Error> error = errorIfTooLarge(*size, 1, {limits.side, UINT64_MAX})) {
        return std::move(*error);
    }
    return WebImage{type, {file.data(), file.data() + file.size()}, 0};
}

Result<WebImage> asPng(Result<Image> decoded) {
    if (auto* error = std::get_if<Error>(&decoded)) {
        return std::move(*error);
    }
    Image& image = *std::get_if<Image>(&decoded);
    const std::uint64_t decodedBytes = image.pixels.size();
    auto png = encodePng(std::move(image));
    if (auto* error = std::get_if<Error>(&png)) {
        return std::move(*error);
    }
    return WebImage{WebImageType::Png, std::move(*std::get_if<0>(&png)), decodedBytes};
}

} // namespace

Result<WebImage> webImage(ByteSlice file, const ImageLimits& limits, Repairs& repairs) {
    switch (imageType(file)) {
    case ImageType::Png:
        return unchanged(WebImageType::Png, file, limits);
    case ImageType::Jpeg:
        return unchanged(WebImageType::Jpeg, file, limits);
    case ImageType::Pcx:
        return asPng(decodePcx(file, limits, repairs));
    case ImageType::Bmp:
    case ImageType::Tga:
        return asPng(decodeBmpOrTga(file, limits));
    case ImageType::None:
        break;
    }
    return imageError(ErrorCode::NotAnImage, "the file is not a PNG, JPEG, PCX, BMP or TGA image");
}

} // namespace assimp_md2
