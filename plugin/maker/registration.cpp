// SPDX-License-Identifier: BSD-3-Clause
// Adds the format MD2 to an Assimp::Exporter, and previews it.
#include "assimp-md2/maker.h"
#include "gltf/entry.h"
#include "importer/assimp_version.h"
#include "importer/base/warnings.h"
#include "maker/md2/exporter.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>

#include <new>

namespace assimp_md2 {
namespace {

/// The export function of the format "md2".
void exportMd2File(const char* path, Assimp::IOSystem* files, const aiScene* scene,
                   const Assimp::ExportProperties* properties) {
    inner::runExport("MD2: ", [&] { return inner::exportMd2(path, *files, *scene, *properties); });
}

} // namespace

bool registerMd2Exporter(Assimp::Exporter& exporter) {
    if (!inner::assimpVersionMatches("the exporter of MD2 is")) {
        return false;
    }
    const Assimp::Exporter::ExportFormatEntry entry("md2", "Quake II model, version 8 (assimp-md2)", "md2",
                                                    exportMd2File);
    const bool isThere =
        inner::LeaveExportersAlone::isOn() || inner::findEntry(exporter, entry.mDescription.id) != nullptr;
    if (!isThere && exporter.RegisterExporter(entry) != aiReturn_SUCCESS) {
        throw std::bad_alloc();
    }
    return true;
}

Md2Preview previewMd2(const aiScene& scene, const Assimp::ExportProperties& properties) {
    inner::Warnings warnings;
    Assimp::DefaultIOSystem files;
    const inner::Result<inner::ExportSettings> settings = inner::readExportSettings(properties);
    inner::Result<Md2Preview> preview =
        settings ? inner::planMd2({scene, "tris.md2", files, *settings, "", warnings})
                 : tl::unexpected(settings.error());
    if (!preview) {
        Md2Preview failed;
        failed.error = preview.error().text;
        return failed;
    }
    preview->problems = warnings.lines("");
    return std::move(*preview);
}

} // namespace assimp_md2
