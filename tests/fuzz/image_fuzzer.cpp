// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes everything that reads an image: type, size, decoder and conversion agree with each other.
#include "fuzz/require.h"
#include "fuzz/sample.h"
#include "importer/base/repairs.h"
#include "importer/image/decode_image.h"
#include "importer/image/image_type.h"
#include "importer/image/png.h"
#include "support/images.h"
#include "support/png_decoder.h"

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

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

void checkDecoded(const Image& image, std::optional<ImageSize> expectedSize) {
    require(image.size == expectedSize);
    require(image.pixels.size() == image.rowBytes() * image.size.height);
    for (const std::uint8_t pixel : image.pixels) {
        require(image.layout != PixelLayout::Palette || pixel < image.palette.size());
    }
}

void checkConverted(const Image& image, const Result<WebImage>& web) {
    require(web && web->type == WebImageType::Png && web->decodedBytes == image.pixels.size());
    const std::optional<Image> back = decodeWithLibpng(web->bytes);
    require(back && back->size == image.size && rgbaPixels(*back) == rgbaPixels(image));
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
        require(!web || (web->decodedBytes == 0 && web->bytes.size() == file.size() &&
                         std::equal(web->bytes.begin(), web->bytes.end(), file.data())));
        return 0;
    }
    const Result<Image> decoded = decodeImage(file, limitsFor(file), repairs);
    if (!decoded) {
        require(!decoded.error().text.empty());
    } else {
        require(repairs.count(repair::kImageLinesMissing) <= decoded->size.height);
        checkDecoded(*decoded, sizeInHeader);
    }
    // Encoding and decoding a PNG takes much longer than decoding the file.
    if (isInSample(data, size)) {
        const Result<WebImage> web = webImage(file, limitsFor(file), repairs);
        if (decoded) {
            checkConverted(*decoded, web);
        } else {
            require(!web.has_value());
        }
    }
    return 0;
}
