// SPDX-License-Identifier: BSD-3-Clause
// Puts the importer into an Assimp::Importer and the exporters into an Assimp::Exporter; knows which are
// there, not how they work.
#include "assimp-md2/registration.h"

#include "gltf/exporter.h"
#include "importer/importer.h"

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

/// Read once: getenv races with setenv of another thread.
const Environment& processEnvironment() {
    static const Environment kEnvironment = readEnvironment();
    return kEnvironment;
}

bool assimpIsTheOneBuiltWith() {
    return aiGetVersionMajor() == ASSIMP_MD2_ASSIMP_MAJOR && aiGetVersionMinor() == ASSIMP_MD2_ASSIMP_MINOR;
}

} // namespace

bool registerImporter(Assimp::Importer& importer) {
    if (!assimpIsTheOneBuiltWith()) {
        return false;
    }
    if (importerNamed(importer, kImporterName) != nullptr) {
        return true;
    }
    auto ours = std::make_unique<Md2Importer>(processEnvironment());
    importer.RegisterLoader(ours.get());
    // Short of memory it tells of a failure, but the loader may be in already: its log line comes last.
    if (importerNamed(importer, kImporterName) != ours.get()) {
        throw std::bad_alloc();
    }
    static_cast<void>(ours.release()); // the importer's now
    if (Assimp::BaseImporter* const builtIn = importerNamed(importer, kBuiltInName)) {
        // What is taken out is no longer the importer's to delete.
        importer.UnregisterLoader(builtIn);
        delete builtIn;
    }
    return true;
}

bool registerExporters(Assimp::Exporter& exporter) {
    if (!assimpIsTheOneBuiltWith()) {
        return false;
    }
    hookGltfExporters(exporter);
    return true;
}

} // namespace assimp_md2
