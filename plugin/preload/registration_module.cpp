// SPDX-License-Identifier: BSD-3-Clause
// The module that the plugin loads beside a libassimp: the whole library behind four functions.
#include "preload/registration_module.h"

#include "exporters/assimp_formats.h"
#include "exporters/registration.h"
#include "games/game_files.h"
#include "importer/base/paths.h"
#include "importer/registration.h"
#include "preload/fallback_log.h"
#include "skeleton/model_skeleton.h"

#include <assimp/BaseImporter.h>
#include <assimp/DefaultIOSystem.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/material.h>
#include <assimp/version.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <memory>
#include <typeinfo>

namespace assimp_md2 {
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

/// Checks at least one symbol of each class that the module calls. If a library of the host contained only
/// some of Assimp's symbols, the module would be bound to that library and to the installed libassimp.
bool isBoundTo(bool (*isThere)(const void* address, const void* library), const void* library) {
    const void* const addresses[] = {addressOf(&aiGetVersionMajor),
                                     addressOf(&Assimp::Importer::RegisterLoader),
                                     addressOf(&Assimp::Importer::UnregisterLoader),
                                     addressOf(&Assimp::Importer::GetImporterCount),
                                     addressOf(&Assimp::Importer::GetPropertyInteger),
                                     addressOf(&Assimp::Exporter::GetExportFormatDescription),
                                     addressOf(&Assimp::Exporter::GetErrorString),
                                     addressOf(&Assimp::DefaultLogger::get),
                                     addressOf(&aiMaterial::AddBinaryProperty),
                                     addressOf(&Assimp::Importer::SetIOHandler),
                                     &typeid(Assimp::BaseImporter),
                                     &typeid(Assimp::DefaultIOSystem)};
    return std::all_of(std::begin(addresses), std::end(addresses),
                       [&](const void* address) { return isThere(address, library); });
}

/// Opens the game of ASSIMP_MD2_GAME. \return null when the variable is not set
const GameFiles* openGame(VariableLookup variable) {
    const char* const folders = variable("ASSIMP_MD2_GAME");
    if (folders == nullptr || *folders == '\0') {
        return nullptr;
    }
    return new GameFiles(splitFolders(folders));
}

/// Opened once and never destroyed: importers may be used while the process ends. Two threads may open it at
/// the same time, and one of the games is discarded. A static variable would be locked meanwhile, and the
/// child of a fork would wait for it forever.
const GameFiles* sharedGame(VariableLookup variable) {
    static std::atomic<const GameFiles*> shared{nullptr};
    const GameFiles* known = shared;
    if (known == nullptr) {
        std::unique_ptr<const GameFiles> opened(openGame(variable));
        if (shared.compare_exchange_strong(known, opened.get())) {
            known = opened.release();
        }
    }
    return known;
}

void registerOnImporter(void* object, VariableLookup variable) {
    setFallbackLog(variable);
    Assimp::Importer& importer = *static_cast<Assimp::Importer*>(object);
    if (!registerImporter(importer, variable, addSkeletons)) {
        return;
    }
    const GameFiles* const game = sharedGame(variable);
    if (game != nullptr && importer.IsDefaultIOHandler()) {
        importer.SetIOHandler(new GameThenFileSystem(*game)); // the importer owns it
    }
}

void registerOnExporter(void* exporter, VariableLookup variable) {
    setFallbackLog(variable);
    registerExporters(*static_cast<Assimp::Exporter*>(exporter), variable);
}

int exportScene(ExportFunction assimpExport, void* exporter, const void* scene, const char* formatId,
                const char* path, unsigned int preprocessing, const void* properties) {
    return exportSafely(assimpExport, *static_cast<Assimp::Exporter*>(exporter),
                        static_cast<const aiScene*>(scene), formatId, path, preprocessing,
                        static_cast<const Assimp::ExportProperties*>(properties));
}

} // namespace
} // namespace assimp_md2

extern "C" __attribute__((visibility("default")))
const assimp_md2::RegistrationModule assimpMd2RegistrationModule = {
    assimp_md2::registerOnImporter, assimp_md2::registerOnExporter, assimp_md2::exportScene,
    assimp_md2::isBoundTo};
