// SPDX-License-Identifier: BSD-3-Clause
// Compares the loaded Assimp with the one that this library was built with.
#pragma once

#include <assimp/DefaultLogger.hpp>
#include <assimp/config.h>
#include <assimp/types.h>
#include <assimp/version.h>

#include <string>

#if !defined(ASSIMP_MD2_ASSIMP_MAJOR)
// Without CMake. Assimp's headers have no version, but each minor version up to 6.0 has a new property.
#if defined(AI_CONFIG_IMPORT_FBX_IGNORE_UP_DIRECTION)
#define ASSIMP_MD2_ASSIMP_MAJOR 6
#define ASSIMP_MD2_ASSIMP_MINOR aiGetVersionMinor() // any: later headers cannot be told apart
#else
#define ASSIMP_MD2_ASSIMP_MAJOR 5
#if defined(AI_CONFIG_CHECK_IDENTITY_MATRIX_EPSILON)
#define ASSIMP_MD2_ASSIMP_MINOR 4
#elif defined(AI_CONFIG_USE_GLTF_PBR_SPECULAR_GLOSSINESS)
#define ASSIMP_MD2_ASSIMP_MINOR 3
#else
#define ASSIMP_MD2_ASSIMP_MINOR 2
#endif
#endif
#endif

namespace assimp_md2::inner {

/// Whether major and minor version are equal. The layout of Assimp's classes may differ otherwise. If not,
/// writes an error to Assimp's log.
///
/// \param what is not registered then
inline bool assimpVersionMatches(const std::string& what) {
    const unsigned int major = aiGetVersionMajor();
    const unsigned int minor = aiGetVersionMinor();
    if (major == ASSIMP_MD2_ASSIMP_MAJOR && minor == ASSIMP_MD2_ASSIMP_MINOR) {
        return true;
    }
    const std::string text = "MD2: " + what + " not registered: assimp-md2 was built with Assimp " +
                             std::to_string(ASSIMP_MD2_ASSIMP_MAJOR) + "." +
                             std::to_string(ASSIMP_MD2_ASSIMP_MINOR) + ", this is Assimp " +
                             std::to_string(major) + "." + std::to_string(minor);
    Assimp::DefaultLogger::get()->error(text.c_str());
    return false;
}

} // namespace assimp_md2::inner
