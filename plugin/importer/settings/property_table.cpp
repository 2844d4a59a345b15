// SPDX-License-Identifier: BSD-3-Clause
#include "importer/settings/property_table.h"

#include <algorithm>
#include <cassert>

namespace assimp_md2::inner {

const Property& propertyOf(PropertyTable table, std::string_view key) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const Property& property) { return key == property.key; });
    assert(found != table.end());
    return *found;
}

std::string environmentNameOf(std::string_view key) {
    constexpr std::string_view kImport = "IMPORT_MD2_";
    constexpr std::string_view kOfMd2 = "MD2_"; // after EXPORT_, and not in the name of the variable
    std::string name(key);
    if (name.rfind(kImport, 0) == 0) {
        name.erase(0, kImport.size());
    } else if (const std::size_t md2 = name.find(kOfMd2); md2 != std::string::npos) {
        name.erase(md2, kOfMd2.size());
    }
    return "ASSIMP_MD2_" + name;
}

PropertyTexts readVariables(PropertyTable table, VariableLookup variable) {
    PropertyTexts texts;
    for (const Property& property : table) {
        const char* const value = variable(environmentNameOf(property.key).c_str());
        if (value != nullptr && *value != '\0') {
            texts.emplace(property.key, value);
        }
    }
    return texts;
}

} // namespace assimp_md2::inner
