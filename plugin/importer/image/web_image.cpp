// SPDX-License-Identifier: BSD-3-Clause
#include "importer/image/web_image.h"

#include "importer/image/decode_image.h"
#include "importer/image/image_type.h"
#include "importer/image/png.h"
#include "importer/image/repairs.h"

namespace assimp_md2::inner {

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
    Image& image = *decoded;
    const std::uint64_t decodedBytes = image.pixels.size();
    auto png = encodePng(std::move(image));
    if (!png) {
        return tl::unexpected(png.error());
    }
    return WebImage{WebImageType::Png, std::move(*png), decodedBytes};
}

} // namespace assimp_md2::inner
