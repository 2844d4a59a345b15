// SPDX-License-Identifier: BSD-3-Clause
// The functions of Assimp that the plugin interposes: the constructors give every Assimp::Importer and
// Assimp::Exporter of the process those of this library, and Exporter::Export gets a scene that it can
// export. The plugin includes no header of Assimp and does not link to it. It looks up seven symbols:
// these five functions, aiGetVersionMajor and aiGetVersionMinor.
#include "preload/load_time.h"
#include "preload/registration_module.h"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using Module = assimp_md2::inner::RegistrationModule;
using Registration = decltype(&Module::registerImporter); // also that of exporters

/// A libassimp of this process, and the decision about it. An object is made once, and it is never changed or
/// freed, because importers may be made while the process ends. There is no lock, so a fork cannot leave one
/// locked.
struct Library {
    const void* base;
    const Module* module; ///< null: left alone
    std::string reason;   ///< why it is left alone
    const Library* next;
};
std::atomic<const Library*> knownLibraries{nullptr};

struct CloseHandle {
    void operator()(void* handle) const { dlclose(handle); }
};
using Handle = std::unique_ptr<void, CloseHandle>;

/// The object of the process that `address` lies in; its file name is null when there is none.
Dl_info objectAt(const void* address) {
    Dl_info info{};
    if (dladdr(address, &info) == 0) {
        info = {};
    }
    return info;
}

const void* baseOf(const void* address) {
    return objectAt(address).dli_fbase;
}

/// The symbol as `fileName`, which is already loaded, or one of its dependencies defines it, but not this
/// library.
void* symbolSeenFrom(const char* fileName, const char* name) {
    const Handle handle(fileName == nullptr ? nullptr : dlopen(fileName, RTLD_LAZY | RTLD_NOLOAD));
    void* const symbol = handle ? dlsym(handle.get(), name) : nullptr;
    return symbol != nullptr && baseOf(symbol) != baseOf(&knownLibraries) ? symbol : nullptr;
}

std::vector<std::string> loadedFileNames() {
    std::vector<std::string> names;
    // The callback looks up no symbols: it runs while the dynamic linker holds a lock, and a look-up takes
    // another lock before this one.
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* data) {
            static_cast<std::vector<std::string>*>(data)->push_back(object->dlpi_name);
            return 0;
        },
        &names);
    return names;
}

/// The definition that `caller` would have reached without this library.
void* nextDefinition(const char* name, const void* caller) {
    // Searches in the order of the dynamic linker: the objects that the program was started with, then the
    // caller and its dependencies (Python loads libassimp into a separate scope), then all other objects.
    if (void* const symbol = dlsym(RTLD_NEXT, name)) {
        return symbol;
    }
    if (void* const symbol = symbolSeenFrom(objectAt(caller).dli_fname, name)) {
        return symbol;
    }
    for (const std::string& fileName : loadedFileNames()) {
        if (void* const symbol = symbolSeenFrom(fileName.c_str(), name)) {
            return symbol;
        }
    }
    return nullptr;
}

bool isDisabled() {
    const char* const value = assimp_md2::inner::variableAtLoadTime("ASSIMP_MD2_DISABLE");
    return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
}

/// The major and minor version of the libassimp at `base`; zeros if it is unknown.
std::pair<unsigned int, unsigned int> versionOf(const char* fileName, const void* base) {
    using GetVersion = unsigned int (*)();
    void* const majorSymbol = symbolSeenFrom(fileName, "aiGetVersionMajor");
    void* const minorSymbol = symbolSeenFrom(fileName, "aiGetVersionMinor");
    if (baseOf(majorSymbol) != base || baseOf(minorSymbol) != base) {
        return {};
    }
    // POSIX lets an object pointer from dlsym become a function pointer.
    return {reinterpret_cast<GetVersion>(majorSymbol)(), reinterpret_cast<GetVersion>(minorSymbol)()};
}

Library decide(const char* fileName, const void* base) {
    const auto leave = [base](std::string reason) {
        return Library{base, nullptr, std::move(reason), nullptr};
    };
    const auto [major, minor] = versionOf(fileName, base);
    if (major != ASSIMP_MD2_ASSIMP_MAJOR || minor != ASSIMP_MD2_ASSIMP_MINOR) {
        const auto dotted = [](unsigned int one, unsigned int other) {
            return std::to_string(one) + "." + std::to_string(other);
        };
        return leave((major == 0 ? "its version is unknown" : "it is Assimp " + dotted(major, minor)) +
                     ", the plugin was built for " +
                     dotted(ASSIMP_MD2_ASSIMP_MAJOR, ASSIMP_MD2_ASSIMP_MINOR));
    }
    const std::string& folder = assimp_md2::inner::pluginFolder();
    if (folder.empty()) {
        return leave("the absolute path of the plugin's folder is not known");
    }
    // RTLD_NOW binds all symbols, so a missing symbol makes dlopen fail here and not in the middle of an
    // import.
    Handle module(dlopen((folder + ASSIMP_MD2_MODULE_FILE).c_str(), RTLD_NOW | RTLD_LOCAL));
    void* const entry = module ? dlsym(module.get(), assimp_md2::inner::kModuleEntry) : nullptr;
    if (entry == nullptr) {
        const char* const error = dlerror();
        return leave(error != nullptr ? error : "the registration module exports nothing");
    }
    const auto* const registration = static_cast<const assimp_md2::inner::RegistrationModule*>(entry);
    const auto isIn = [](const void* address, const void* library) { return baseOf(address) == library; };
    if (!registration->isBoundTo(isIn, base)) {
        return leave("the process holds another libassimp, and the plugin would mix the two");
    }
    static_cast<void>(module.release()); // stays loaded as long as the process
    return {base, registration, {}, nullptr};
}

