// SPDX-License-Identifier: BSD-3-Clause
// The module that the plugin loads beside a libassimp: the whole library behind three functions. Knows
// nothing of the dynamic linker.
#include "autoload/registration_module.h"

#include "assimp-md2/registration.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/version.h>

extern "C" __attribute__((visibility("default")))
const assimp_md2::RegistrationModule assimpMd2RegistrationModule = {
    [](void* importer) { assimp_md2::registerImporter(*static_cast<Assimp::Importer*>(importer)); },
    [](void* exporter) { assimp_md2::registerExporters(*static_cast<Assimp::Exporter*>(exporter)); },
    []() -> const void* {
        // POSIX lets a function be looked up by the address that dladdr takes.
        return reinterpret_cast<const void*>(&aiGetVersionMajor);
    }};
