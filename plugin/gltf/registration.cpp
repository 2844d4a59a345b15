// SPDX-License-Identifier: BSD-3-Clause
// Puts the exporters of glTF into an Assimp::Exporter.
#include "assimp-md2/gltf.h"

#include "gltf/assimp_formats.h"
#include "importer/assimp_version.h"

namespace assimp_md2 {

bool registerExporters(Assimp::Exporter& exporter) {
    if (!inner::assimpVersionMatches("the exporters of glTF are")) {
        return false;
    }
    inner::hookExporters(exporter);
    return true;
}

} // namespace assimp_md2
