// SPDX-License-Identifier: BSD-3-Clause
// Which decoder reads which kind of image; knows none of them from inside.
#include "image/web_image.h"

#include "image/bmp_tga.h"
#include "image/image_type.h"
#include "image/pcx.h"
#include "image/png.h"

namespace assimp_md2 {
namespace {

std::variant<WebImage, ImageError> unchanged(WebImageType type, ByteSlice file) {
    const std::optional<ImageSize> size = imageSize(file);
    if (!size) {
        return ImageError{ImageErrorCode::Damaged, "the image ends before it gives its width and height"};
    }
    if (std::optional<ImageError> error = errorIfTooLarge(*size)) {
        return std::move(*error);
    }
    return WebImage{type, {file.data(), file.data() + file.size()}, {}};
}

std::variant<WebImage, ImageError> asPng(const Image& image, std::string repairs) {
    auto pngOrError = encodePng(image);
    if (auto* error = std::get_if<ImageError>(&pngOrError)) {
        return std::move(*error);
    }
    return WebImage{WebImageType::Png, std::move(*std::get_if<0>(&pngOrError)), std::move(repairs)};
}

std::variant<WebImage, ImageError> fromPcx(ByteSlice file) {
    const auto pcxOrError = decodePcx(file);
    if (const auto* error = std::get_if<ImageError>(&pcxOrError)) {
        return *error;
    }
    const PcxImage& pcx = *std::get_if<PcxImage>(&pcxOrError);
    std::string repairs;
    for (const PcxRepair& repair : pcx.repairs) {
        repairs += (repairs.empty() ? "" : "; ") + describe(repair);
    }
    return asPng(pcx.image, std::move(repairs));
}

std::variant<WebImage, ImageError> fromBmpOrTga(ByteSlice file) {
    const auto imageOrError = decodeBmpOrTga(file);
    if (const auto* error = std::get_if<ImageError>(&imageOrError)) {
        return *error;
    }
    return asPng(*std::get_if<Image>(&imageOrError), {});
}

} // namespace

std::variant<WebImage, ImageError> webImage(ByteSlice file) {
    switch (imageType(file)) {
    case ImageType::Png:
        return unchanged(WebImageType::Png, file);
    case ImageType::Jpeg:
        return unchanged(WebImageType::Jpeg, file);
    case ImageType::Pcx:
        return fromPcx(file);
    case ImageType::Bmp:
    case ImageType::Tga:
        return fromBmpOrTga(file);
    case ImageType::None:
        break;
    }
    return ImageError{ImageErrorCode::NotAnImage, "the file is not a PNG, JPEG, PCX, BMP or TGA image"};
}

} // namespace assimp_md2
