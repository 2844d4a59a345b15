// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes everything that reads an image: type, size, decoder and conversion agree with each other.
#include "image/decode_image.h"
#include "image/web_image.h"

#include "image_checks.h"

using namespace assimp_md2;
using namespace assimp_md2::test;

namespace {

Result<Image> decode(ByteSlice file) {
    Warnings repairs;
    return decodeImage(file, limitsFor(file), repairs);
}

void checkCopied(ByteSlice file, const Result<WebImage>& web) {
    if (web) {
        const auto* const copy = &*web;
        require(copy->decodedBytes == 0 && copy->bytes.size() == file.size() &&
                std::equal(copy->bytes.begin(), copy->bytes.end(), file.data()));
    }
}

void checkConverted(const Image& image, const Result<WebImage>& converted) {
    const auto* const web = converted ? &*converted : nullptr;
    require(web != nullptr && web->type == WebImageType::Png && web->decodedBytes == image.pixels.size());
    const std::optional<Image> back = decodeWithLibpng(web->bytes);
    require(back && hasSameContent(*back, image));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteSlice file(data, size);
    const ImageType type = imageType(file);
    const std::optional<ImageSize> sizeInHeader = imageSize(file);
    require(type != ImageType::None || !sizeInHeader);
    Warnings repairs;
    if (type == ImageType::None || type == ImageType::Png || type == ImageType::Jpeg) {
        const Result<WebImage> web = webImage(file, limitsFor(file), repairs);
        require(!web.has_value() ==
                (type == ImageType::None || !sizeInHeader || sizeInHeader->width > kMaximumImageSide ||
                 sizeInHeader->height > kMaximumImageSide));
        checkCopied(file, web);
        return 0;
    }
    const Result<Image> decoded = decode(file);
    if (!decoded) {
        checkRefusal(decoded.error());
    } else {
        checkDecoded(*decoded, sizeInHeader);
    }
    // Encoding and decoding a PNG takes much longer than decoding the file.
    if (isInSample(data, size)) {
        const Result<WebImage> web = webImage(file, limitsFor(file), repairs);
        if (decoded) {
            const auto* const image = &*decoded;
            checkConverted(*image, web);
        } else {
            require(!web.has_value());
        }
    }
    return 0;
}
