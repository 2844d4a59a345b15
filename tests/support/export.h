// SPDX-License-Identifier: BSD-3-Clause
// Exports for tests: to memory, with this library registered.
#pragma once

#include "assimp-md2/gltf.h"
#include "assimp-md2/maker.h"
#include "support/md2_builder.h"
#include "support/temporary_folder.h"

#include <assimp/Exporter.hpp>
#include <assimp/cexport.h>

#include <map>
#include <stdexcept>
#include <string>

#if defined(__has_feature)
#define ASSIMP_MD2_HAS_FEATURE(name) __has_feature(name)
#else
#define ASSIMP_MD2_HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || ASSIMP_MD2_HAS_FEATURE(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define ASSIMP_MD2_LEAKS_ARE_OF_ASSIMP const __lsan::ScopedDisabler leaksAreOfAssimp
#else
#define ASSIMP_MD2_LEAKS_ARE_OF_ASSIMP static_cast<void>(0)
#endif

namespace assimp_md2::inner::test {

/// The main file of an export. \throws std::runtime_error with the error of the exporter
inline Bytes exported(const aiScene& scene, const char* format,
                      const Assimp::ExportProperties* properties = nullptr) {
    Assimp::Exporter exporter;
    registerExporters(exporter);
    registerMd2Exporter(exporter);
    const aiExportDataBlob* const blob = exporter.ExportToBlob(&scene, format, 0u, properties);
    if (blob == nullptr) {
        throw std::runtime_error(exporter.GetErrorString());
    }
    const auto* const bytes = static_cast<const std::uint8_t*>(blob->data);
    return {bytes, bytes + blob->size};
}

/// The formats that Assimp's exporters refuse to write, and why, in a program that does not register this
/// library's exporters. Not tried: pbrt, which makes a folder in the working directory, and 3mf, which Assimp
/// 5.4 refuses by chance ("File exists").
inline std::map<std::string, std::string> refusalsOfAssimp(const aiScene& scene) {
    std::map<std::string, std::string> refusals;
    const TemporaryFolder folder;
    ASSIMP_MD2_LEAKS_ARE_OF_ASSIMP; // an exporter of Assimp 5.2 leaks
    for (std::size_t i = 0; i < Assimp::Exporter().GetExportFormatCount(); ++i) {
        Assimp::Exporter exporter;
        const aiExportFormatDesc& format = *exporter.GetExportFormatDescription(i);
        const std::string id = format.id;
        if (id != "pbrt" && id != "3mf" &&
            exporter.Export(&scene, format.id, folder / ("x." + std::string(format.fileExtension))) !=
                aiReturn_SUCCESS) {
            refusals[id] = exporter.GetErrorString();
        }
    }
    return refusals;
}

} // namespace assimp_md2::inner::test
