// SPDX-License-Identifier: BSD-3-Clause
// ASSIMP_MD2_API marks the functions that a shared library exports.
//
// ASSIMP_MD2_BUILDING is defined while a shared library is compiled, ASSIMP_MD2_SHARED for its users. Users
// of the static library define nothing. The targets of the CMake package and the pkg-config file set these
// macros.
#pragma once

#if defined(_WIN32) && defined(ASSIMP_MD2_BUILDING)
#define ASSIMP_MD2_API __declspec(dllexport)
#elif defined(_WIN32) && defined(ASSIMP_MD2_SHARED)
#define ASSIMP_MD2_API __declspec(dllimport)
#elif defined(__GNUC__) && (defined(ASSIMP_MD2_BUILDING) || defined(ASSIMP_MD2_SHARED))
#define ASSIMP_MD2_API __attribute__((visibility("default")))
#else
#define ASSIMP_MD2_API
#endif
