// SPDX-License-Identifier: BSD-3-Clause
// The module that the plugin loads beside a libassimp: the whole library behind four functions. Without a
// logger of Assimp, warnings are written to stderr, each once, and not too many.
#include "preload/registration_module.h"

#include "assimp-md2/gltf.h"
#include "games/game_files.h"
#include "gltf/assimp_formats.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/log.h"
#include "importer/importer.h"
#include "importer/settings/property_table.h"
#include "skeleton/model_skeleton.h"

#include <assimp/BaseImporter.h>
#include <assimp/DefaultIOSystem.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/material.h>
#include <assimp/version.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <typeinfo>
#include <unistd.h>

namespace assimp_md2::inner {
namespace {

/// The address of a function, or of a member function that is not virtual. In the Itanium C++ ABI, a pointer
/// to such a function starts with its address.
template <typename Function>
const void* addressOf(Function function) {
    const void* address;
    static_assert(sizeof function >= sizeof address, "a pointer to a function holds its address");
    std::memcpy(&address, &function, sizeof address);
    return address;
}

/// Checks a symbol of each class that the module calls. If a library of the host contained only
/// some of Assimp's symbols, the module would be bound to that library and to the installed libassimp.
bool isBoundTo(bool (*isThere)(const void* address, const void* library), const void* library) {
    const void* const addresses[] = {addressOf(&aiGetVersionMajor),
                                     addressOf(&Assimp::Importer::RegisterLoader),
                                     addressOf(&Assimp::Exporter::GetErrorString),
                                     addressOf(&Assimp::DefaultLogger::get),
                                     addressOf(&aiMaterial::AddBinaryProperty),
                                     &typeid(Assimp::BaseImporter),
                                     &typeid(Assimp::DefaultIOSystem)};
    return std::all_of(std::begin(addresses), std::end(addresses),
                       [&](const void* address) { return isThere(address, library); });
}

constexpr std::size_t kMostLines = 50;

/// The hashes of the lines that were written; 0 is free. There is no mutex: the child of a fork would wait
/// forever for one that another thread of its parent holds.
std::array<std::atomic<std::size_t>, kMostLines + 1> writtenLines{};

/// One call of write for each line, so that lines of several threads and processes do not mix.
void writeLine(const std::string& text) {
    const std::string line = "assimp-md2: " + text + "\n";
    [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, line.data(), line.size());
}

void writeOnce(const std::string& path, const std::string& line) {
    const std::size_t prefix = line.find(' ') + 1; // of "MD2: "
    const std::string text = (path.empty() ? "" : printable(path) + ": ") + line.substr(prefix);
    const std::size_t hash = std::hash<std::string>()(text) | 1U;
    for (std::size_t i = 0; i < writtenLines.size(); ++i) {
        std::size_t known = 0;
        if (writtenLines[i].compare_exchange_strong(known, hash)) {
            writeLine(i < kMostLines ? text : "more warnings are not shown; Assimp's log has them all");
            return;
        }
        if (known == hash) {
            return;
        }
    }
}

/// Lets the library write its warnings to stderr, unless ASSIMP_MD2_QUIET=1.
void setFallbackLog(VariableLookup variable) {
    const char* const quiet = variable("ASSIMP_MD2_QUIET");
    fallbackLog = quiet != nullptr && std::strcmp(quiet, "1") == 0 ? nullptr : &writeOnce;
}

/// The game of ASSIMP_MD2_GAME, or null. Opened once and never destroyed: importers may be used while the
/// process ends. Two threads may open it at the same time, and one of the games is discarded. A static
/// variable would be locked meanwhile, and the child of a fork would wait for it forever.
const GameFiles* sharedGame(VariableLookup variable) {
    static std::atomic<const GameFiles*> shared{nullptr};
    const GameFiles* known = shared;
    const char* const folders = variable("ASSIMP_MD2_GAME");
    if (known == nullptr && folders != nullptr && *folders != '\0') {
        auto opened = std::make_unique<const GameFiles>(splitFolders(folders));
        if (shared.compare_exchange_strong(known, opened.get())) {
            known = opened.release();
        }
    }
    return known;
}

void registerOnImporter(void* object, VariableLookup variable) {
    setFallbackLog(variable);
    Assimp::Importer& importer = *static_cast<Assimp::Importer*>(object);
    if (!addMd2Importer(importer, readVariables(kProperties, variable), addSkeletons)) {
        return;
    }
    const GameFiles* const game = sharedGame(variable);
    if (game != nullptr && importer.IsDefaultIOHandler()) {
        importer.SetIOHandler(new GameThenFileSystem(*game)); // the importer owns it
    }
}

void registerOnExporter(void* exporter, VariableLookup variable) {
    setFallbackLog(variable);
    registerExporters(*static_cast<Assimp::Exporter*>(exporter));
}

int exportScene(VariableLookup variable, ExportFunction assimpExport, void* exporter, const void* scene,
                const char* formatId, const char* path, unsigned int preprocessing, const void* properties) {
    std::optional<Assimp::ExportProperties> all;
    try {
        all.emplace(properties != nullptr ? *static_cast<const Assimp::ExportProperties*>(properties)
                                          : Assimp::ExportProperties());
        for (const auto& [key, text] : readVariables(kProperties, variable)) {
            if (!all->HasPropertyString(key.c_str())) {
                all->SetPropertyString(key.c_str(), text);
            }
        }
    } catch (const std::bad_alloc&) {
        return aiReturn_OUTOFMEMORY;
    }
    return exportSafely(assimpExport, *static_cast<Assimp::Exporter*>(exporter),
                        static_cast<const aiScene*>(scene), formatId, path, preprocessing, &*all);
}

} // namespace
} // namespace assimp_md2::inner

extern "C" __attribute__((visibility("default")))
const assimp_md2::inner::RegistrationModule assimpMd2RegistrationModule = {
    assimp_md2::inner::registerOnImporter, assimp_md2::inner::registerOnExporter,
    assimp_md2::inner::exportScene, assimp_md2::inner::isBoundTo};
