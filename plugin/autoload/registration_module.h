// SPDX-License-Identifier: BSD-3-Clause
// What the plugin and its registration module agree on; knows neither.
#pragma once

namespace assimp_md2 {

using RegisterFunction = void (*)(void* importer);

/// What the module exports, under the name kModuleEntry.
struct RegistrationModule {
    /// Registers on an Assimp::Importer. Throws nothing but std::bad_alloc.
    RegisterFunction registerImporter;
    /// The address of a function of the libassimp that the module is bound to.
    const void* (*assimpFunction)();
};

constexpr const char* kModuleEntry = "assimpMd2RegistrationModule";

} // namespace assimp_md2
