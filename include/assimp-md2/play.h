// SPDX-License-Identifier: BSD-3-Clause
// The pose of a mesh at a time of a clip, and the image of its skin. One header, which needs Assimp only.
//
// The arguments of a call belong to one scene, which must live during the call. Only SkinImage::bytes points
// into the scene afterwards. No function reads outside it, even if a post-processing step has changed it.
//
// Until version 2.0, the functions and structs outside namespace play keep their signatures, their members
// and what their comments promise.
#pragma once

#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2 {

/// What follows the end of a clip: its start, or its last key for ever.
enum class Repeat { Loop, Hold };

/// One vector for each vertex of a mesh, in the axes of the scene.
struct Pose {
    std::vector<aiVector3D> positions;
    std::vector<aiVector3D> normals; ///< of length 1; empty if the mesh has none
};

/// Two indices of aiMesh::mAnimMeshes. The pose is (1 - blend) × `before` + blend × `after`.
struct FramePair {
    unsigned int before = 0;
    unsigned int after = 0;
    ai_real blend = 0; ///< 0 to 1
};

/// The image of a mesh: a PNG or JPEG file in memory, or the path of an image file.
struct SkinImage {
    const unsigned char* bytes = nullptr; ///< null: `path` is a file. Belongs to the scene
    std::size_t size = 0;
    std::string path; ///< empty if the mesh has no image
};

namespace play {

/// The keys before and after a tick, and the place between them, 0 to 1. Null if there are no keys.
template <typename Key>
struct Keys {
    Keys(const Key* keys, unsigned int count, double tick) {
        if (count > 0) {
            after = std::find_if(keys, keys + count - 1, [&](const Key& key) { return key.mTime > tick; });
            before = after == keys || after->mTime <= tick ? after : after - 1;
            const double time = after->mTime - before->mTime;
            blend = static_cast<ai_real>(time > 0 ? (tick - before->mTime) / time : 0);
        }
    }
    const Key* before = nullptr;
    const Key* after = nullptr;
    ai_real blend = 0;
};

inline aiVector3D between(const Keys<aiVectorKey>& keys) {
    return keys.before->mValue + keys.blend * (keys.after->mValue - keys.before->mValue);
}

inline double tickAt(const aiAnimation& clip, double seconds, Repeat repeat) {
    const double tick = seconds * clip.mTicksPerSecond;
    const double inClip = repeat == Repeat::Hold ? std::min(tick, clip.mDuration)
                                                 : tick - std::floor(tick / clip.mDuration) * clip.mDuration;
    return inClip > 0 ? inClip : 0; // also if it is not a number
}

/// The keys of the anim meshes. Their channel has the name of the mesh or of its node.
inline Keys<aiMeshMorphKey> morphKeysAt(const aiScene& scene, const aiMesh& mesh, const aiAnimation& clip,
                                        double tick) {
    const auto isMesh = [&](unsigned int i) { return i < scene.mNumMeshes && scene.mMeshes[i] == &mesh; };
    for (unsigned int i = 0; i < clip.mNumMorphMeshChannels; ++i) {
        const aiMeshMorphAnim& channel = *clip.mMorphMeshChannels[i];
        const aiNode* const node = scene.mRootNode->FindNode(channel.mName);
        if (channel.mName == mesh.mName ||
            (node != nullptr && std::any_of(node->mMeshes, node->mMeshes + node->mNumMeshes, isMesh))) {
            return {channel.mKeys, channel.mNumKeys, tick};
        }
    }
    return {nullptr, 0, tick};
}

/// Whether an anim mesh has a position for each vertex of its mesh.
inline bool isComplete(const aiMesh& mesh, unsigned int frame) {
    return frame < mesh.mNumAnimMeshes && mesh.mAnimMeshes[frame]->HasPositions() &&
           mesh.mAnimMeshes[frame]->mNumVertices == mesh.mNumVertices;
}

inline void addMorph(Pose& pose, const aiMesh& mesh, const aiMeshMorphKey& key, ai_real share) {
    for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
        if (key.mWeights[i] == 0 || !isComplete(mesh, key.mValues[i])) {
            continue;
        }
        const ai_real weight = share * static_cast<ai_real>(key.mWeights[i]);
        const aiAnimMesh& frame = *mesh.mAnimMeshes[key.mValues[i]];
        for (unsigned int vertex = 0; vertex < pose.positions.size(); ++vertex) {
            pose.positions[vertex] += weight * (frame.mVertices[vertex] - mesh.mVertices[vertex]);
        }
        for (unsigned int vertex = 0; frame.HasNormals() && vertex < pose.normals.size(); ++vertex) {
            pose.normals[vertex] += weight * (frame.mNormals[vertex] - mesh.mNormals[vertex]);
        }
    }
}

