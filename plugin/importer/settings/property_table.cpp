// SPDX-License-Identifier: BSD-3-Clause
#include "importer/settings/property_table.h"

#include <algorithm>
#include <cassert>

namespace assimp_md2::inner {

const Property& propertyOf(std::string_view key) {
    const auto found = std::find_if(kProperties.begin(), kProperties.end(),
                                    [&](const Property& property) { return key == property.key; });
    assert(found != kProperties.end());
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

Environment readEnvironment(VariableLookup variable) {
    Environment environment;
    for (const Property& property : kProperties) {
        const std::string name = environmentNameOf(property);
        const char* const value = variable(name.c_str());
        if (value != nullptr && *value != '\0') {
            environment.emplace(name, value);
        }
    }
    return environment;
}

const Environment& processEnvironment(VariableLookup variable) {
    static const Environment& kEnvironment = *new Environment(readEnvironment(variable));
    return kEnvironment;
}

} // namespace assimp_md2::inner
