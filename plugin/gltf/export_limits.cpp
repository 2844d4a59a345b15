// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/export_limits.h"

#include "importer/settings/property_values.h"

#include <assimp/Exporter.hpp>

namespace assimp_md2::inner {

Result<ResourceLimits> readLimits(const Assimp::ExportProperties& properties) {
    const PropertyTexts noDefaults;
    PropertyReader reader(properties, kProperties, noDefaults);
    ResourceLimits limits;
    readLimits(reader, limits);
    return resultOf(reader, limits);
}

} // namespace assimp_md2::inner
