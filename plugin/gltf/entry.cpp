// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/entry.h"

#include "importer/settings/property_reader.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exceptional.h>
#include <assimp/scene.h>

#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace assimp_md2::inner {
namespace {

using Entry = Assimp::Exporter::ExportFormatEntry;

/// If these exporters of Assimp cannot open their output, they throw a DeadlyExportError, also for a scene
/// without meshes. A program's build of Assimp may lack any of them, so the first that it has is used.
/// Other exporters do not serve: pbrt crashes, 3mf notices nothing, and assbin throws another exception.
constexpr const char* kThrowingExporters[] = {"obj", "gltf2", "collada", "stl", "ply", "fbx", "x", "3ds"};

} // namespace

/// The description is the first member of the entry in the exporter's own list, so their addresses are the
/// same, and the list is not const.
Entry* findEntry(Assimp::Exporter& exporter, const char* id) {
    static_assert(std::is_standard_layout_v<Entry>);
    static_assert(std::is_same_v<decltype(Entry::mDescription), aiExportFormatDesc>);
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc* description = exporter.GetExportFormatDescription(i);
        if (std::strcmp(description->id, id) == 0) {
            return reinterpret_cast<Entry*>(const_cast<aiExportFormatDesc*>(description));
        }
    }
    return nullptr;
}

Result<ResourceLimits> readLimits(const Assimp::ExportProperties& properties) {
    const PropertyTexts noDefaults;
    PropertyReader reader(properties, kProperties, noDefaults);
    ResourceLimits limits;
    readLimits(reader, limits);
    return resultOf(reader, limits);
}

int& LeaveExportersAlone::count() {
    thread_local int count = 0;
    return count;
}

void throwExportError(Assimp::Exporter& exporter, const std::string& text) {
    Assimp::DefaultIOSystem files;
    aiScene empty;
    empty.mRootNode = new aiNode; // the scene's destructor deletes it
    const Assimp::ExportProperties properties;
    for (const char* const id : kThrowingExporters) {
        const Entry* const entry = findEntry(exporter, id);
        if (entry == nullptr) {
            continue;
        }
        try {
            // No file has an empty path, so the exporter cannot open its output.
            entry->mExportFunction("", &files, &empty, &properties);
        } catch (DeadlyExportError& error) {
            static_cast<std::runtime_error&>(error) = std::runtime_error(text);
            throw;
        }
    }
    throw std::runtime_error(text);
}

} // namespace assimp_md2::inner
