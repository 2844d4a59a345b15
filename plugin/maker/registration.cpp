// SPDX-License-Identifier: BSD-3-Clause
// Adds the format MD2 to an Assimp::Exporter, and previews it.
#include "assimp-md2/maker.h"
#include "gltf/entry.h"
#include "importer/assimp_version.h"
#include "importer/base/paths.h"
#include "importer/base/warnings.h"
#include "maker/md2/exporter.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/Exporter.hpp>

#include <new>

namespace assimp_md2::inner {
namespace {

constexpr const char* kMd2Id = "md2";
constexpr const char* kMd2Description = "Quake II model, version 8 (assimp-md2)";

/// The export function of the format "md2".
void exportMd2File(const char* path, Assimp::IOSystem* files, const aiScene* scene,
                   const Assimp::ExportProperties* properties) {
    runExport("MD2: ", [&] {
        const Result<std::string> summary = exportMd2(path, *files, *scene, *properties);
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

Md2Preview preview(const aiScene& scene, const Assimp::ExportProperties& properties) {
    Warnings warnings;
    Assimp::DefaultIOSystem files;
    const Result<ExportSettings> settings = readExportSettings(properties);
    Result<Md2Preview> preview = settings ? planMd2({scene, "tris.md2", files, *settings, "", warnings})
                                          : tl::unexpected(settings.error());
    if (!preview) {
        Md2Preview failed;
        failed.error = preview.error().text;
        return failed;
    }
    preview->problems = warnings.lines("");
    return std::move(*preview);
}

} // namespace

} // namespace assimp_md2::inner

namespace assimp_md2 {

bool registerMd2Exporter(Assimp::Exporter& exporter) {
    if (!inner::assimpVersionMatches("the exporter of MD2 is")) {
        return false;
    }
    inner::addMd2Exporter(exporter);
    return true;
}

Md2Preview previewMd2(const aiScene& scene, const Assimp::ExportProperties& properties) {
    return inner::preview(scene, properties);
}

} // namespace assimp_md2
