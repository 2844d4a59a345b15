// SPDX-License-Identifier: BSD-3-Clause
// Puts the importer into an Assimp::Importer and the exporters into an Assimp::Exporter.
#include "registration/registration.h"

#include "importer/importer.h"
#include "md2_export/exporter.h"
#include "registration/gltf_entries.h"
#include "registration/safe_export.h"
#include "settings/environment.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/importerdesc.h>
#include <assimp/version.h>

#include <cstring>
#include <memory>
#include <new>

namespace assimp_md2 {
namespace {

/// The name of Assimp's own importer, in every version from 5.2 on.
constexpr const char* kBuiltInName = "Quake II Mesh Importer";

Assimp::BaseImporter* importerNamed(const Assimp::Importer& importer, const char* name) {
    for (std::size_t i = 0; i < importer.GetImporterCount(); ++i) {
        const aiImporterDesc* const info = importer.GetImporterInfo(i);
        if (info != nullptr && std::strcmp(info->mName, name) == 0) {
            return importer.GetImporter(i);
        }
    }
    return nullptr;
}

bool assimpIsTheOneBuiltWith() {
    return aiGetVersionMajor() == ASSIMP_MD2_ASSIMP_MAJOR && aiGetVersionMinor() == ASSIMP_MD2_ASSIMP_MINOR;
}

} // namespace

bool registerImporter(Assimp::Importer& importer, VariableLookup variable) {
    if (!assimpIsTheOneBuiltWith()) {
        return false;
    }
    if (importerNamed(importer, kImporterName) != nullptr) {
        return true;
    }
    auto ours = std::make_unique<Md2Importer>(processEnvironment(variable));
    // Assimp logs an extension that is in use already, so the built-in importer is taken out first. What is
    // taken out is no longer the Importer's to delete.
    std::unique_ptr<Assimp::BaseImporter> builtIn(importerNamed(importer, kBuiltInName));
    importer.UnregisterLoader(builtIn.get());
    importer.RegisterLoader(ours.get());
    // Not what it returns: short of memory it reports a failure, but the loader may be in already, as the log
    // line comes last.
    if (importerNamed(importer, kImporterName) == ours.get()) {
        static_cast<void>(ours.release()); // the Importer's now
        return true;
    }
    // The memory of ours is more than Assimp needs to put the built-in importer back.
    ours.reset();
    if (builtIn != nullptr) {
        importer.RegisterLoader(builtIn.get());
        if (importerNamed(importer, kBuiltInName) == builtIn.get()) {
            static_cast<void>(builtIn.release());
        }
    }
    throw std::bad_alloc();
}

bool registerImporter(Assimp::Importer& importer) {
    return registerImporter(importer, environmentVariable);
}

bool registerExporters(Assimp::Exporter& exporter, VariableLookup variable) {
    if (!assimpIsTheOneBuiltWith()) {
        return false;
    }
    processEnvironment(variable);
    hookGltfExporters(exporter);
    hookFailingExporters(exporter);
    addMd2Exporter(exporter);
    return true;
}

bool registerExporters(Assimp::Exporter& exporter) {
    return registerExporters(exporter, environmentVariable);
}

} // namespace assimp_md2
