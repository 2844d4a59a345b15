// SPDX-License-Identifier: BSD-3-Clause
// The limits of an export, read from properties.
#pragma once

#include "importer/settings/settings.h"

namespace Assimp {
class ExportProperties;
}

namespace assimp_md2::inner {

/// The limits of an export with `properties`.
///
/// \return the limits, or an error for the first property with an invalid value or type
Result<ResourceLimits> readLimits(const Assimp::ExportProperties& properties);

} // namespace assimp_md2::inner
