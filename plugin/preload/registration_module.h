// SPDX-License-Identifier: BSD-3-Clause
// The interface between the plugin and its registration module.
#pragma once

#include "gltf/assimp_formats.h"

namespace assimp_md2::inner {

/// What the module exports, under the name kModuleEntry.
struct RegistrationModule {
    /// Registers the importer on an Assimp::Importer. `variable` looks up an environment variable and returns
    /// null if it is not set.
    ///
    /// \throws std::bad_alloc
    void (*registerImporter)(void* importer, const char* (*variable)(const char* name));
    /// Registers the exporters on an Assimp::Exporter. `variable` is used in the same way.
    void (*registerExporters)(void* exporter, const char* (*variable)(const char* name));
    /// Calls `assimpExport` with the scene. If Assimp cannot export the scene, passes a corrected copy
    /// instead. Properties that are not set have the values of their variables. Throws what `assimpExport`
    /// throws.
    int (*exportScene)(const char* (*variable)(const char* name), ExportFunction assimpExport, void* exporter,
                       const void* scene, const char* formatId, const char* path, unsigned int preprocessing,
                       const void* properties);
    /// Whether the module is bound to `library`. Checks a symbol of each class of Assimp that the module
    /// uses. `isThere(address, library)` returns whether an address belongs to it.
    bool (*isBoundTo)(bool (*isThere)(const void* address, const void* library), const void* library);
};

constexpr const char* kModuleEntry = "assimpMd2RegistrationModule";

} // namespace assimp_md2::inner
