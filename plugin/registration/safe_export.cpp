// SPDX-License-Identifier: BSD-3-Clause
// Exports of scenes that Assimp's exporters crash on, although they are valid: those with anim meshes or slow
// animations. Knows aiScene and where Assimp fails, nothing of MD2.
#include "registration/safe_export.h"

#include "gltf/export_entry.h"

#include <assimp/Exporter.hpp>
#include <assimp/SceneCombiner.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

namespace assimp_md2 {
namespace {

using Entry = Assimp::Exporter::ExportFormatEntry;

constexpr const char* kFbxId = "fbx";
constexpr const char* kFbxAsciiId = "fbxa";
constexpr bool kFbxDividesByWholeTicks = ASSIMP_MD2_ASSIMP_MAJOR == 5 && ASSIMP_MD2_ASSIMP_MINOR < 4;

bool hasAnimMeshes(const aiScene& scene) {
    return std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes,
                       [](const aiMesh* mesh) { return mesh->mNumAnimMeshes > 0; });
}

/// Calls `visit` with each array of each anim mesh, by reference, that the mesh itself lacks.
template <typename Visit>
void forEachArrayWithoutBase(const aiMesh& mesh, Visit visit) {
    const auto visitWithoutBase = [&](const auto* base, auto*& array) {
        if (base == nullptr && array != nullptr) {
            visit(array);
        }
    };
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        aiAnimMesh& animMesh = *mesh.mAnimMeshes[i];
        visitWithoutBase(mesh.mNormals, animMesh.mNormals);
        visitWithoutBase(mesh.mTangents, animMesh.mTangents);
        visitWithoutBase(mesh.mBitangents, animMesh.mBitangents);
        for (unsigned int set = 0; set < AI_MAX_NUMBER_OF_COLOR_SETS; ++set) {
            visitWithoutBase(mesh.mColors[set], animMesh.mColors[set]);
        }
        for (unsigned int set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS; ++set) {
            visitWithoutBase(mesh.mTextureCoords[set], animMesh.mTextureCoords[set]);
        }
    }
}

bool hasArraysWithoutBase(const aiScene& scene) {
    bool found = false;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        forEachArrayWithoutBase(*scene.mMeshes[i], [&](const auto*) { found = true; });
    }
    return found;
}

void removeArraysWithoutBase(aiScene& scene) {
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        forEachArrayWithoutBase(*scene.mMeshes[i], [](auto*& array) {
            delete[] array;
            array = nullptr;
        });
    }
}

bool isSlow(const aiAnimation& animation) {
    return animation.mTicksPerSecond > 0 && animation.mTicksPerSecond < 1;
}

bool hasSlowAnimations(const aiScene& scene, const char* formatId) {
    const bool isFbx = std::strcmp(formatId, kFbxId) == 0 || std::strcmp(formatId, kFbxAsciiId) == 0;
    return kFbxDividesByWholeTicks && isFbx &&
           std::any_of(scene.mAnimations, scene.mAnimations + scene.mNumAnimations,
                       [](const aiAnimation* animation) { return isSlow(*animation); });
}

template <typename Key>
void scaleTimes(Key* keys, unsigned int count, double factor) {
    std::for_each(keys, keys + count, [&](Key& key) { key.mTime *= factor; });
}

/// Makes the ticks seconds: every key keeps its time.
void makeTicksSeconds(aiAnimation& animation) {
    const double factor = 1 / animation.mTicksPerSecond;
    animation.mTicksPerSecond = 1;
    animation.mDuration *= factor;
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        aiNodeAnim& channel = *animation.mChannels[i];
        scaleTimes(channel.mPositionKeys, channel.mNumPositionKeys, factor);
        scaleTimes(channel.mRotationKeys, channel.mNumRotationKeys, factor);
        scaleTimes(channel.mScalingKeys, channel.mNumScalingKeys, factor);
    }
    for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
        scaleTimes(animation.mMorphMeshChannels[i]->mKeys, animation.mMorphMeshChannels[i]->mNumKeys, factor);
    }
    // mMeshChannels stay: a copy shares them with the scene. Assimp's FBX exporter writes none.
}

