// SPDX-License-Identifier: BSD-3-Clause
// ASSIMP_MD2_API marks what leaves the library; it knows the compilers, nothing of MD2 or Assimp.
//
// ASSIMP_MD2_STATIC is defined for users of the static library, ASSIMP_MD2_BUILDING while the library itself
// is compiled. The targets of the CMake package and the pkg-config file set them.
#pragma once

#if defined(ASSIMP_MD2_STATIC)
#define ASSIMP_MD2_API
#elif defined(_WIN32)
#if defined(ASSIMP_MD2_BUILDING)
#define ASSIMP_MD2_API __declspec(dllexport)
#else
#define ASSIMP_MD2_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define ASSIMP_MD2_API __attribute__((visibility("default")))
#else
#define ASSIMP_MD2_API
#endif
