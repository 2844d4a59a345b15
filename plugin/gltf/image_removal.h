// SPDX-License-Identifier: BSD-3-Clause
// Removes images from a glTF document with everything that refers to them; knows no files.
#pragma once

#include "gltf/document.h"

#include <vector>

namespace assimp_md2 {

/// \param isKept for each image of the document
void removeImages(Json& document, const std::vector<bool>& isKept);

} // namespace assimp_md2
