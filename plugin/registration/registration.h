// SPDX-License-Identifier: BSD-3-Clause
// Registration with an environment that the caller has read.
#pragma once

#include "assimp-md2/registration.h"
#include "io/environment.h"

namespace assimp_md2 {

/// As registerImporter of assimp-md2/registration.h, which looks variables up in the environment of the
/// process. \param variable is called once for each property in a process, when the first importer is
/// registered on
bool registerImporter(Assimp::Importer& importer, VariableLookup variable);

/// As registerExporters, likewise.
bool registerExporters(Assimp::Exporter& exporter, VariableLookup variable);

} // namespace assimp_md2