/// Takes away what Assimp would crash on.
void correct(aiScene& scene, const char* formatId) {
    // Without the flag an export takes the scene as it is: indexed, as scenes with
    // AI_SCENE_FLAGS_ALLOW_SHARED are.
    if (hasAnimMeshes(scene)) {
        scene.mFlags &= ~unsigned{AI_SCENE_FLAGS_NON_VERBOSE_FORMAT};
    }
    removeArraysWithoutBase(scene);
    if (hasSlowAnimations(scene, formatId)) {
        std::for_each(scene.mAnimations, scene.mAnimations + scene.mNumAnimations,
                      [](aiAnimation* animation) {
                          if (isSlow(*animation)) {
                              makeTicksSeconds(*animation);
                          }
                      });
    }
}

/// Whether Export would run MakeVerboseFormat on a scene with the flag. It does so for steps that need that
/// format, as almost all do, whether the entry of the format asks for them or the caller.
bool wouldMakeVerbose(Assimp::Exporter& exporter, const char* formatId, unsigned int preprocessing) {
    const Entry* const entry = findEntry(exporter, formatId);
    return preprocessing != 0 || (entry != nullptr && entry->mEnforcePP != 0);
}

/// A deep copy for Exporter::Export, which copies it once more.
class SceneCopy {
public:
    /// \throws std::bad_alloc
    explicit SceneCopy(const aiScene& scene) {
        Assimp::SceneCombiner::CopyScene(&scene_, &scene);
        // Here Assimp remembers which steps an import has run, and runs them no second time. Export only
        // reads it, and it is the scene's that Export is to read.
        ownPrivate_ = scene_->mPrivate;
        scene_->mPrivate = scene.mPrivate;
    }
    ~SceneCopy() {
        scene_->mPrivate = ownPrivate_;
        delete scene_;
    }
    SceneCopy(const SceneCopy&) = delete;
    SceneCopy& operator=(const SceneCopy&) = delete;

    aiScene& operator*() { return *scene_; }

private:
    aiScene* scene_ = nullptr;
    void* ownPrivate_ = nullptr;
};

/// The exporter's own copy of the scene, made for this call and not const.
void exportCorrectedFbx(const char* id, const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
                        const Assimp::ExportProperties* properties) {
    const LeaveExportersAlone leaveAlone;
    Assimp::Exporter unhooked;
    const Entry* const entry = findEntry(unhooked, id);
    if (entry == nullptr) {
        throw std::runtime_error("FBX: this Assimp has no exporter " + std::string(id));
    }
    correct(*const_cast<aiScene*>(scene), id);
    entry->mExportFunction(path, ioSystem, scene, properties);
}

void exportFbx(const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
               const Assimp::ExportProperties* properties) {
    exportCorrectedFbx(kFbxId, path, ioSystem, scene, properties);
}

void exportFbxAscii(const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
                    const Assimp::ExportProperties* properties) {
    exportCorrectedFbx(kFbxAsciiId, path, ioSystem, scene, properties);
}

/// An entry with another description is not Assimp's.
void hook(Entry* entry, const char* assimpDescription, Assimp::Exporter::fpExportFunc function) {
    if (entry != nullptr && std::strcmp(entry->mDescription.description, assimpDescription) == 0) {
        entry->mExportFunction = function;
    }
}

} // namespace

int exportSafely(ExportFunction assimpExport, Assimp::Exporter& exporter, const aiScene* scene,
                 const char* formatId, const char* path, unsigned int preprocessing,
                 const Assimp::ExportProperties* properties) {
    const bool makesVerbose = (scene->mFlags & AI_SCENE_FLAGS_NON_VERBOSE_FORMAT) != 0 &&
                              hasAnimMeshes(*scene) && wouldMakeVerbose(exporter, formatId, preprocessing);
    if (!makesVerbose && !hasArraysWithoutBase(*scene) && !hasSlowAnimations(*scene, formatId)) {
        return assimpExport(&exporter, scene, formatId, path, preprocessing, properties);
    }
    std::optional<SceneCopy> copy;
    try {
        copy.emplace(*scene);
    } catch (const std::bad_alloc&) {
        return aiReturn_OUTOFMEMORY;
    }
    correct(**copy, formatId);
    return assimpExport(&exporter, &**copy, formatId, path, preprocessing, properties);
}

void hookFbxExporters(Assimp::Exporter& exporter) {
    if (!LeaveExportersAlone::isOn()) {
        hook(findEntry(exporter, kFbxId), "Autodesk FBX (binary)", exportFbx);
        hook(findEntry(exporter, kFbxAsciiId), "Autodesk FBX (ascii)", exportFbxAscii);
    }
}

} // namespace assimp_md2
