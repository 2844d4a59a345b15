// SPDX-License-Identifier: BSD-3-Clause
// The limits of images; knows no file format.
#include "image/image.h"

namespace assimp_md2 {

std::optional<ImageError> errorIfTooLarge(ImageSize size) {
    if (size.width <= kMaximumImageSide && size.height <= kMaximumImageSide) {
        return std::nullopt;
    }
    return ImageError{ImageErrorCode::TooLarge, "the image has " + std::to_string(size.width) + " x " +
                                                    std::to_string(size.height) + " pixels, at most " +
                                                    std::to_string(kMaximumImageSide) + " a side are read"};
}

} // namespace assimp_md2
