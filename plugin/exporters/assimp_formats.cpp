// SPDX-License-Identifier: BSD-3-Clause
#include "exporters/safe_export.h"

#include "exporters/entry.h"
#include "exporters/gltf_entries.h"
#include "exporters/pose/animations.h"
#include "exporters/pose/imported_scene.h"

#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <string>

namespace assimp_md2 {
namespace {

using Entry = Assimp::Exporter::ExportFormatEntry;

/// The exporters that crash or fail by themselves: Assimp's ids and descriptions.
struct Format {
    const char* id;
    const char* description;
};
constexpr Format kFbx{"fbx", "Autodesk FBX (binary)"};
constexpr Format kFbxa{"fbxa", "Autodesk FBX (ascii)"};
constexpr Format kGltf1{"gltf", "GL Transmission Format"};
constexpr Format kGlb1{"glb", "GL Transmission Format (binary)"};
constexpr bool kFbxDividesByWholeTicks = ASSIMP_MD2_ASSIMP_MAJOR == 5 && ASSIMP_MD2_ASSIMP_MINOR < 4;

bool hasAnimMeshes(const aiScene& scene) {
    return std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes,
                       [](const aiMesh* mesh) { return mesh->mNumAnimMeshes > 0; });
}

/// Removes the normals of anim meshes whose mesh has none.
void removeNormalsWithoutBase(const aiMesh& mesh) {
    for (unsigned int i = 0; mesh.mNormals == nullptr && i < mesh.mNumAnimMeshes; ++i) {
        delete[] mesh.mAnimMeshes[i]->mNormals;
        mesh.mAnimMeshes[i]->mNormals = nullptr;
    }
}

/// Converts the times of an animation from ticks to seconds. One tick is then one second.
void makeTicksSeconds(aiAnimation& animation) {
    const double factor = 1 / animation.mTicksPerSecond;
    animation.mTicksPerSecond = 1;
    animation.mDuration *= factor;
    forEachKeyList(animation, [&](auto* keys, unsigned int count) {
        std::for_each(keys, keys + count, [&](auto& key) { key.mTime *= factor; });
    });
    // mMeshChannels are not converted: a copied scene shares them with its original, and the FBX exporter
    // does not use them.
}

/// Whether Export would run MakeVerboseFormat on a scene with AI_SCENE_FLAGS_NON_VERBOSE_FORMAT. Almost all
/// steps need the verbose format, both those of the caller and those that the format enforces.
bool wouldMakeVerbose(Assimp::Exporter& exporter, const char* formatId, unsigned int preprocessing) {
    const Entry* const entry = findEntry(exporter, formatId);
    return preprocessing != 0 || (entry != nullptr && entry->mEnforcePP != 0);
}

/// A scene for Exporter::Export, which copies it. It has the flags that it is made with. Everything else
/// belongs to the original: also mPrivate, in which Assimp records the steps that the import has run.
class SceneWithFlags {
public:
    /// \throws std::bad_alloc
    SceneWithFlags(const aiScene& original, unsigned int flags) : ownPrivate_(scene_.mPrivate) {
        scene_ = original;
        scene_.mFlags = flags;
    }
    ~SceneWithFlags() {
        scene_ = empty_;
        scene_.mPrivate = ownPrivate_;
    }
    SceneWithFlags(const SceneWithFlags&) = delete;
    SceneWithFlags& operator=(const SceneWithFlags&) = delete;

    const aiScene* get() const { return &scene_; }

private:
    const aiScene empty_;
    aiScene scene_;
    void* ownPrivate_;
};

/// Assimp's exporter of the format, for its own copy of the scene, which was made for this call and is not
/// const.
template <const Format& format>
void exportCorrected(const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
                     const Assimp::ExportProperties* properties) {
    runExport("", [&]() -> std::optional<Error> {
        const LeaveExportersAlone leaveAlone;
        Assimp::Exporter unhooked;
        const Entry* const entry = findEntry(unhooked, format.id);
        if (entry == nullptr) {
            return Error{ErrorCode::Other, "this Assimp has no exporter " + std::string(format.id)};
        }
        if (isImportedMd2(*scene)) {
            correct(*const_cast<aiScene*>(scene), format.id);
        }
        entry->mExportFunction(path, ioSystem, scene, properties);
        return std::nullopt;
    });
}

/// Replaces the entry only if it has Assimp's description; otherwise the program has registered it.
template <const Format& format>
void hook(Assimp::Exporter& exporter) {
    Entry* const entry = findEntry(exporter, format.id);
    if (entry != nullptr && std::strcmp(entry->mDescription.description, format.description) == 0) {
        entry->mExportFunction = exportCorrected<format>;
    }
}

} // namespace

void correct(aiScene& scene, std::string_view formatId) {
    const bool isGltf1 = formatId == kGltf1.id || formatId == kGlb1.id;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        removeNormalsWithoutBase(*scene.mMeshes[i]);
        if (isGltf1) {
            deleteAll(scene.mMeshes[i]->mBones, scene.mMeshes[i]->mNumBones);
        }
    }
    if (isGltf1) {
        deleteAll(scene.mAnimations, scene.mNumAnimations);
    }
    for (unsigned int i = 0; kFbxDividesByWholeTicks && i < scene.mNumAnimations; ++i) {
        aiAnimation& animation = *scene.mAnimations[i];
        if (animation.mTicksPerSecond > 0 && animation.mTicksPerSecond < 1) {
            makeTicksSeconds(animation);
        }
    }
}

int exportSafely(ExportFunction assimpExport, Assimp::Exporter& exporter, const aiScene* scene,
                 const char* formatId, const char* path, unsigned int preprocessing,
                 const Assimp::ExportProperties* properties) {
    if (!isImportedMd2(*scene)) {
        const AssimpsOwnGltf assimps(exporter, formatId);
        return assimpExport(&exporter, scene, formatId, path, preprocessing, properties);
    }
    const bool makesVerbose = (scene->mFlags & AI_SCENE_FLAGS_NON_VERBOSE_FORMAT) != 0 &&
                              hasAnimMeshes(*scene) && wouldMakeVerbose(exporter, formatId, preprocessing);
    if (!makesVerbose) {
        return assimpExport(&exporter, scene, formatId, path, preprocessing, properties);
    }
    // Without this flag, Export does not expand the meshes. Indexed meshes are allowed, because the scene has
    // AI_SCENE_FLAGS_ALLOW_SHARED.
    std::optional<SceneWithFlags> unexpanded;
    try {
        unexpanded.emplace(*scene, scene->mFlags & ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT});
    } catch (const std::bad_alloc&) {
        return aiReturn_OUTOFMEMORY;
    }
    return assimpExport(&exporter, unexpanded->get(), formatId, path, preprocessing, properties);
}

void hookFailingExporters(Assimp::Exporter& exporter) {
    if (!LeaveExportersAlone::isOn()) {
        hook<kFbx>(exporter);
        hook<kFbxa>(exporter);
        hook<kGltf1>(exporter);
        hook<kGlb1>(exporter);
    }
}

} // namespace assimp_md2
