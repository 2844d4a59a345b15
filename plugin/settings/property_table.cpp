// SPDX-License-Identifier: BSD-3-Clause
// The table of the properties of an import; knows nothing of how values are read.
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
    constexpr std::string_view kPropertyPrefix = "IMPORT_MD2_";
    return "ASSIMP_MD2_" + std::string(std::string_view(property.key).substr(kPropertyPrefix.size()));
}

} // namespace assimp_md2
