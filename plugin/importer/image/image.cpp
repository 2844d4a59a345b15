// SPDX-License-Identifier: BSD-3-Clause
// Errors and limits of images.
#include "importer/image/image.h"

#include <utility>

namespace assimp_md2 {

std::optional<Error> errorIfTooLarge(ImageSize size, std::size_t bytesPerPixel, const ImageLimits& limits) {
    const std::string found = "the image has " + std::to_string(size.width) + " × " +
                              std::to_string(size.height) + " pixels, expected at most ";
    if (size.width > limits.side || size.height > limits.side) {
        return Error{ErrorCode::Other, found + std::to_string(limits.side) + " a side"};
    }
    if (size.pixels() > limits.decodedBytes / bytesPerPixel) {
        return Error{ErrorCode::Other,
                     found + std::to_string(limits.decodedBytes / bytesPerPixel) + " in all"};
    }
    return std::nullopt;
}

} // namespace assimp_md2
