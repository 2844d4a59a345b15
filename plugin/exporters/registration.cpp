// SPDX-License-Identifier: BSD-3-Clause
// Puts the importer into an Assimp::Importer and the exporters into an Assimp::Exporter.
#include "exporters/registration.h"

#include "exporters/entry.h"
#include "exporters/gltf_entries.h"
#include "exporters/md2/exporter.h"
#include "exporters/safe_export.h"
#include "importer/base/paths.h"
#include "importer/base/warnings.h"
#include "importer/importer.h"
#include "importer/settings/environment.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/importerdesc.h>
#include <assimp/version.h>

#include <cstring>
#include <memory>
#include <new>

namespace assimp_md2 {
namespace {

constexpr const char* kMd2Id = "md2";
constexpr const char* kMd2Description = "Quake II model, version 8 (assimp-md2)";

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

/// The export function of the format "md2".
void exportMd2File(const char* path, Assimp::IOSystem* files, const aiScene* scene,
                   const Assimp::ExportProperties* properties) {
    const Assimp::ExportProperties none;
    runExport("MD2: ", [&] {
        const Result<std::string> summary =
            exportMd2(path, *files, *scene, properties != nullptr ? *properties : none);
        if (!summary) {
            return std::optional(summary.error());
        }
        try {
            Warnings line; // cuts what is too long for Assimp's log
            line.note(std::string(fileNameOf(path)) + ": " + *summary);
            Assimp::DefaultLogger::get()->info(line.lines("MD2: ").front().c_str());
        } catch (const std::bad_alloc&) {
            // The files are complete, so the export has not failed.
        }
        return std::optional<Error>();
    });
}

/// Adds the format "md2" at the end of the list, unless the list already contains a format "md2".
void addMd2Exporter(Assimp::Exporter& exporter) {
    if (LeaveExportersAlone::isOn() || findEntry(exporter, kMd2Id) != nullptr) {
        return;
    }
    const Assimp::Exporter::ExportFormatEntry entry(kMd2Id, kMd2Description, "md2", exportMd2File);
    if (exporter.RegisterExporter(entry) != aiReturn_SUCCESS) {
        throw std::bad_alloc();
    }
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
    // Assimp logs a warning if an extension is already registered, so the built-in importer is removed first.
    // The Importer no longer deletes an importer that was removed.
    std::unique_ptr<Assimp::BaseImporter> builtIn(importerNamed(importer, kBuiltInName));
    importer.UnregisterLoader(builtIn.get());
    importer.RegisterLoader(ours.get());
    // Ignore the return value: RegisterLoader can fail after it has inserted the loader, because it logs last
    // and memory may run out.
    if (importerNamed(importer, kImporterName) == ours.get()) {
        static_cast<void>(ours.release()); // the Importer owns it
        return true;
    }
    // This frees more memory than Assimp needs to register the built-in importer again.
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

int version() {
    return ASSIMP_MD2_VERSION;
}

} // namespace assimp_md2
