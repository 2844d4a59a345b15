// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes all that reads an image: type, size and conversion agree, and nothing crashes.
#include "image/image_type.h"
#include "image/web_image.h"

#include <cstdlib>

using namespace assimp_md2;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteSlice file(data, size);
    const std::optional<ImageSize> imageSizeOfFile = imageSize(file);
    // Large images cost time and reach no other code.
    if (imageSizeOfFile && imageSizeOfFile->pixels() > 1 << 16 &&
        imageSizeOfFile->pixels() <= kFreelyFilledPixels) {
        return 0;
    }
    const auto result = webImage(file);
    if (std::holds_alternative<WebImage>(result) &&
        (imageType(file) == ImageType::None || !imageSizeOfFile)) {
        std::abort();
    }
    return 0;
}
