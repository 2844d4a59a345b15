// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes the PCX decoder: what it decodes has the size of the header and comes back from a PNG unchanged.
#include "image/pcx.h"

#include "image/repairs.h"
#include "image_checks.h"

using namespace assimp_md2;
using namespace assimp_md2::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteSlice file(data, size);
    Warnings repairs;
    const Result<Image> decoded = decodePcx(file, limitsFor(file), repairs);
    if (!decoded) {
        checkRefusal(decoded.error());
        return 0;
    }
    const Image& image = *decoded;
    checkDecoded(image, pcxSize(file));
    require(repairs.count(repair::kImageLinesMissing) <= image.size.height);
    // Encoding and decoding a PNG takes thirty times as long as decoding the file.
    if (isInSample(data, size, 256)) {
        const auto png = encodePng(image);
        require(png.has_value());
        const std::optional<Image> back = decodeWithLibpng(*png);
        require(back && hasSameContent(*back, image));
    }
    return 0;
}
