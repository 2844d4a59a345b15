// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/assimp_formats.h"

#include "gltf/entry.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/scene/usable_parts.h"
#include "gltf/writer/exporter.h"
#include "gltf/writer/parts.h"

#include <assimp/Exporter.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

namespace assimp_md2::inner {
namespace {

using Entry = Assimp::Exporter::ExportFormatEntry;

constexpr char kGltf[] = "gltf2";
constexpr char kGlb[] = "glb2";
constexpr char kFbx[] = "fbx";
constexpr char kFbxa[] = "fbxa";
constexpr char kCollada[] = "collada";

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
std::optional<Error> exportAsAssimp(const char* id, const char* path, Assimp::IOSystem& files, aiScene& scene,
                                    const Assimp::ExportProperties& properties) {
    const LeaveExportersAlone leaveAlone;
    Assimp::Exporter own;
    own.SetIOHandler(new BorrowedFiles(files));
    if (properties.GetPropertyBool(kJoinedProperty)) {
        // With this flag, Export runs MakeVerboseFormat, which would undo the caller's JoinIdenticalVertices.
        scene.mFlags &= ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT};
    }
    const aiReturn result = own.Export(&scene, id, path, 0, &properties);
    if (result == aiReturn_OUTOFMEMORY) {
        throw std::bad_alloc();
    }
    return result == aiReturn_SUCCESS ? std::nullopt
                                      : std::optional(Error{ErrorCode::Other, own.GetErrorString()});
}

/// Removes the normals of anim meshes whose mesh has none.
void removeNormalsWithoutBase(const aiMesh& mesh) {
    for (unsigned int i = 0; mesh.mNormals == nullptr && i < mesh.mNumAnimMeshes; ++i) {
        delete[] mesh.mAnimMeshes[i]->mNormals;
        mesh.mAnimMeshes[i]->mNormals = nullptr;
    }
}

/// Makes the root of a glTF skin a bone.
void addRootBone(aiScene& scene) {
    const Nodes nodes(scene);
    const Result<GltfSkin> skin = sharedSkin(scene, nodes);
    for (unsigned int i = 0; skin && i < scene.mNumMeshes; ++i) {
        aiMesh& mesh = *scene.mMeshes[i];
        if (mesh.mNumBones > 0 && skin->root > 0) {
            auto bone = std::make_unique<aiBone>();
            bone->mName = nodes.at(skin->root).mName;
            auto** const bones = new aiBone*[mesh.mNumBones + 1];
            std::copy_n(mesh.mBones, mesh.mNumBones, bones);
            bones[mesh.mNumBones++] = bone.release();
            delete[] std::exchange(mesh.mBones, bones);
        }
    }
}

void nameTargets(aiMesh& mesh) {
    const std::vector<std::string> names = targetNames(mesh);
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        mesh.mAnimMeshes[i]->mName.Set(names[i]);
    }
}

/// A copy of a scene. Everything but its flags belongs to the original, also mPrivate, in which Assimp
/// records the steps that the import has run, so the scene is not destroyed.
union SharedScene {
    explicit SharedScene(const aiScene& original) : scene(original) {}
    ~SharedScene() {} // NOLINT(modernize-use-equals-default): it would be deleted
    SharedScene(const SharedScene&) = delete;
    SharedScene& operator=(const SharedScene&) = delete;

    aiScene scene;
};

/// Converts the times of an animation from ticks to seconds. One tick is then one second.
void makeTicksSeconds(aiAnimation& animation) {
    const double factor = 1 / animation.mTicksPerSecond;
    animation.mTicksPerSecond = 1;
    animation.mDuration *= factor;
    forEachKeyList(animation, [&](auto* keys, unsigned int count) {
        std::for_each(keys, keys + count, [&](auto& key) { key.mTime *= factor; });
    });
}

/// Corrects everything that makes Assimp's exporters of FBX and Collada crash or fail, and what programs
/// refuse in their files.
void correct(aiScene& scene) {
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        aiAnimation& animation = *scene.mAnimations[i];
        // Assimp 5.2 and 5.3 divide by it as an integer in FBX files.
        if (animation.mTicksPerSecond > 0 && animation.mTicksPerSecond < 1) {
            makeTicksSeconds(animation);
        }
    }
    addRootBone(scene);
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        removeNormalsWithoutBase(*scene.mMeshes[i]);
        nameTargets(*scene.mMeshes[i]);
    }
}

template <const char* id>
void exportScene(const char* path, Assimp::IOSystem* files, const aiScene* scene,
                 const Assimp::ExportProperties* properties) {
    const bool isOurs = isImportedMd2(*scene);
    const bool isWrittenHere = isOurs && (id == kGltf || id == kGlb);
    runExport(isWrittenHere ? "glTF: " : "", [&]() -> std::optional<Error> {
        if (isWrittenHere) {
            const Result<ResourceLimits> limits = readLimits(*properties);
            return limits ? writeGltf(id == kGlb, path, *files, *scene, *limits)
                          : std::optional(limits.error());
        }
        auto& copy = const_cast<aiScene&>(*scene); // Assimp's, for this call
        if (isOurs) {
            correct(copy);
        }
        return exportAsAssimp(id, path, *files, copy, *properties);
    });
}

struct Hook {
    const char* id;
    Assimp::Exporter::fpExportFunc function;
};
constexpr Hook kHooks[] = {{kGltf, exportScene<kGltf>},
                           {kGlb, exportScene<kGlb>},
                           {kFbx, exportScene<kFbx>},
                           {kFbxa, exportScene<kFbxa>},
                           {kCollada, exportScene<kCollada>}};

} // namespace

int exportSafely(ExportFunction assimpExport, Assimp::Exporter& exporter, const aiScene* scene,
                 const char* formatId, const char* path, unsigned int preprocessing,
                 const Assimp::ExportProperties* properties) {
    try {
        if (!isImportedMd2(*scene)) {
            hookExporters(exporter, false);
            const int result = assimpExport(&exporter, scene, formatId, path, preprocessing, properties);
            hookExporters(exporter);
            return result;
        }
        // Without this flag, Export does not expand the meshes. Indexed meshes are allowed, because the scene
        // has AI_SCENE_FLAGS_ALLOW_SHARED.
        SharedScene unexpanded(*scene);
        unexpanded.scene.mFlags &= ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT};
        return assimpExport(&exporter, &unexpanded.scene, formatId, path, preprocessing, properties);
    } catch (const std::bad_alloc&) {
        return aiReturn_OUTOFMEMORY;
    }
}

void hookExporters(Assimp::Exporter& exporter, bool isHooked) {
    if (LeaveExportersAlone::isOn()) {
        return;
    }
    const LeaveExportersAlone leaveAlone;
    Assimp::Exporter own;
    for (const auto& [id, hook] : kHooks) {
        Entry* const entry = findEntry(exporter, id);
        const Entry* const original = findEntry(own, id);
        if (entry == nullptr || original == nullptr) {
            continue;
        }
        if (entry->mExportFunction == (isHooked ? original->mExportFunction : hook)) {
            entry->mExportFunction = isHooked ? hook : original->mExportFunction;
            entry->mEnforcePP = isHooked ? 0 : original->mEnforcePP;
        }
    }
}

} // namespace assimp_md2::inner
