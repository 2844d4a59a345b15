// SPDX-License-Identifier: BSD-3-Clause
// The glTF 2 exporters that keep morph animation, in place of Assimp's; knows an Exporter's formats and the
// order in which a document is completed.
#include "gltf/exporter.h"

#include "gltf/assimp_error.h"
#include "gltf/captured_files.h"
#include "gltf/document.h"
#include "gltf/export_entry.h"
#include "gltf/export_limit.h"
#include "gltf/hidden_from_assimp.h"
#include "gltf/little_endian.h"
#include "gltf/morphed_meshes.h"
#include "gltf/source.h"
#include "gltf/textures.h"
#include "gltf/variants.h"
#include "gltf/weight_animations.h"

#include <assimp/Exceptional.h>
#include <assimp/Exporter.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace assimp_md2 {
namespace {

using Assimp::ExportProperties;
using Entry = Assimp::Exporter::ExportFormatEntry;

constexpr const char* kGltfId = "gltf2";
constexpr const char* kGlbId = "glb2";

/// Set during an export of ours: an exporter that sees it writes as Assimp does, also one of another copy of
/// this library in the process.
constexpr const char* kUnderWayProperty = "ASSIMP_MD2_GLTF_UNDER_WAY";
constexpr const char* kInnerExportProperty = "ASSIMP_MD2_GLTF_INNER_EXPORT";

/// Set by Assimp's Exporter when it has just run JoinIdenticalVertices.
constexpr const char* kJoinedProperty = "bJoinIdenticalVertices";

/// What Assimp 5.2 to 6.0 does to every scene before it writes glTF 2. A hooked entry does not tell it any
/// more.
constexpr unsigned int kAssimpSteps =
    aiProcess_JoinIdenticalVertices | aiProcess_Triangulate | aiProcess_SortByPType;

/// JoinIdenticalVertices looks at the base alone: it would join vertices that coincide in the first frame and
/// part later.
constexpr unsigned int kMorphSteps = kAssimpSteps & ~unsigned{aiProcess_JoinIdenticalVertices};

/// One export. It is handed through Assimp's Exporter, which does the post-processing, to the function that
/// writes.
struct InnerExport {
    Assimp::Exporter::fpExportFunc assimpFunction;
    bool isBinary;
    bool isOurs; ///< written by this library, not by Assimp alone
    const char* path;
    Assimp::IOSystem* ioSystem;
    const ExportProperties* properties;
};

/// Assimp's exporter loses the targets' animation, and the images of an MD2.
bool isOurs(const aiScene& scene) {
    return isImportedMd2(scene) || std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes,
                                               [](const aiMesh* mesh) { return mesh->mNumAnimMeshes > 0; });
}

std::vector<std::string> animationNames(const aiScene& scene) {
    std::vector<std::string> names;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        names.emplace_back(scene.mAnimations[i]->mName.C_Str());
    }
    return names;
}

void complete(Document& document, aiScene& scene, const InnerExport& task,
              const std::vector<std::string>& names) {
    addImages(document, scene, task.path, *task.ioSystem);
    addVariants(document, scene);
    std::vector<MorphedMesh> meshes = findMeshes(document, scene);
    addWeightAnimations(document, scene, meshes, names);
    addTargets(document, meshes);
    if (!document.write()) {
        throw std::runtime_error("Failed to write " + std::string(task.path));
    }
}

/// Assimp's exporter copies numbers as they are in memory, for 32-bit little-endian floats.
void refuseWhereAssimpWritesBrokenFiles() {
    if (kIsBigEndian) {
        throw std::runtime_error(
            "glTF: Assimp's exporter writes broken files on a big-endian machine; export on another one");
    }
    if (sizeof(ai_real) != sizeof(float)) {
        throw std::runtime_error("glTF: Assimp's exporter writes broken files in double precision; export "
                                 "with an Assimp of single precision");
    }
}

void writeOurs(const InnerExport& task, aiScene& scene) {
    refuseWhereAssimpWritesBrokenFiles();
    Budget budget(exportLimit(*task.properties, scene));
    takeForExport(budget, assimpsShare(scene));
    CapturedFiles files(*task.ioSystem);
    const std::vector<std::string> names = animationNames(scene);
    {
        const HiddenFromAssimp hidden(scene);
        task.assimpFunction(task.path, &files, &scene, task.properties);
    }
    Document document(files, task.isBinary, budget);
    complete(document, scene, task, names);
}

/// \param scene the copy that an exporter has made for this call
void write(const InnerExport& task, aiScene& scene) {
    if (!task.isOurs) {
        task.assimpFunction(task.path, task.ioSystem, &scene, task.properties);
        return;
    }
    try {
        writeOurs(task, scene);
    } catch (const DeadlyExportError&) {
        throw;
    } catch (const std::bad_alloc&) {
        throwExportError(task.assimpFunction, "glTF: there is not enough memory for the export");
    } catch (const std::exception& error) {
        throwExportError(task.assimpFunction, error.what());
    }
}

/// An exporter passes its own copy of the scene, which is not const.
void runInnerExport(const char*, Assimp::IOSystem*, const aiScene* scene,
                    const ExportProperties* properties) {
    write(*static_cast<InnerExport*>(properties->GetPropertyCallback(kInnerExportProperty)(nullptr)),
          *const_cast<aiScene*>(scene));
}

/// Whether the steps would change a mesh. Most have triangles only, and need no second copy of the scene.
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
    const Assimp::Exporter::fpExportFunc assimpFunction = entry->mExportFunction;
    if (properties->HasPropertyBool(kUnderWayProperty)) {
        assimpFunction(path, ioSystem, scene, properties);
        return;
    }

    ExportProperties taskProperties(*properties);
    taskProperties.SetPropertyBool(kUnderWayProperty, true);
    InnerExport task{assimpFunction, std::strcmp(id, kGlbId) == 0, isOurs(*scene), path, ioSystem,
                     &taskProperties};
    if (task.isOurs && !needsMorphSteps(*scene)) {
        write(task, *const_cast<aiScene*>(scene));
        return;
    }
    ExportProperties innerProperties;
    innerProperties.SetPropertyCallback(kInnerExportProperty, [&task](void*) -> void* { return &task; });
    entry->mExportFunction = runInnerExport;
    entry->mEnforcePP = task.isOurs ? kMorphSteps : kAssimpSteps;
    if (task.isOurs || properties->GetPropertyBool(kJoinedProperty)) {
        // The flag calls for MakeVerboseFormat, which expands the meshes but not their targets, and undoes a
        // step that the outer exporter was asked for.
        const_cast<aiScene*>(scene)->mFlags &= ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT};
    }
    if (inner.Export(scene, id, path, 0, &innerProperties) != aiReturn_SUCCESS) {
        throwExportError(assimpFunction, inner.GetErrorString());
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

/// Assimp's own entries enforce JoinIdenticalVertices. One that does not is hooked already or the program's
/// own.
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
