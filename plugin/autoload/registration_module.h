// SPDX-License-Identifier: BSD-3-Clause
// What the plugin and its registration module agree on.
#pragma once

#include "registration/export_function.h"

namespace assimp_md2 {

/// What the module exports, under the name kModuleEntry.
struct RegistrationModule {
    /// Registers on an Assimp::Importer. `variable` looks up an environment variable, null when it is not
    /// set; its first call is the one that counts. Throws nothing but std::bad_alloc.
    void (*registerImporter)(void* importer, const char* (*variable)(const char* name));
    /// Registers on an Assimp::Exporter, likewise.
    void (*registerExporters)(void* exporter, const char* (*variable)(const char* name));
    /// Calls `assimpExport` with the scene, or with a copy of it that Assimp can export where it cannot
    /// export the scene itself. Throws what `assimpExport` throws.
    int (*exportScene)(ExportFunction assimpExport, void* exporter, const void* scene, const char* formatId,
                       const char* path, unsigned int preprocessing, const void* properties);
    /// Whether all that the module needs of libassimp is where `isThere` says.
    bool (*isBoundTo)(bool (*isThere)(const void* address, const void* place), const void* place);
};

constexpr const char* kModuleEntry = "assimpMd2RegistrationModule";

} // namespace assimp_md2
