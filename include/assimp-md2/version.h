// SPDX-License-Identifier: BSD-3-Clause
// The version of assimp-md2; the build system reads it from here.
#pragma once

#define ASSIMP_MD2_VERSION_MAJOR 1
#define ASSIMP_MD2_VERSION_MINOR 0
#define ASSIMP_MD2_VERSION_PATCH 0

/// The version as one number, which the preprocessor can compare: 1.2.3 is 1002003.
#define ASSIMP_MD2_VERSION                                                                                   \
    (ASSIMP_MD2_VERSION_MAJOR * 1000000 + ASSIMP_MD2_VERSION_MINOR * 1000 + ASSIMP_MD2_VERSION_PATCH)
