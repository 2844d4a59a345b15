// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes everything that reads an image: type, size, decoder and conversion agree with each other.
#include "fuzz/require.h"
#include "fuzz/sample.h"
#include "image/decode_image.h"
#include "image/image_type.h"
#include "image/png.h"
#include "image/repairs.h"
#include "image/web_image.h"
#include "support/images.h"
#include "support/png_decoder.h"

using namespace assimp_md2;
using namespace assimp_md2::test;

namespace {

/// Larger images cost time and reach no other code. Above kFreelyFilledPixels they do: a small file is
/// refused for another reason.
ImageLimits limitsFor(ByteSlice file) {
    const std::optional<ImageSize> size = imageSize(file);
    if (size && size->pixels() > kFreelyFilledPixels) {
        return {};
    }
    return {kMaximumImageSide, 1 << 12};
}

bool hasSameContent(const Image& left, const Image& right) {
    return left.size == right.size && rgbaPixels(left) == rgbaPixels(right);
}

void checkDecoded(const Image& image, std::optional<ImageSize> expectedSize) {
    require(image.size == expectedSize);
    require(image.pixels.size() == image.rowBytes() * image.size.height);
    for (const std::uint8_t pixel : image.pixels) {
        require(image.layout != PixelLayout::Palette || pixel < image.palette.size());
    }
}

Result<Image> decode(ByteSlice file) {
    Warnings repairs;
    Result<Image> image = decodeImage(file, limitsFor(file), repairs);
    require(!image || repairs.count(repair::kImageLinesMissing) <= image->size.height);
    return image;
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
        require(!decoded.error().text.empty());
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
