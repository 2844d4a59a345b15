// SPDX-License-Identifier: BSD-3-Clause
// A shared library that contains a second copy of the library, as the plugin in a program that also links the
// library.
#include "gltf/writer/library_copy.h"

#include "gltf/assimp_formats.h"

namespace assimp_md2::inner::test {

void hookGltfExportersByCopy(Assimp::Exporter& exporter) {
    hookGltfExporters(exporter);
}

} // namespace assimp_md2::inner::test
