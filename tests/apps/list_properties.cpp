// SPDX-License-Identifier: BSD-3-Clause
// The table of properties as the documents write it: list-properties help | man | readme. Knows the layout of
// each document, and the properties only from their table.
#include "settings/property_table.h"

#include <cstdio>
#include <string>

namespace {

using assimp_md2::environmentNameOf;
using assimp_md2::Property;

std::string defaultOf(const Property& property) {
    return *property.defaultValue != '\0' ? property.defaultValue : "none";
}

/// In a man page a plain minus sign may become a hyphen, which a shell does not know.
std::string roff(const std::string& text) {
    std::string escaped;
    for (const char character : text) {
        escaped += character == '-' ? "\\-" : std::string(1, character);
    }
    return escaped;
}

std::string help(const Property& property) {
    return "  " + environmentNameOf(property) + "  " + property.help + "\n      " + property.values +
           " (default: " + defaultOf(property) + ")\n";
}

std::string man(const Property& property) {
    return ".TP\n.B " + environmentNameOf(property) + "\n" + roff(property.help) +
           ".\nAccepted: " + roff(property.values) + ".\nDefault: " + roff(defaultOf(property)) + ".\n";
}

std::string readme(const Property& property) {
    return std::string("| `") + property.key + "` | " + property.help + " | " + property.values + " | " +
           defaultOf(property) + " |\n";
}

} // namespace

int main(int argc, char** argv) {
    const std::string document = argc == 2 ? argv[1] : "";
    for (const Property& property : assimp_md2::kProperties) {
        const std::string text = document == "help"     ? help(property)
                                 : document == "man"    ? man(property)
                                 : document == "readme" ? readme(property)
                                                        : "";
        if (text.empty()) {
            std::fputs("usage: list-properties help | man | readme\n", stderr);
            return 2;
        }
        std::fputs(text.c_str(), stdout);
    }
    return 0;
}
