// SPDX-License-Identifier: BSD-3-Clause
// Puts the exporters of glTF into an Assimp::Exporter.
#include "gltf/registration.h"

#include "gltf/assimp_formats.h"
#include "importer/assimp_version.h"
#include "importer/settings/property_table.h"

namespace assimp_md2 {

bool registerExporters(Assimp::Exporter& exporter, VariableLookup variable) {
    if (!assimpVersionMatches("the exporters of glTF are")) {
        return false;
    }
    processEnvironment(variable);
    hookGltfExporters(exporter);
    hookFailingExporters(exporter);
    return true;
}

bool registerExporters(Assimp::Exporter& exporter) {
    return registerExporters(exporter, environmentVariable);
}

} // namespace assimp_md2
