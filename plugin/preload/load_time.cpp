// SPDX-License-Identifier: BSD-3-Clause
#include "preload/load_time.h"

#include <dlfcn.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <climits>
#include <cstring>
#include <vector>

namespace assimp_md2::inner {
namespace {

constexpr const char* kVariablePrefix = "ASSIMP_MD2_";

struct LoadTime {
    std::string folder;
    std::vector<std::string> variables; ///< NAME=value
};

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

std::vector<std::string> readVariables() {
    std::vector<std::string> variables;
    if (getauxval(AT_SECURE) != 0) {
        return variables;
    }
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
        if (std::strncmp(*variable, kVariablePrefix, std::strlen(kVariablePrefix)) == 0) {
            variables.emplace_back(*variable);
        }
    }
    return variables;
}

/// Never destroyed: importers may be made while the process ends.
const LoadTime& loadTime() {
    static const LoadTime& kLoadTime = *new LoadTime{readFolder(), readVariables()};
    return kLoadTime;
}

/// Runs when the dynamic linker has loaded the plugin. If a static constructor of the host makes an importer
/// earlier, that importer makes the first call of loadTime().
__attribute__((constructor)) void readAtLoadTime() {
    try {
        loadTime();
    } catch (...) {
        // Memory has run out. The first importer tries again.
    }
}

} // namespace

const std::string& pluginFolder() {
    return loadTime().folder;
}

const char* variableAtLoadTime(const char* name) {
    const std::size_t length = std::strlen(name);
    for (const std::string& variable : loadTime().variables) {
        if (variable.compare(0, length, name) == 0 && variable[length] == '=') {
            return variable.c_str() + length + 1;
        }
    }
    return nullptr;
}

} // namespace assimp_md2::inner
