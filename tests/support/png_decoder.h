// SPDX-License-Identifier: BSD-3-Clause
// Decodes PNG files with libpng, which checks all checksums (stb_image checks none).
#pragma once

#include "importer/image/image.h"

#include <optional>

namespace assimp_md2::inner::test {

/// Returns the image as RGBA, or nothing when libpng has an error or a warning.
std::optional<Image> decodeWithLibpng(const std::vector<std::uint8_t>& file);

} // namespace assimp_md2::inner::test
