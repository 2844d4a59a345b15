// SPDX-License-Identifier: BSD-3-Clause
// Decodes PNG, JPEG, BMP and TGA files with stb_image.
#pragma once

#include "importer/base/bytes.h"
#include "importer/image/image.h"

#include <string>

namespace assimp_md2 {

/// Takes a complete file whose size in pixels has been checked, and returns its pixels as RGBA.
///
/// \param format for error messages: "PNG", "JPEG", "BMP" or "TGA"
/// \param size in pixels. A PNG that inflates to far more is an error
///
/// \return OutOfMemory if stb_image cannot allocate memory; other errors if it refuses the file, or if the
///         file is larger than 1 GiB
Result<Image> decodeWithStb(ByteSlice file, const std::string& format, ImageSize size);

} // namespace assimp_md2
