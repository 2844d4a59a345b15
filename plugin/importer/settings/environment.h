// SPDX-License-Identifier: BSD-3-Clause
// The environment variables that set properties, read once in a process.
#pragma once

#include "importer/base/environment.h"

#include <map>
#include <string>

namespace assimp_md2 {

/// The environment variables of the properties, by their names. Variables that are not set or empty are
/// absent.
using Environment = std::map<std::string, std::string>;

/// Looks up the variables of all properties.
///
/// \param variable looks up a variable in the environment
Environment readEnvironment(VariableLookup variable);

/// The environment of the process. The first call reads the environment; later calls return the same object.
/// The object is never destroyed, because importers and exporters may be used while the process ends.
///
/// \param variable the environment, used by the first call only
const Environment& processEnvironment(VariableLookup variable = environmentVariable);

} // namespace assimp_md2
