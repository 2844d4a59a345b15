// SPDX-License-Identifier: BSD-3-Clause
// The version of assimp-md2; the build system reads it from here.
#pragma once

#define ASSIMP_MD2_VERSION_MAJOR 0
#define ASSIMP_MD2_VERSION_MINOR 4
#define ASSIMP_MD2_VERSION_PATCH 0
