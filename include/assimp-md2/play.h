// SPDX-License-Identifier: BSD-3-Clause
// The pose of a mesh at a time of a clip, and the image of its skin. One header, which needs Assimp only.
#pragma once

#include <assimp/anim.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace assimp_md2 {

/// One vector for each vertex of a mesh, in the axes of the scene.
struct Pose {
    std::vector<aiVector3D> positions;
    std::vector<aiVector3D> normals;
};

/// The image of a mesh: a PNG or JPEG file in memory, or the path of an image file.
struct SkinImage {
    const unsigned char* bytes = nullptr; ///< null: `path` is a file. Belongs to the scene
    std::size_t size = 0;
    std::string path; ///< empty if the mesh has no image
};

namespace play {

/// The keys before and after a time, and the time between them, 0 to 1.
template <typename Key>
struct Keys {
    Keys(const Key* keys, unsigned int count, double tick) {
        after = std::find_if(keys, keys + count - 1, [&](const Key& key) { return key.mTime > tick; });
        before = after == keys || after->mTime <= tick ? after : after - 1;
        const double time = after->mTime - before->mTime;
        share = static_cast<ai_real>(time > 0 ? (tick - before->mTime) / time : 0);
    }
    const Key* before;
    const Key* after;
    ai_real share;
};

inline aiVector3D vectorAt(const Keys<aiVectorKey>& keys) {
    return keys.before->mValue + keys.share * (keys.after->mValue - keys.before->mValue);
}

/// The transformation of a node to the scene.
inline aiMatrix4x4 transformationOf(const aiNode& node, const aiAnimation& clip, double tick) {
    aiMatrix4x4 local = node.mTransformation;
    for (unsigned int i = 0; i < clip.mNumChannels; ++i) {
        const aiNodeAnim& channel = *clip.mChannels[i];
        if (channel.mNodeName == node.mName) {
            const Keys<aiQuatKey> turn(channel.mRotationKeys, channel.mNumRotationKeys, tick);
            aiQuaternion rotation;
            aiQuaternion::Interpolate(rotation, turn.before->mValue, turn.after->mValue, turn.share);
            local = aiMatrix4x4(vectorAt({channel.mScalingKeys, channel.mNumScalingKeys, tick}), rotation,
                                vectorAt({channel.mPositionKeys, channel.mNumPositionKeys, tick}));
        }
    }
    return node.mParent != nullptr ? transformationOf(*node.mParent, clip, tick) * local : local;
}

inline void add(Pose& pose, const aiMesh& mesh, const aiMeshMorphKey& key, ai_real share) {
    for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
        const ai_real weight = share * static_cast<ai_real>(key.mWeights[i]);
        const aiAnimMesh& frame = *mesh.mAnimMeshes[key.mValues[i]];
        for (unsigned int vertex = 0; weight != 0 && vertex < mesh.mNumVertices; ++vertex) {
            pose.positions[vertex] += weight * frame.mVertices[vertex];
            pose.normals[vertex] += weight * frame.mNormals[vertex];
        }
    }
}

} // namespace play

/// The pose of a mesh with anim meshes or bones. The clip repeats; `seconds` from its start are 0 or more.
inline Pose poseAt(const aiScene& scene, const aiMesh& mesh, const aiAnimation& clip, double seconds) {
    const double tick = std::fmod(seconds * clip.mTicksPerSecond, clip.mDuration);
    Pose pose{std::vector<aiVector3D>(mesh.mNumVertices), std::vector<aiVector3D>(mesh.mNumVertices)};
    for (unsigned int i = 0; i < clip.mNumMorphMeshChannels; ++i) {
        const aiMeshMorphAnim& channel = *clip.mMorphMeshChannels[i];
        if (channel.mName == mesh.mName) { // the name of its node, too
            const play::Keys<aiMeshMorphKey> keys(channel.mKeys, channel.mNumKeys, tick);
            play::add(pose, mesh, *keys.before, 1 - keys.share);
            play::add(pose, mesh, *keys.after, keys.share);
        }
    }
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        const aiNode& node = *scene.mRootNode->FindNode(bone.mName);
        const aiMatrix4x4 matrix = play::transformationOf(node, clip, tick) * bone.mOffsetMatrix;
        for (unsigned int j = 0; j < bone.mNumWeights; ++j) {
            const auto [vertex, weight] = bone.mWeights[j];
            pose.positions[vertex] += weight * (matrix * mesh.mVertices[vertex]);
            pose.normals[vertex] += weight * (aiMatrix3x3(matrix) * mesh.mNormals[vertex]);
        }
    }
    std::for_each(pose.normals.begin(), pose.normals.end(), [](aiVector3D& each) { each.NormalizeSafe(); });
    return pose;
}

/// The image of a mesh's skin.
inline SkinImage skinOf(const aiScene& scene, const aiMesh& mesh) {
    aiString name;
    scene.mMaterials[mesh.mMaterialIndex]->GetTexture(aiTextureType_DIFFUSE, 0, &name);
    if (name.length == 0) {
        return {};
    }
    if (const aiTexture* const texture = scene.GetEmbeddedTexture(name.C_Str())) {
        return {reinterpret_cast<const unsigned char*>(texture->pcData), texture->mWidth, {}};
    }
    aiString folder;
    scene.mMetaData->Get("MD2_FOLDER", folder); // ends with a slash, or is empty
    return {nullptr, 0, std::string(folder.C_Str()) + name.C_Str()};
}

} // namespace assimp_md2
