// SPDX-License-Identifier: BSD-3-Clause
// Plays a clip of a model with bones, as engines do, and writes the pose as OBJ. Needs Assimp only:
//     c++ -std=c++17 play_bones.cpp $(pkg-config --cflags --libs assimp) -o play_bones
//     assimp-md2 --animation=skeleton ./play_bones tris.md2 run 0.25 > pose.obj
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

/// The transformations of the nodes to the space of the scene, by the names of the nodes.
using Transformations = std::map<std::string, aiMatrix4x4>;

/// The keys around a time, and the time between them: 0 at `before`, 1 at `after`.
template <typename Key>
struct Keys {
    const Key& before;
    const Key& after;
    ai_real share;
};

template <typename Key>
Keys<Key> keysAt(const Key* keys, unsigned int count, double tick) {
    const Key* const end = keys + count;
    const Key* const next = std::find_if(keys, end, [&](const Key& key) { return key.mTime > tick; });
    const Key& before = next == keys ? *next : next[-1];
    const Key& after = next == end ? end[-1] : *next;
    const double time = after.mTime - before.mTime;
    return {before, after, static_cast<ai_real>(time > 0 ? (tick - before.mTime) / time : 0)};
}

aiMatrix4x4 transformationAt(const aiNodeAnim& channel, double tick) {
    const auto position = keysAt(channel.mPositionKeys, channel.mNumPositionKeys, tick);
    const auto rotation = keysAt(channel.mRotationKeys, channel.mNumRotationKeys, tick);
    const auto scaling = keysAt(channel.mScalingKeys, channel.mNumScalingKeys, tick);
    aiQuaternion turn;
    aiQuaternion::Interpolate(turn, rotation.before.mValue, rotation.after.mValue, rotation.share);
    const auto mix = [](const Keys<aiVectorKey>& keys) {
        return keys.before.mValue + keys.share * (keys.after.mValue - keys.before.mValue);
    };
    return {mix(scaling), turn, mix(position)};
}

/// The node and all below it. A node without a channel keeps its own transformation.
void addGlobal(const aiNode& node, const aiMatrix4x4& parent, const Transformations& moved,
               Transformations& globals) {
    const auto found = moved.find(node.mName.C_Str());
    const aiMatrix4x4 global = parent * (found != moved.end() ? found->second : node.mTransformation);
    globals[node.mName.C_Str()] = global;
    for (unsigned int i = 0; i < node.mNumChildren; ++i) {
        addGlobal(*node.mChildren[i], global, moved, globals);
    }
}

Transformations globalsAt(const aiScene& scene, const aiAnimation& animation, double tick) {
    Transformations moved;
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        const aiNodeAnim& channel = *animation.mChannels[i];
        moved[channel.mNodeName.C_Str()] = transformationAt(channel, tick);
    }
    Transformations globals;
    addGlobal(*scene.mRootNode, aiMatrix4x4(), moved, globals);
    return globals;
}

/// The positions of a mesh in the scene, where y is up, as the vertex shader of an engine computes them: the
/// palette has a matrix for each bone, and each vertex up to four weights.
std::vector<aiVector3D> positionsOf(const aiMesh& mesh, const Transformations& globals) {
    std::vector<aiVector3D> positions(mesh.mNumVertices);
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        const aiMatrix4x4 palette = globals.at(bone.mName.C_Str()) * bone.mOffsetMatrix;
        for (unsigned int j = 0; j < bone.mNumWeights; ++j) {
            const auto [vertex, weight] = bone.mWeights[j];
            positions[vertex] += weight * (palette * mesh.mVertices[vertex]);
        }
    }
    return positions;
}

/// Writes the meshes of the node and of all nodes below it.
void writePose(const aiScene& scene, const aiNode& node, const Transformations& globals,
               unsigned int& written) {
    for (unsigned int i = 0; i < node.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
        for (const aiVector3D& position : positionsOf(mesh, globals)) {
            std::printf("v %.9g %.9g %.9g\n", position.x, position.y, position.z);
        }
        for (unsigned int face = 0; face < mesh.mNumFaces; ++face) {
            std::printf("f");
            for (unsigned int corner = 0; corner < mesh.mFaces[face].mNumIndices; ++corner) {
                std::printf(" %u", written + mesh.mFaces[face].mIndices[corner] + 1);
            }
            std::printf("\n");
        }
        written += mesh.mNumVertices;
    }
    for (unsigned int i = 0; i < node.mNumChildren; ++i) {
        writePose(scene, *node.mChildren[i], globals, written);
    }
}

const aiAnimation* animationNamed(const aiScene& scene, const std::string& name) {
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        if (name == scene.mAnimations[i]->mName.C_Str()) {
            return scene.mAnimations[i];
        }
    }
    return nullptr;
}

int main(int argc, char** argv) {
    Assimp::Importer importer;
    const aiScene* const scene = argc == 4 ? importer.ReadFile(argv[1], 0) : nullptr;
    const aiAnimation* const animation = scene != nullptr ? animationNamed(*scene, argv[2]) : nullptr;
    if (animation == nullptr || animation->mNumChannels == 0) {
        std::fprintf(stderr, "usage: play_bones MODEL CLIP SECONDS %s\n", importer.GetErrorString());
        return 1;
    }
    // The clip repeats.
    const double tick = std::fmod(std::atof(argv[3]) * animation->mTicksPerSecond, animation->mDuration);
    unsigned int written = 0;
    writePose(*scene, *scene->mRootNode, globalsAt(*scene, *animation, tick), written);
}
