// SPDX-License-Identifier: BSD-3-Clause
// Corrects scenes of this library's importer that make Assimp's exporters crash or fail.
#include "registration/safe_export.h"

#include "export/entry.h"
#include "registration/gltf_entries.h"
#include "scene/imported_scene.h"

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
#include <unordered_map>
#include <unordered_set>
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

/// Converts the times of an animation from ticks to seconds. One tick is then one second.
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
    // mMeshChannels are not converted: a copied scene shares them with its original, and the FBX exporter
    // does not use them.
}

/// `name` without `_` and a number at its end, which the glTF 1 exporter adds to names that are taken.
std::string withoutNumber(const std::string& name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    return last != std::string::npos && last + 1 < name.size() && name[last] == '_' ? name.substr(0, last)
                                                                                    : name;
}

using Names = std::unordered_set<std::string>;

void collectNodes(const aiNode& node, Names& names) {
    names.insert(node.mName.C_Str());
    for (unsigned int i = 0; i < node.mNumChildren; ++i) {
        collectNodes(*node.mChildren[i], names);
    }
}

/// The names that the glTF 1 exporter uses as ids before it writes the nodes. It may add a number to each.
Names earlierNames(const aiScene& scene) {
    Names names = {"binary_glTF", "buffer", "image", "material", "sampler", "texture"};
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        const std::string name = scene.mMaterials[i]->GetName().C_Str();
        names.insert({name, name + "_material"});
    }
    return names;
}

/// The names of animated nodes that the glTF 1 exporter may already use as ids when it writes the nodes.
Names takenNames(const aiScene& scene, const Names& earlier) {
    Names taken;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        for (unsigned int k = 0; k < animation.mNumChannels; ++k) {
            const std::string name = animation.mChannels[k]->mNodeName.C_Str();
            if (earlier.count(name) > 0 || earlier.count(withoutNumber(name)) > 0) {
                taken.insert(name);
            }
        }
    }
    return taken;
}

bool hasTakenNames(const aiScene& scene, const char* formatId) {
    return isOneOf(formatId, true) && scene.mRootNode != nullptr &&
           !takenNames(scene, earlierNames(scene)).empty();
}

template <typename Rename>
void renameNodes(aiNode& node, Rename rename) {
    rename(node.mName);
    for (unsigned int i = 0; i < node.mNumChildren; ++i) {
        renameNodes(*node.mChildren[i], rename);
    }
}

/// Renames the nodes whose names are taken, and the channels and bones that refer to them. A new name is
/// `moved`, a number and `node`; the exporter does not make such names. Each number is tried once, so the
/// number of attempts is linear in the number of names.
void renameTakenNames(aiScene& scene) {
    const Names earlier = earlierNames(scene);
    Names nodes;
    collectNodes(*scene.mRootNode, nodes);
    std::unordered_map<std::string, std::string> newNames;
    std::size_t number = 0;
    for (const std::string& name : takenNames(scene, earlier)) {
        std::string& newName = newNames[name];
        do {
            newName = "moved" + std::to_string(number++) + "node";
        } while (earlier.count(newName) > 0 || nodes.count(newName) > 0);
    }
    const auto rename = [&](aiString& name) {
        const auto found = newNames.find(name.C_Str());
        if (found != newNames.end()) {
            name = aiString(found->second);
        }
    };
    renameNodes(*scene.mRootNode, rename);
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        for (unsigned int k = 0; k < animation.mNumChannels; ++k) {
            rename(animation.mChannels[k]->mNodeName);
        }
    }
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        for (unsigned int k = 0; k < scene.mMeshes[i]->mNumBones; ++k) {
            rename(scene.mMeshes[i]->mBones[k]->mName);
        }
    }
}

/// Corrects everything in a scene that makes Assimp's exporter for this format crash or fail.
void correct(aiScene& scene, const char* formatId) {
    // Without this flag, Export does not expand the meshes. Indexed meshes are allowed, because the scene has
    // AI_SCENE_FLAGS_ALLOW_SHARED.
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
    if (hasTakenNames(scene, formatId)) {
        renameTakenNames(scene);
    }
}

/// Whether Export would run MakeVerboseFormat on a scene with AI_SCENE_FLAGS_NON_VERBOSE_FORMAT. Almost all
/// steps need the verbose format, both those of the caller and those that the format enforces.
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
        // In mPrivate, Assimp records which steps the import has run, so that it does not run them again.
        // Export only reads it, so the copy may use that of the original scene.
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
    if (isImportedMd2(*scene)) {
        correct(*const_cast<aiScene*>(scene), id);
    }
    entry->mExportFunction(path, ioSystem, scene, properties);
}

/// Replaces the entry only if it has Assimp's description; otherwise the program has registered it.
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
    if (!isImportedMd2(*scene)) {
        const AssimpsOwnGltf assimps(exporter, formatId);
        return assimpExport(&exporter, scene, formatId, path, preprocessing, properties);
    }
    const bool makesVerbose = (scene->mFlags & AI_SCENE_FLAGS_NON_VERBOSE_FORMAT) != 0 &&
                              hasAnimMeshes(*scene) && wouldMakeVerbose(exporter, formatId, preprocessing);
    if (!makesVerbose && !hasArraysWithoutBase(*scene) && !hasSlowAnimations(*scene, formatId) &&
        !hasTakenNames(*scene, formatId)) {
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