const Library* knownLibrary(const void* base) {
    for (const Library* library = knownLibraries.load(); library != nullptr; library = library->next) {
        if (library->base == base) {
            return library;
        }
    }
    return nullptr;
}

/// The decision about the libassimp that defines `function`. The first call for a libassimp decides. If the
/// plugin does not register with it, this call prints one line.
const Library& libraryOf(const void* function) {
    const Dl_info object = objectAt(function);
    if (const Library* const library = knownLibrary(object.dli_fbase)) {
        return *library;
    }
    auto library = std::make_unique<Library>(decide(object.dli_fname, object.dli_fbase));
    library->next = knownLibraries.load();
    while (!knownLibraries.compare_exchange_weak(library->next, library.get())) {
        if (const Library* const decidedMeanwhile = knownLibrary(object.dli_fbase)) {
            return *decidedMeanwhile;
        }
    }
    if (library->module == nullptr) {
        std::fprintf(stderr, "assimp-md2: not registered with %s: %s\n", object.dli_fname,
                     library->reason.c_str());
    }
    return *library.release();
}

/// The module for the libassimp that defines `function`; null when the host is left as it is.
const Module* moduleFor(const void* function) {
    try {
        return isDisabled() ? nullptr : libraryOf(function).module;
    } catch (...) {
        // Memory has run out. The host behaves as without the plugin.
        return nullptr;
    }
}

/// As nextDefinition; ends the process when there is none, as the dynamic linker would.
void* assimpDefinition(const char* name, const void* caller) {
    void* const definition = nextDefinition(name, caller);
    if (definition == nullptr) {
        std::fprintf(stderr, "assimp-md2: %s is called, but no libassimp defines it\n", name);
        std::abort();
    }
    return definition;
}

/// Calls Assimp's constructor and then, where there is a module for that libassimp, `registerOn`.
void construct(void* object, const char* constructorName, const void* caller, Registration registerOn) {
    void* const constructor = assimpDefinition(constructorName, caller);
    reinterpret_cast<void (*)(void*)>(constructor)(object);
    try {
        if (const auto* const module = moduleFor(constructor)) {
            (module->*registerOn)(object, assimp_md2::inner::variableAtLoadTime);
        }
    } catch (...) {
        // Memory has run out. The host keeps Assimp's importer or exporter, as without the plugin.
    }
}

} // namespace

// Assimp::Importer::Importer() and Assimp::Exporter::Exporter(), as the Itanium C++ ABI names them for
// complete objects and for base classes, and Assimp::Exporter::Export(const aiScene*, const char*, const
// char*, unsigned int, const ExportProperties*). Every call of them goes through the linkage table of the
// caller, libassimp's own calls included: those of the C API, and that of ExportToBlob.
extern "C" {
__attribute__((visibility("default"))) void _ZN6Assimp8ImporterC1Ev(void* importer) {
    construct(importer, "_ZN6Assimp8ImporterC1Ev", __builtin_return_address(0), &Module::registerImporter);
}
__attribute__((visibility("default"))) void _ZN6Assimp8ImporterC2Ev(void* importer) {
    construct(importer, "_ZN6Assimp8ImporterC2Ev", __builtin_return_address(0), &Module::registerImporter);
}
__attribute__((visibility("default"))) void _ZN6Assimp8ExporterC1Ev(void* exporter) {
    construct(exporter, "_ZN6Assimp8ExporterC1Ev", __builtin_return_address(0), &Module::registerExporters);
}
__attribute__((visibility("default"))) void _ZN6Assimp8ExporterC2Ev(void* exporter) {
    construct(exporter, "_ZN6Assimp8ExporterC2Ev", __builtin_return_address(0), &Module::registerExporters);
}
__attribute__((visibility("default"))) int
_ZN6Assimp8Exporter6ExportEPK7aiScenePKcS5_jPKNS_16ExportPropertiesE(void* exporter, const void* scene,
                                                                     const char* formatId, const char* path,
                                                                     unsigned int preprocessing,
                                                                     const void* properties) {
    void* const definition = assimpDefinition(
        "_ZN6Assimp8Exporter6ExportEPK7aiScenePKcS5_jPKNS_16ExportPropertiesE", __builtin_return_address(0));
    const auto assimpExport = reinterpret_cast<assimp_md2::inner::ExportFunction>(definition);
    if (const auto* const module = moduleFor(definition)) {
        return module->exportScene(assimp_md2::inner::variableAtLoadTime, assimpExport, exporter, scene,
                                   formatId, path, preprocessing, properties);
    }
    return assimpExport(exporter, scene, formatId, path, preprocessing, properties);
}
}
