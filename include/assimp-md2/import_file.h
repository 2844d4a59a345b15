// SPDX-License-Identifier: BSD-3-Clause
// Imports a file from C, and from languages that call C.
//
// Until version 2.0, this function keeps its signature and what its comment promises.
#pragma once

#include "assimp-md2/visibility.h"

#include <stddef.h> // NOLINT(modernize-deprecated-headers): C has no cstddef

struct aiScene;

#ifdef __cplusplus
extern "C" {
#endif

/// Like aiImportFile, and this library's importer reads MD2s, without bones. Different threads may call this
/// function at the same time.
///
/// \param path UTF-8
/// \param flags all aiPostProcessSteps that are wanted: aiApplyPostProcessing does not take the scene
/// \param properties names and values in turn, ended by NULL, as properties.h describes them:
///        {"IMPORT_MD2_CLIPS", "run", "IMPORT_MD2_FPS", "20", NULL}. May be NULL
/// \param error receives the reason of a failure in UTF-8, cut to errorSize bytes with its final NUL, and an
///        empty text otherwise. May be NULL
///
/// \return the scene, which aiReleaseImport releases. NULL if the file cannot be read, if a property is
///         unknown or has an invalid value, or if Assimp has another version than the library was built with
ASSIMP_MD2_API const struct aiScene* assimpMd2ImportFile(const char* path, unsigned int flags,
                                                         const char* const* properties, char* error,
                                                         size_t errorSize);

#ifdef __cplusplus
}
#endif
