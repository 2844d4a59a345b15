// SPDX-License-Identifier: BSD-3-Clause
// The glTF 2 exporters that keep morph animation, put in the place of Assimp's; knows an Exporter's formats,
// nothing of glTF.
#include "gltf/exporter.h"

#include "gltf/captured_files.h"
#include "gltf/document.h"
#include "gltf/export_entry.h"
#include "gltf/hidden_from_assimp.h"
#include "gltf/morph_channels.h"
#include "gltf/morphs.h"
#include "gltf/textures.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/Exporter.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace assimp_md2 {
namespace {

using Assimp::ExportProperties;
using Entry = Assimp::Exporter::ExportFormatEntry;

constexpr const char* kGltfId = "gltf2";
constexpr const char* kGlbId = "glb2";

/// Set while an export of ours is under way: an exporter that sees it writes as Assimp does. It is seen
/// across copies of this library in one process.
constexpr const char* kUnderWayProperty = "ASSIMP_MD2_GLTF_UNDER_WAY";
constexpr const char* kInnerExportProperty = "ASSIMP_MD2_GLTF_INNER_EXPORT";

/// Set by Assimp's Exporter where it has just run JoinIdenticalVertices.
constexpr const char* kJoinedProperty = "bJoinIdenticalVertices";

/// What Assimp 5.2 to 6.0 does to every scene before it writes glTF 2. An entry that has been hooked does not
/// say.
constexpr unsigned int kAssimpSteps =
    aiProcess_JoinIdenticalVertices | aiProcess_Triangulate | aiProcess_SortByPType;

/// JoinIdenticalVertices looks at the base alone, so vertices that coincide in the first frame and part later
/// would be fused.
constexpr unsigned int kMorphSteps = kAssimpSteps & ~unsigned{aiProcess_JoinIdenticalVertices};

/// One export, handed through Assimp's Exporter, which does the post-processing, to the function that writes.
struct InnerExport {
    Assimp::Exporter::fpExportFunc assimpFunction;
    bool isBinary;
    bool hasMorphs;
    const char* path;
    Assimp::IOSystem* ioSystem;
    const ExportProperties* properties;
    std::exception_ptr error;
};

std::vector<std::string> animationNames(const aiScene& scene) {
    std::vector<std::string> names;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        names.emplace_back(scene.mAnimations[i]->mName.C_Str());
    }
    return names;
}

void writeWithMorphs(const InnerExport& task, aiScene& scene) {
    CapturedFiles files(*task.ioSystem);
    const std::vector<std::string> names = animationNames(scene);
    {
        const HiddenFromAssimp hidden(scene);
        task.assimpFunction(task.path, &files, &scene, task.properties);
    }
    Document document(files, task.isBinary);
    resolveImages(document, scene, task.path, *task.ioSystem);
    addMorphs(document, scene, names);
    if (!document.write()) {
        // Only Assimp's own error type carries its text to Exporter::GetErrorString(), and in Assimp 5.2 it
        // cannot be made outside of Assimp.
        FullDisk disk;
        const HiddenFromAssimp hidden(scene);
        task.assimpFunction(task.path, &disk, &scene, task.properties);
        throw std::runtime_error("glTF: could not write " + std::string(task.path));
    }
}

/// The scene is an exporter's own copy, made for this call and not const.
void write(InnerExport& task, const aiScene& scene) {
    try {
        if (task.hasMorphs) {
            writeWithMorphs(task, const_cast<aiScene&>(scene));
        } else {
            task.assimpFunction(task.path, task.ioSystem, &scene, task.properties);
        }
    } catch (const std::exception& error) {
        Assimp::DefaultLogger::get()->error(error.what());
        task.error = std::current_exception();
        throw;
    }
}

void runInnerExport(const char*, Assimp::IOSystem*, const aiScene* scene,
                    const ExportProperties* properties) {
    write(*static_cast<InnerExport*>(properties->GetPropertyCallback(kInnerExportProperty)(nullptr)), *scene);
}

/// Whether the steps would change a mesh. Most have triangles only, and then a copy of the scene is saved.
bool needsMorphSteps(const aiScene& scene) {
    return std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes, [](const aiMesh* mesh) {
        return mesh->mPrimitiveTypes != aiPrimitiveType_POINT &&
               mesh->mPrimitiveTypes != aiPrimitiveType_LINE &&
               mesh->mPrimitiveTypes != aiPrimitiveType_TRIANGLE;
    });
}

void exportScene(const char* id, const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
                 const ExportProperties* properties) {
    const LeaveExportersAlone leaveAlone;
    Assimp::Exporter inner;
    Entry* entry = findEntry(inner, id);
    if (entry == nullptr) {
        throw std::runtime_error("glTF: this Assimp has no exporter " + std::string(id));
    }
    if (properties->HasPropertyBool(kUnderWayProperty)) {
        entry->mExportFunction(path, ioSystem, scene, properties);
        return;
    }

    ExportProperties taskProperties(*properties);
    taskProperties.SetPropertyBool(kUnderWayProperty, true);
    InnerExport task{entry->mExportFunction,
                     std::strcmp(id, kGlbId) == 0,
                     hasMorphAnimations(*scene),
                     path,
                     ioSystem,
                     &taskProperties,
                     nullptr};
    if (task.hasMorphs && !needsMorphSteps(*scene)) {
        write(task, *scene);
        return;
    }
    ExportProperties innerProperties;
    innerProperties.SetPropertyCallback(kInnerExportProperty, [&task](void*) -> void* { return &task; });
    entry->mExportFunction = runInnerExport;
    entry->mEnforcePP = task.hasMorphs ? kMorphSteps : kAssimpSteps;
    if (task.hasMorphs || properties->GetPropertyBool(kJoinedProperty)) {
        // The flag calls for MakeVerboseFormat, which expands the meshes but not their targets, and undoes a
        // step that the outer exporter was asked for.
        const_cast<aiScene*>(scene)->mFlags &= ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT};
    }
    if (inner.Export(scene, id, path, 0, &innerProperties) != aiReturn_SUCCESS) {
        if (task.error) {
            std::rethrow_exception(task.error);
        }
        throw std::runtime_error("glTF: post-processing before the export has failed");
    }
}

void exportGltf(const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
                const ExportProperties* properties) {
    exportScene(kGltfId, path, ioSystem, scene, properties);
}

void exportGlb(const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
               const ExportProperties* properties) {
    exportScene(kGlbId, path, ioSystem, scene, properties);
}

/// Assimp's own entries enforce JoinIdenticalVertices; one that does not is hooked already, or is not
/// Assimp's.
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

} // namespace assimp_md2
