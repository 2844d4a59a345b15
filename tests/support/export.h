// SPDX-License-Identifier: BSD-3-Clause
// Exports for tests: to memory, with this library registered.
#pragma once

#include "assimp-md2/gltf.h"
#include "assimp-md2/maker.h"
#include "support/md2_builder.h"

#include <assimp/Exporter.hpp>
#include <assimp/cexport.h>

#include <stdexcept>

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

} // namespace assimp_md2::inner::test
