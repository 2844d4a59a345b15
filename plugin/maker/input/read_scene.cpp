// SPDX-License-Identifier: BSD-3-Clause
#include "maker/input/read_scene.h"

#include "batch/collected_log.h"
#include "batch/command_line.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/scene/nodes.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/log.h"
#include "importer/files/stream.h"
#include "importer/settings/settings.h"
#include "maker/input/b3d_repairs.h"
#include "maker/input/gltf_check.h"
#include "maker/md2/poses.h"
#include "maker/pose/transform.h"

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

namespace assimp_md2::inner {
namespace {

constexpr const char* kSaveAsGlb = "; save the model as glb in Blender";

/// The starts of the names of importers that read no animation.
constexpr auto kWithoutAnimation = {"Blender", "Open Game Engine Exchange", "glTF Importer", "Unreal",
                                    "Extensible 3D"};

std::string whyItFails(const Assimp::Importer& importer, const std::string& path) {
    if (!openStream(*importer.GetIOHandler(), path, "rb")) {
        return cannotBeOpened(path).text;
    }
    const std::string reason = withoutPrefix(importer.GetErrorString());
    // Assimp takes any text with the word Blender for a BLEND file if no other importer wants it.
    const bool isOther = reason.rfind("BLEND: BLENDER magic", 0) == 0;
    if (isOther && !equalWithoutCase(extensionOf(path), ".blend")) {
        return "Assimp does not read this format";
    }
    if (reason.find("old format version") != std::string::npos) {
        return "Assimp does not read an FBX from before 2011; convert it to FBX 2013 with Autodesk's FBX "
               "Converter";
    }
    return equalWithoutCase(extensionOf(path), ".blend") && reason != "std::bad_alloc"
               ? std::string("Assimp cannot read a BLEND file of this version of Blender") + kSaveAsGlb
               : reason;
}

std::string beginningOf(Assimp::IOSystem& files, const std::string& path, std::size_t size) {
    const FileBytes bytes = readBeginning(files, path, size);
    return {bytes.slice().data(), bytes.slice().data() + bytes.slice().size()};
}

/// Reads a GLB whatever its extension, such as .vrm, and a B3D with several meshes.
const aiScene* readModel(Assimp::Importer& importer, const std::string& path, std::uint64_t limit) {
    Assimp::IOSystem& files = *importer.GetIOHandler();
    const std::string magic = beginningOf(files, path, 4);
    const bool isGlb = magic == "glTF" && !equalWithoutCase(extensionOf(path), ".glb");
    if (!isGlb && magic != "BB3D") {
        return importer.ReadFile(path, aiProcess_Triangulate);
    }
    Result<FileBytes> file = readFile(files, path, limit);
    if (!file) {
        throw CommandError(kFailed, file.error().text);
    }
    if (!isGlb) {
        repairB3d(*file);
    }
    return importer.ReadFileFromMemory(file->data(), file->slice().size(), aiProcess_Triangulate,
                                       isGlb ? "glb" : "b3d");
}

/// Warns of animation that Assimp's importer of the format leaves out.
void warnOfLostAnimation(const aiScene& scene, Assimp::IOSystem& files, const std::string& path) {
    constexpr std::size_t kHeader = 96;
    const FileBytes bytes = readBeginning(files, path, kHeader);
    const ByteSlice header = bytes.slice();
    const std::string magic = beginningOf(files, path, 4);
    const std::size_t place = magic == "IDPO"                      ? 68
                              : magic == "IDP3" || magic == "IDPC" ? 76
                              : magic == "INTE"                    ? 92 // INTERQUAKEMODEL
                                                                   : kHeader;
    const std::uint32_t count = header.contains(place, 4) ? header.u32(place) : 0;
    Warnings warnings;
    warnings.add("Assimp imports one frame of this format; frames that are left out",
                 count > 1 ? count - 1 : 0);
    const std::string importer = importerOf(scene);
    if (std::any_of(kWithoutAnimation.begin(), kWithoutAnimation.end(),
                    [&](const char* name) { return importer.rfind(name, 0) == 0; })) {
        warnings.note(std::string("Assimp does not read the animation of this format") + kSaveAsGlb);
    }
    logWarnings(path, "", warnings);
}

/// Warns of nodes of an FBX that do not inherit the scale of their parent, as Maya's joints do not
/// (InheritType 2), or do not inherit how it stretches them (0). Assimp gives both to them.
void warnOfInheritedScale(const aiScene& scene, const std::string& path) {
    constexpr std::string_view kPivot = "_$AssimpFbx$_";
    std::map<std::string_view, bool> scaled; // nodes, and whether they are stretched
    const auto add = [&](const aiString& node, const aiVector3D& scaling) {
        constexpr ai_real kTolerance = 0.01F;
        const std::string_view name = node.C_Str();
        const auto [least, most] = std::minmax({scaling.x, scaling.y, scaling.z});
        if (least < 1 - kTolerance || most > 1 + kTolerance) {
            bool& isStretched = scaled[name.substr(0, name.find(kPivot))];
            isStretched = isStretched || most - least > kTolerance * most;
        }
    };
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        for (unsigned int k = 0; k < scene.mAnimations[i]->mNumChannels; ++k) {
            const aiNodeAnim& channel = *scene.mAnimations[i]->mChannels[k];
            std::for_each(channel.mScalingKeys, channel.mScalingKeys + channel.mNumScalingKeys,
                          [&](const aiVectorKey& key) { add(channel.mNodeName, key.mValue); });
        }
    }
    Warnings warnings;
    for (const SceneNode& listed : listNodes(*scene.mRootNode)) {
        const aiNode& node = *listed.node;
        add(node.mName, decompose(toTransform(node.mTransformation)).scaling);
        const aiNode* parent = node.mParent;
        while (parent != nullptr && std::strstr(parent->mName.C_Str(), kPivot.data()) != nullptr) {
            parent = parent->mParent;
        }
        const auto found = scaled.find(parent == nullptr ? "" : parent->mName.C_Str());
        std::int32_t type = 1;
        if (found != scaled.end() && node.mMetaData != nullptr && node.mMetaData->Get("InheritType", type) &&
            (type == 2 || (type == 0 && found->second))) {
            warnings.add("parts have the wrong size, because their bones do not inherit the scale of their "
                         "parent, but Assimp gives it to them; bake the scale in an editor",
                         1, node.mName.C_Str());
        }
    }
    logWarnings(path, "", warnings);
}

/// Sets the rate of animations that Assimp does not read right: 24 for each MD5, and 0 if the file leaves the
/// default to the reader, by which the exporters of Assimp divide.
void setRate(aiScene& scene, Assimp::IOSystem& files, const std::string& path) {
    const std::string importer = importerOf(scene);
    double longest = 0;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        longest = std::max(longest, scene.mAnimations[i]->mDuration);
    }
    // Many X files without a rate count frames, which are far fewer than ticks.
    unsigned long rate = importer == kB3dImporter                    ? 60
                         : importer == kXImporter && longest >= 2400 ? 4800
                                                                     : 25;
    if (importer == kMd5Importer) {
        const std::string text = beginningOf(files, std::string(withoutExtension(path)) + ".md5anim", 4096);
        const std::size_t place = text.find("frameRate");
        rate = place == std::string::npos ? 0 : std::strtoul(text.c_str() + place + 9, nullptr, 10);
    }
    for (unsigned int i = 0; i < scene.mNumAnimations && rate > 0; ++i) {
        aiAnimation& animation = *scene.mAnimations[i];
        if (importer == kMd5Importer || animation.mTicksPerSecond <= 0) {
            animation.mTicksPerSecond = static_cast<double>(rate);
        }
    }
}

} // namespace

