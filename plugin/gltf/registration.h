// SPDX-License-Identifier: BSD-3-Clause
// Registration of the exporters with an environment that the caller has read.
#pragma once

#include "assimp-md2/gltf.h"
#include "importer/base/environment.h"

namespace assimp_md2 {

/// Like registerExporters of assimp-md2/gltf.h, but reads environment variables with `variable`.
///
/// \param variable is used only by the first registration (importer or exporter) in a process, once for each
///     property
bool registerExporters(Assimp::Exporter& exporter, VariableLookup variable);

} // namespace assimp_md2
