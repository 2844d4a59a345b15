// SPDX-License-Identifier: BSD-3-Clause
#include "exporters/gltf_entries.h"

#include "exporters/entry.h"
#include "exporters/gltf/exporter.h"
#include "exporters/pose/imported_scene.h"
#include "importer/files/log.h"

#include <assimp/IOSystem.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <new>

namespace assimp_md2 {
namespace {

using Assimp::ExportProperties;
using Entry = Assimp::Exporter::ExportFormatEntry;

constexpr const char* kGltfId = "gltf2";
constexpr const char* kGlbId = "glb2";

/// Set by Assimp's Exporter when it has just run JoinIdenticalVertices.
constexpr const char* kJoinedProperty = "bJoinIdenticalVertices";

/// Passes all calls on to an IOSystem that it does not own. An exporter deletes its IOSystem.
class BorrowedFiles : public Assimp::IOSystem {
public:
    explicit BorrowedFiles(Assimp::IOSystem& files) : files_(files) {}

    bool Exists(const char* path) const override { return files_.Exists(path); }
    char getOsSeparator() const override { return files_.getOsSeparator(); }
    Assimp::IOStream* Open(const char* path, const char* mode) override { return files_.Open(path, mode); }
    void Close(Assimp::IOStream* stream) override { files_.Close(stream); }

private:
    Assimp::IOSystem& files_;
};

/// Exports a scene with Assimp's own exporter.
///
/// \param scene the copy that an exporter has made for this call
void exportAsAssimp(const char* id, const char* path, Assimp::IOSystem* files, const aiScene* scene,
                    const ExportProperties* properties) {
    runExport("", [&]() -> std::optional<Error> {
        const LeaveExportersAlone leaveAlone;
        Assimp::Exporter own;
        own.SetIOHandler(new BorrowedFiles(*files));
        if (properties->GetPropertyBool(kJoinedProperty)) {
            // With this flag, Export runs MakeVerboseFormat, which would undo the caller's
            // JoinIdenticalVertices.
            const_cast<aiScene*>(scene)->mFlags &= ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT};
        }
        const aiReturn result = own.Export(scene, id, path, 0, properties);
        if (result == aiReturn_OUTOFMEMORY) {
            throw std::bad_alloc();
        }
        return result == aiReturn_SUCCESS ? std::nullopt
                                          : std::optional(Error{ErrorCode::Other, own.GetErrorString()});
    });
}

/// Assimp's exporter does not write their animation. Its JoinIdenticalVertices and MakeVerboseFormat change
/// the vertices of a mesh, but not those of its anim meshes, and may then read out of bounds.
void removeTargets(aiScene& scene) {
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        deleteAll(scene.mMeshes[i]->mAnimMeshes, scene.mMeshes[i]->mNumAnimMeshes);
    }
}

void exportScene(const char* id, const char* path, Assimp::IOSystem* files, const aiScene* scene,
                 const ExportProperties* properties) {
    const bool isImported = isImportedMd2(*scene);
    if (isImported) {
        bool isWritten = false;
        runExport("glTF: ", [&]() -> std::optional<Error> {
            const Result<bool> result = writeGltf(id == kGlbId, path, *files, *scene, *properties);
            isWritten = result.value_or(false);
            return result ? std::nullopt : std::optional(result.error());
        });
        if (isWritten) {
            return;
        }
        logWarning(path, "glTF: Assimp's exporter writes this scene, because it has polygons or meshes that "
                         "cannot share a skin; morph targets and their animation are lost");
        removeTargets(const_cast<aiScene&>(*scene));
    }
    exportAsAssimp(id, path, files, scene, properties);
}

void exportGltf(const char* path, Assimp::IOSystem* files, const aiScene* scene,
                const ExportProperties* properties) {
    exportScene(kGltfId, path, files, scene, properties);
}

void exportGlb(const char* path, Assimp::IOSystem* files, const aiScene* scene,
               const ExportProperties* properties) {
    exportScene(kGlbId, path, files, scene, properties);
}

/// Assimp's own entries enforce JoinIdenticalVertices. An entry without this step is already replaced, or the
/// program has registered it.
void hook(Entry* entry, Assimp::Exporter::fpExportFunc function) {
    if (entry != nullptr && (entry->mEnforcePP & aiProcess_JoinIdenticalVertices) != 0) {
        entry->mExportFunction = function;
        entry->mEnforcePP = 0;
    }
}

} // namespace

void hookGltfExporters(Assimp::Exporter& exporter) {
    if (!LeaveExportersAlone::isOn()) {
        hook(findEntry(exporter, kGltfId), exportGltf);
        hook(findEntry(exporter, kGlbId), exportGlb);
    }
}

AssimpsOwnGltf::AssimpsOwnGltf(Assimp::Exporter& exporter, const char* id) {
    Entry* const entry = findEntry(exporter, id);
    if (entry == nullptr || (entry->mExportFunction != exportGltf && entry->mExportFunction != exportGlb)) {
        return;
    }
    const LeaveExportersAlone leaveAlone;
    Assimp::Exporter own;
    if (const Entry* const original = findEntry(own, id)) {
        hooked_ = entry;
        function_ = entry->mExportFunction;
        entry->mExportFunction = original->mExportFunction;
        entry->mEnforcePP = original->mEnforcePP;
    }
}

AssimpsOwnGltf::~AssimpsOwnGltf() {
    if (hooked_ != nullptr) {
        hooked_->mExportFunction = function_;
        hooked_->mEnforcePP = 0;
    }
}

} // namespace assimp_md2
