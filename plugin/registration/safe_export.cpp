// SPDX-License-Identifier: BSD-3-Clause
// Exports of valid scenes that Assimp's exporters crash on or refuse. Knows aiScene and where Assimp fails,
// nothing of MD2.
#include "registration/safe_export.h"

#include "gltf/export_entry.h"

#include <assimp/Exporter.hpp>
#include <assimp/SceneCombiner.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace assimp_md2 {
namespace {

using Entry = Assimp::Exporter::ExportFormatEntry;

/// The exporters that crash or fail by themselves: Assimp's ids and descriptions.
struct Format {
    const char* id;
    const char* description;
    bool isGltf1;
};
constexpr std::array<Format, 4> kFormats = {{{"fbx", "Autodesk FBX (binary)", false},
                                             {"fbxa", "Autodesk FBX (ascii)", false},
                                             {"gltf", "GL Transmission Format", true},
                                             {"glb", "GL Transmission Format (binary)", true}}};
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

bool isOneOf(const char* formatId, bool gltf1) {
    return std::any_of(kFormats.begin(), kFormats.end(), [&](const Format& format) {
        return format.isGltf1 == gltf1 && std::strcmp(formatId, format.id) == 0;
    });
}

bool hasSlowAnimations(const aiScene& scene, const char* formatId) {
    return kFbxDividesByWholeTicks && isOneOf(formatId, false) &&
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
    // Not mMeshChannels: a copy of a scene shares them with it, and FBX has none.
}

/// Whether the glTF 1 exporter may have given the id `name` away before it comes to the nodes.
bool mayBeTakenInGltf1(const aiScene& scene, const std::string& name) {
    for (const char* generated : {"material", "texture", "image", "sampler"}) {
        if (name == generated || name.rfind(generated + std::string("_"), 0) == 0) {
            return true;
        }
    }
    return std::any_of(scene.mMaterials, scene.mMaterials + scene.mNumMaterials, [&](aiMaterial* material) {
        const std::string materialName = material->GetName().C_Str();
        return name == materialName || name == materialName + "_material";
    });
}

/// A node of `animation` whose name is taken, or null.
aiNode* nodeWithTakenName(const aiScene& scene, const aiAnimation& animation) {
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        const aiString& name = animation.mChannels[i]->mNodeName;
        if (mayBeTakenInGltf1(scene, name.C_Str())) {
            if (aiNode* const node = scene.mRootNode->FindNode(name)) {
                return node;
            }
        }
    }
    return nullptr;
}

aiNode* animatedNodeWithTakenName(const aiScene& scene, const char* formatId) {
    if (!isOneOf(formatId, true) || scene.mRootNode == nullptr) {
        return nullptr;
    }
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        if (aiNode* const node = nodeWithTakenName(scene, *scene.mAnimations[i])) {
            return node;
        }
    }
    return nullptr;
}

/// Gives the node a name that is free, as the exporter would, and what refers to it as well.
void rename(aiScene& scene, aiNode& node) {
    const aiString oldName = node.mName;
    std::string freeName = oldName.C_Str();
    do {
        freeName += "_node";
    } while (mayBeTakenInGltf1(scene, freeName) || scene.mRootNode->FindNode(freeName.c_str()) != nullptr);
    const auto follow = [&](aiString& name) {
        if (name == oldName) {
            name = aiString(freeName);
        }
    };
    follow(node.mName);
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        for (unsigned int j = 0; j < scene.mAnimations[i]->mNumChannels; ++j) {
            follow(scene.mAnimations[i]->mChannels[j]->mNodeName);
        }
    }
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        for (unsigned int j = 0; j < scene.mMeshes[i]->mNumBones; ++j) {
            follow(scene.mMeshes[i]->mBones[j]->mName);
        }
    }
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
    while (aiNode* const node = animatedNodeWithTakenName(scene, formatId)) {
        rename(scene, *node);
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

/// Assimp's exporter of the format, for its own copy of the scene, which was made for this call and is not
/// const.
template <std::size_t index>
void exportCorrected(const char* path, Assimp::IOSystem* ioSystem, const aiScene* scene,
                     const Assimp::ExportProperties* properties) {
    const LeaveExportersAlone leaveAlone;
    Assimp::Exporter unhooked;
    const char* const id = kFormats[index].id;
    const Entry* const entry = findEntry(unhooked, id);
    if (entry == nullptr) {
        throw std::runtime_error("this Assimp has no exporter " + std::string(id));
    }
    correct(*const_cast<aiScene*>(scene), id);
    entry->mExportFunction(path, ioSystem, scene, properties);
}

/// An entry with another description is not Assimp's.
template <std::size_t index>
void hook(Assimp::Exporter& exporter) {
    Entry* const entry = findEntry(exporter, kFormats[index].id);
    if (entry != nullptr && std::strcmp(entry->mDescription.description, kFormats[index].description) == 0) {
        entry->mExportFunction = exportCorrected<index>;
    }
}

template <std::size_t... indices>
void hookAll(Assimp::Exporter& exporter, std::index_sequence<indices...>) {
    (hook<indices>(exporter), ...);
}

} // namespace

int exportSafely(ExportFunction assimpExport, Assimp::Exporter& exporter, const aiScene* scene,
                 const char* formatId, const char* path, unsigned int preprocessing,
                 const Assimp::ExportProperties* properties) {
    const bool makesVerbose = (scene->mFlags & AI_SCENE_FLAGS_NON_VERBOSE_FORMAT) != 0 &&
                              hasAnimMeshes(*scene) && wouldMakeVerbose(exporter, formatId, preprocessing);
    if (!makesVerbose && !hasArraysWithoutBase(*scene) && !hasSlowAnimations(*scene, formatId) &&
        animatedNodeWithTakenName(*scene, formatId) == nullptr) {
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

void hookFailingExporters(Assimp::Exporter& exporter) {
    if (!LeaveExportersAlone::isOn()) {
        hookAll(exporter, std::make_index_sequence<kFormats.size()>());
    }
}

} // namespace assimp_md2
