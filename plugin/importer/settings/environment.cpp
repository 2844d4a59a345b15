// SPDX-License-Identifier: BSD-3-Clause
#include "importer/settings/environment.h"

#include "importer/settings/property_table.h"

namespace assimp_md2 {

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

} // namespace assimp_md2
