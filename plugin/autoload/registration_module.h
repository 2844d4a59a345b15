// SPDX-License-Identifier: BSD-3-Clause
// What the plugin and its registration module agree on; knows neither.
#pragma once

namespace assimp_md2 {

using RegisterFunction = void (*)(void* object);

/// What the module exports, under the name kModuleEntry.
struct RegistrationModule {
    /// Register on an Assimp::Importer and on an Assimp::Exporter. They throw nothing but std::bad_alloc.
    RegisterFunction registerImporter;
    RegisterFunction registerExporters;
    /// Whether all that the module needs of libassimp is where `isThere` says.
    bool (*isBoundTo)(bool (*isThere)(const void* address, const void* place), const void* place);
};

constexpr const char* kModuleEntry = "assimpMd2RegistrationModule";

} // namespace assimp_md2
