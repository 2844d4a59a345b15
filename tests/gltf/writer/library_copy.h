// SPDX-License-Identifier: BSD-3-Clause
// A second copy of the library in the process.
#pragma once

#include "assimp-md2/visibility.h"

namespace Assimp {
class Exporter;
}

namespace assimp_md2::inner::test {

/// The copy's hookGltfExporters.
ASSIMP_MD2_API void hookGltfExportersByCopy(Assimp::Exporter& exporter);

} // namespace assimp_md2::inner::test
