// SPDX-License-Identifier: BSD-3-Clause
// The limits of an export: memory and images.
#pragma once

#include "format/error.h"
#include "image/image.h"
#include "io/environment.h"

#include <cstdint>

namespace Assimp {
class ExportProperties;
}

namespace assimp_md2 {

struct ExportLimits {
    std::uint64_t memory =
        0;              ///< bytes that the export may take; the scene and Assimp's copy of it do not count
    ImageLimits images; ///< of image files that are read; the bytes are those of all images together
};

/// Reads the environment variables that exportLimits considers. The first call in a process counts; without
/// one, the first export reads the environment of the process.
void readExportEnvironment(VariableLookup variable);

/// The limits for an export of a scene of this library's importer: ASSIMP_MD2_CONFIG_MAX_MEMORY_MB,
/// _MAX_IMAGE_SIDE and _MAX_IMAGE_MB of `properties`, or else the environment variables, or else the
/// defaults.
///
/// \return BadProperty for an invalid value
Result<ExportLimits> exportLimits(const Assimp::ExportProperties& properties);

} // namespace assimp_md2
