// SPDX-License-Identifier: BSD-3-Clause
#include "gltf/assimp_formats.h"

#include "gltf/entry.h"
#include "gltf/scene/animations.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/writer/exporter.h"
#include "gltf/writer/parts.h"
#include "importer/files/log.h"

#include <assimp/Exporter.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

namespace assimp_md2::inner {
namespace {

using Entry = Assimp::Exporter::ExportFormatEntry;

/// The exporters whose scenes are corrected: Assimp's ids and descriptions.
struct Format {
    const char* id;
    const char* description;
};
constexpr Format kFbx{"fbx", "Autodesk FBX (binary)"};
constexpr Format kFbxa{"fbxa", "Autodesk FBX (ascii)"};
constexpr Format kCollada{"collada", "COLLADA - Digital Asset Exchange Schema"};
constexpr Format kGltf1{"gltf", "GL Transmission Format"};
constexpr Format kGlb1{"glb", "GL Transmission Format (binary)"};
constexpr bool kFbxDividesByWholeTicks = ASSIMP_MD2_ASSIMP_MAJOR == 5 && ASSIMP_MD2_ASSIMP_MINOR < 4;

constexpr char kGltfId[] = "gltf2";
constexpr char kGlbId[] = "glb2";

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
                    const Assimp::ExportProperties* properties) {
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

template <const char* id>
void exportScene(const char* path, Assimp::IOSystem* files, const aiScene* scene,
                 const Assimp::ExportProperties* properties) {
    if (isImportedMd2(*scene)) {
        bool isWritten = false;
        runExport("glTF: ", [&]() -> std::optional<Error> {
            const Result<bool> result = readLimits(*properties).and_then([&](const ResourceLimits& limits) {
                return writeGltf(id == kGlbId, path, *files, *scene, limits);
            });
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

/// Assimp's own entries enforce JoinIdenticalVertices. An entry without this step is already replaced, or the
/// program has registered it.
void hook(Entry* entry, Assimp::Exporter::fpExportFunc function) {
    if (entry != nullptr && (entry->mEnforcePP & aiProcess_JoinIdenticalVertices) != 0) {
        entry->mExportFunction = function;
        entry->mEnforcePP = 0;
    }
}

/// While an object of this class exists, the format `id` of `exporter` is Assimp's own entry. Formats other
/// than `gltf2` and `glb2` are not changed.
///
/// A replaced entry can run the enforced steps only after those that the caller asks for, while Assimp runs
/// all of them in one order. Code that runs before Assimp::Exporter::Export, such as exportSafely, avoids
/// this difference with this class.
class AssimpsOwnGltf {
public:
    AssimpsOwnGltf(Assimp::Exporter& exporter, const char* id) {
        Entry* const entry = findEntry(exporter, id);
        if (entry == nullptr || (entry->mExportFunction != exportScene<kGltfId> &&
                                 entry->mExportFunction != exportScene<kGlbId>)) {
            return;
        }
        const LeaveExportersAlone leaveAlone;
        Assimp::Exporter own;
        const Entry& original = *findEntry(own, id);
        hooked_ = entry;
        function_ = std::exchange(entry->mExportFunction, original.mExportFunction);
        entry->mEnforcePP = original.mEnforcePP;
    }
    ~AssimpsOwnGltf() {
        if (hooked_ != nullptr) {
            hooked_->mExportFunction = function_;
            hooked_->mEnforcePP = 0;
        }
    }
    AssimpsOwnGltf(const AssimpsOwnGltf&) = delete;
    AssimpsOwnGltf& operator=(const AssimpsOwnGltf&) = delete;

private:
    Entry* hooked_ = nullptr; ///< null where nothing is to be restored
    Assimp::Exporter::fpExportFunc function_ = nullptr;
};

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
        if (isImportedMd2(*scene)) {
            correct(*const_cast<aiScene*>(scene), format.id);
        }
        findEntry(unhooked, format.id)->mExportFunction(path, ioSystem, scene, properties);
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

void hookGltfExporters(Assimp::Exporter& exporter) {
    if (!LeaveExportersAlone::isOn()) {
        hook(findEntry(exporter, kGltfId), exportScene<kGltfId>);
        hook(findEntry(exporter, kGlbId), exportScene<kGlbId>);
    }
}

void correct(aiScene& scene, std::string_view formatId) {
    const bool isGltf1 = formatId == kGltf1.id || formatId == kGlb1.id;
    if (!isGltf1) {
        addRootBone(scene);
    }
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        removeNormalsWithoutBase(*scene.mMeshes[i]);
        nameTargets(*scene.mMeshes[i]);
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
    // Without this flag, Export does not expand the meshes. Indexed meshes are allowed, because the scene has
    // AI_SCENE_FLAGS_ALLOW_SHARED.
    std::optional<SceneWithFlags> unexpanded;
    try {
        if (makesVerbose) {
            unexpanded.emplace(*scene, scene->mFlags & ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT});
        }
    } catch (const std::bad_alloc&) {
        return aiReturn_OUTOFMEMORY;
    }
    return assimpExport(&exporter, makesVerbose ? unexpanded->get() : scene, formatId, path, preprocessing,
                        properties);
}

void hookFailingExporters(Assimp::Exporter& exporter) {
    if (!LeaveExportersAlone::isOn()) {
        hook<kFbx>(exporter);
        hook<kFbxa>(exporter);
        hook<kCollada>(exporter);
        hook<kGltf1>(exporter);
        hook<kGlb1>(exporter);
    }
}

} // namespace assimp_md2::inner
