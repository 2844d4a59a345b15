// SPDX-License-Identifier: BSD-3-Clause
// Registers the export of any scene as an MD2. Experimental: this interface may change in a minor version.
#pragma once

#include "assimp-md2/visibility.h"

namespace Assimp {
class Exporter;
}

namespace assimp_md2 {

/// Adds the format `md2`, which writes any scene as an MD2, at the end of the list of formats. The rest of
/// the list stays as it is. A second call changes nothing.
///
/// ASSIMP_MD2_CONFIG_MAX_MEMORY_MB limits the export. It and the properties EXPORT_MD2_… are read from the
/// Assimp::ExportProperties, or else from the environment.
///
/// \return true if `exporter` has this format; false if the version of Assimp differs, as for
///         registerImporter
/// \throws std::bad_alloc
ASSIMP_MD2_API bool registerMd2Exporter(Assimp::Exporter& exporter);

} // namespace assimp_md2
