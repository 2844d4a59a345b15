// SPDX-License-Identifier: BSD-3-Clause
// Implements property_table.h.
#include "settings/property_table.h"

#include <algorithm>
#include <cassert>
#include <string_view>

namespace assimp_md2 {

const Property& propertyOf(std::string_view key) {
    const auto* const found = std::find_if(kProperties.begin(), kProperties.end(),
                                           [&](const Property& property) { return key == property.key; });
    assert(found != kProperties.end());
    return *found;
}

std::string environmentNameOf(const Property& property) {
    constexpr std::string_view kImport = "IMPORT_MD2_";
    constexpr std::string_view kExport = "EXPORT_MD2_";
    const std::string_view key = property.key;
    const bool isImport = key.substr(0, kImport.size()) == kImport;
    return std::string(isImport ? "ASSIMP_MD2_" : "ASSIMP_MD2_EXPORT_") +
           std::string(key.substr(isImport ? kImport.size() : kExport.size()));
}

} // namespace assimp_md2