aiScene& readScene(Assimp::Importer& importer, const std::string& path) {
    // The importer makes the scene and deletes it, so it may be changed.
    Assimp::IOSystem& files = *importer.GetIOHandler();
    const std::uint64_t limit = checked(readSettings(importer, {})).maxMemoryBytes;
    auto* const scene = const_cast<aiScene*>(readModel(importer, path, limit));
    if (scene == nullptr || isImportedGltf(*scene)) {
        const auto most =
            static_cast<std::size_t>(std::min<std::uint64_t>(kMostGltfJson, limit / kGltfJsonMemory));
        const FileBytes file = readBeginning(files, path, most);
        Warnings warnings;
        if (const std::string garbage = garbageInGltf(file.slice(), warnings); !garbage.empty()) {
            throw CommandError(kFailed, garbage);
        }
        logWarnings(path, "", warnings);
        constexpr std::string_view kVrm0 = "\"VRM\""; // VRM 1.0 has VRMC_vrm, and the front of glTF
        const ByteSlice bytes = file.slice();
        if (scene != nullptr && std::search(bytes.data(), bytes.data() + bytes.size(), kVrm0.begin(),
                                            kVrm0.end()) != bytes.data() + bytes.size()) {
            scene->mMetaData->Add(kFrontMinusZ, aiString(std::string("VRM")));
        }
    }
    if (scene == nullptr) {
        throw CommandError(kFailed, whyItFails(importer, path));
    }
    if (!isImportedMd2(*scene)) {
        warnOfLostAnimation(*scene, files, path);
        warnOfInheritedScale(*scene, path);
        setRate(*scene, files, path);
    }
    return *scene;
}

} // namespace assimp_md2::inner
