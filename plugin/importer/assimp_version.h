// SPDX-License-Identifier: BSD-3-Clause
// Compares the loaded Assimp with the one that this library was built with.
#pragma once

#include <assimp/version.h>

namespace assimp_md2 {

/// Whether major and minor version are equal. The layout of Assimp's classes may differ otherwise.
inline bool assimpVersionMatches() {
    return aiGetVersionMajor() == ASSIMP_MD2_ASSIMP_MAJOR && aiGetVersionMinor() == ASSIMP_MD2_ASSIMP_MINOR;
}

} // namespace assimp_md2
