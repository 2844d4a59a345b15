// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/export_limits.h"

#include "importer/settings/property_values.h"

#include <assimp/Exporter.hpp>

namespace assimp_md2 {

Result<ResourceLimits> readLimits(const Assimp::ExportProperties& properties,
                                  const Environment& environment) {
    PropertyReader reader(properties, environment);
    ResourceLimits limits;
    readLimits(reader, limits);
    return resultOf(reader, limits);
}

} // namespace assimp_md2
