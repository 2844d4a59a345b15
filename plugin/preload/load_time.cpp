// SPDX-License-Identifier: BSD-3-Clause
#include "preload/load_time.h"

#include <dlfcn.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <climits>
#include <map>
#include <string_view>

namespace assimp_md2::inner {
namespace {

constexpr const char* kVariablePrefix = "ASSIMP_MD2_";

/// Resolves symbolic links in the folder, but not the file name: the plugin may be a link, and the module is
/// in the folder of the link.
std::string readFolder() {
    Dl_info info{};
    if (dladdr(kVariablePrefix, &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    const std::string file = info.dli_fname;
    const std::string folder = file.substr(0, file.rfind('/') + 1);
    char resolved[PATH_MAX];
    if (realpath(folder.empty() ? "." : folder.c_str(), resolved) == nullptr) {
        return {};
    }
    return std::string(resolved) + "/";
}

std::map<std::string, std::string> readVariables() {
    std::map<std::string, std::string> variables;
    for (char** next = environ; next != nullptr && *next != nullptr; ++next) {
        const std::string_view variable = *next;
        if (variable.rfind(kVariablePrefix, 0) == 0 && getauxval(AT_SECURE) == 0) {
            const std::size_t equals = variable.find('=');
            variables.emplace(variable.substr(0, equals), variable.substr(equals + 1));
        }
    }
    return variables;
}

/// Runs when the dynamic linker has loaded the plugin. If a static constructor of the host makes an importer
/// earlier, that importer makes the first calls.
__attribute__((constructor)) void readAtLoadTime() {
    try {
        pluginFolder();
        variableAtLoadTime("");
    } catch (...) {
        // Memory has run out. The first importer tries again.
    }
}

} // namespace

// Neither is destroyed: importers may be made while the process ends.
const std::string& pluginFolder() {
    static const std::string& kFolder = *new std::string(readFolder());
    return kFolder;
}

const char* variableAtLoadTime(const char* name) {
    static const auto& kVariables = *new std::map<std::string, std::string>(readVariables());
    const auto variable = kVariables.find(name);
    return variable == kVariables.end() ? nullptr : variable->second.c_str();
}

} // namespace assimp_md2::inner