/// The transformation of a node to the scene.
inline aiMatrix4x4 transformationOf(const aiNode* node, const aiAnimation& clip, double tick) {
    aiMatrix4x4 whole;
    for (; node != nullptr; node = node->mParent) {
        aiMatrix4x4 local = node->mTransformation;
        for (unsigned int i = 0; i < clip.mNumChannels; ++i) {
            const aiNodeAnim& channel = *clip.mChannels[i];
            if (channel.mNodeName == node->mName && channel.mNumScalingKeys > 0 &&
                channel.mNumRotationKeys > 0 && channel.mNumPositionKeys > 0) {
                const Keys<aiQuatKey> turn(channel.mRotationKeys, channel.mNumRotationKeys, tick);
                aiQuaternion rotation;
                aiQuaternion::Interpolate(rotation, turn.before->mValue, turn.after->mValue, turn.blend);
                local = aiMatrix4x4(between({channel.mScalingKeys, channel.mNumScalingKeys, tick}), rotation,
                                    between({channel.mPositionKeys, channel.mNumPositionKeys, tick}));
            }
        }
        whole = local * whole;
    }
    return whole;
}

inline void addBone(Pose& pose, const Pose& base, const aiBone& bone, const aiMatrix4x4& matrix) {
    for (unsigned int i = 0; i < bone.mNumWeights; ++i) {
        const auto [vertex, weight] = bone.mWeights[i];
        if (vertex < base.positions.size()) {
            pose.positions[vertex] += weight * (matrix * base.positions[vertex] - base.positions[vertex]);
        }
        if (vertex < base.normals.size()) {
            const aiVector3D& normal = base.normals[vertex];
            pose.normals[vertex] += weight * (aiMatrix3x3(matrix) * normal - normal);
        }
    }
}

} // namespace play

/// The anim meshes between which a clip has a mesh, for a GPU or OGRE. In scenes of this library each key
/// shows one anim mesh; of any other key it is the one with the greatest weight.
///
/// \param seconds from the start of the clip; any number
/// \return nothing if the clip does not move anim meshes of the mesh
inline std::optional<FramePair> framesAt(const aiScene& scene, const aiMesh& mesh, const aiAnimation& clip,
                                         double seconds, Repeat repeat = Repeat::Loop) {
    const auto keys = play::morphKeysAt(scene, mesh, clip, play::tickAt(clip, seconds, repeat));
    const auto shown = [](const aiMeshMorphKey* key) {
        const unsigned int count = key != nullptr ? key->mNumValuesAndWeights : 0;
        const auto greatest = count > 0 ? std::max_element(key->mWeights, key->mWeights + count) : nullptr;
        return greatest != nullptr ? key->mValues[greatest - key->mWeights] : ~0U;
    };
    const FramePair frames{shown(keys.before), shown(keys.after), keys.blend};
    const bool exist = play::isComplete(mesh, frames.before) && play::isComplete(mesh, frames.after);
    return exist ? std::optional(frames) : std::nullopt;
}

/// The pose of a mesh with anim meshes or bones. What the clip does not move is as in the mesh.
///
/// \param seconds from the start of the clip; any number
/// \return no positions if the mesh has none
inline Pose poseAt(const aiScene& scene, const aiMesh& mesh, const aiAnimation& clip, double seconds,
                   Repeat repeat = Repeat::Loop) {
    const double tick = play::tickAt(clip, seconds, repeat);
    const unsigned int normals = mesh.HasNormals() ? mesh.mNumVertices : 0;
    Pose pose{{mesh.mVertices, mesh.mVertices + (mesh.HasPositions() ? mesh.mNumVertices : 0)},
              {mesh.mNormals, mesh.mNormals + normals}};
    const auto keys = play::morphKeysAt(scene, mesh, clip, tick);
    if (keys.before != nullptr) {
        play::addMorph(pose, mesh, *keys.before, 1 - keys.blend);
        play::addMorph(pose, mesh, *keys.after, keys.blend);
    }
    const Pose base = pose;
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        if (const aiNode* const node = scene.mRootNode->FindNode(bone.mName)) {
            play::addBone(pose, base, bone, play::transformationOf(node, clip, tick) * bone.mOffsetMatrix);
        }
    }
    std::for_each(pose.normals.begin(), pose.normals.end(), [](aiVector3D& each) { each.NormalizeSafe(); });
    return pose;
}

/// The image of a mesh's skin.
inline SkinImage skinOf(const aiScene& scene, const aiMesh& mesh) {
    aiString name, folder;
    if (mesh.mMaterialIndex < scene.mNumMaterials) {
        scene.mMaterials[mesh.mMaterialIndex]->GetTexture(aiTextureType_DIFFUSE, 0, &name);
    }
    const aiTexture* const texture = name.length > 0 ? scene.GetEmbeddedTexture(name.C_Str()) : nullptr;
    if (texture != nullptr) {
        return {reinterpret_cast<const unsigned char*>(texture->pcData), texture->mWidth, {}};
    }
    if (name.length > 0 && scene.mMetaData != nullptr) {
        scene.mMetaData->Get("MD2_FOLDER", folder); // ends with a slash, or is empty
    }
    return {nullptr, 0, std::string(folder.C_Str()) + name.C_Str()};
}

} // namespace assimp_md2
