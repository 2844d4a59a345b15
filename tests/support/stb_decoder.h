// SPDX-License-Identifier: BSD-3-Clause
// An independent decoder of PNG and JPEG, to check what was written.
#pragma once

#include "image/image.h"

#include <optional>

namespace assimp_md2::test {

/// Returns the image as RGBA; nothing when it is damaged.
std::optional<Image> decodeWithStb(const std::vector<std::uint8_t>& file);

} // namespace assimp_md2::test
