// SPDX-License-Identifier: BSD-3-Clause
// Registration with an environment that the caller has read; knows what the public header knows.
#pragma once

#include "assimp-md2/registration.h"
#include "importer/settings.h"

namespace assimp_md2 {

/// As registerImporter of assimp-md2/registration.h, which reads the environment of the process.
/// \param environment outlives the importer
bool registerImporter(Assimp::Importer& importer, const Environment& environment);

} // namespace assimp_md2
