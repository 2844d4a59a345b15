// SPDX-License-Identifier: BSD-3-Clause
// Checks the headers of PNG and JPEG files before stb_image decodes them.
#include "image/png_jpeg.h"

#include "image/bmp_tga.h"
#include "image/image_type.h"
#include "image/pcx.h"
#include "image/stb_decoder.h"

namespace assimp_md2 {

Result<Image> decodePngOrJpeg(ByteSlice file, const ImageLimits& limits) {
    const ImageType type = imageType(file);
    if (type != ImageType::Png && type != ImageType::Jpeg) {
        return tl::unexpected(Error{ErrorCode::NotAnImage, "the file is neither a PNG nor a JPEG"});
    }
    const std::string format = type == ImageType::Png ? "PNG" : "JPEG";
    const std::optional<ImageSize> size = imageSize(file);
    if (!size || size->pixels() == 0) {
        return tl::unexpected(
            Error{ErrorCode::DamagedImage, format + ": the file has no valid width and height"});
    }
    if (std::optional<Error> error =
            errorIfTooLarge(*size, static_cast<std::size_t>(PixelLayout::Rgba), limits)) {
        return tl::unexpected(std::move(*error));
    }
    return decodeWithStb(file, format);
}

Result<Image> decodeImage(ByteSlice file, const ImageLimits& limits, Warnings& repairs) {
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
    return tl::unexpected(Error{ErrorCode::NotAnImage, "the file is not a PNG, JPEG, PCX, BMP or TGA image"});
}

} // namespace assimp_md2
