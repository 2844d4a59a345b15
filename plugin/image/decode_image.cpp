// SPDX-License-Identifier: BSD-3-Clause
// Implements decode_image.h: checks the headers of PNG and JPEG files before stb_image decodes them.
#include "image/decode_image.h"

#include "image/bmp_tga.h"
#include "image/image_type.h"
#include "image/pcx.h"
#include "image/stb_decoder.h"

namespace assimp_md2 {
namespace {

Result<Image> decodePngOrJpeg(ByteSlice file, const std::string& format, const ImageLimits& limits) {
    const Result<ImageSize> size = checkedSize(file, format, limits);
    return size ? decodeWithStb(file, format) : tl::unexpected(size.error());
}

} // namespace

Result<Image> decodeImage(ByteSlice file, const ImageLimits& limits, Warnings& repairs) {
    switch (imageType(file)) {
    case ImageType::Png:
        return decodePngOrJpeg(file, "PNG", limits);
    case ImageType::Jpeg:
        return decodePngOrJpeg(file, "JPEG", limits);
    case ImageType::Pcx:
        return decodePcx(file, limits, repairs);
    case ImageType::Bmp:
    case ImageType::Tga:
        return decodeBmpOrTga(file, limits);
    case ImageType::None:
        break;
    }
    return failure("the file is not a PNG, JPEG, PCX, BMP or TGA image");
}

} // namespace assimp_md2
