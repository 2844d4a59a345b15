// SPDX-License-Identifier: BSD-3-Clause
// Builds the bones of meshes and their nodes.
#include "importer/scene/scene_parts.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

aiVector3D vectorOf(const std::array<float, 3>& values) {
    return {values[0], values[1], values[2]};
}

aiMatrix4x4 translation(const aiVector3D& vector) {
    aiMatrix4x4 matrix;
    aiMatrix4x4::Translation(vector, matrix);
    return matrix;
}

/// How many corners each bone moves.
std::vector<unsigned int> cornerCounts(const std::vector<std::uint32_t>& vertices,
                                       const ModelSkeleton& skeleton) {
    std::vector<unsigned int> counts(skeleton.boneNames.size());
    for (const std::uint32_t vertex : vertices) {
        const VertexWeights& weights = skeleton.skeleton.weights[skeleton.vertexOf[vertex]];
        for (std::size_t i = 0; i < weights.count; ++i) {
            ++counts[weights.bone[i]];
        }
    }
    return counts;
}

/// Adds the nodes of a model's bones: to `roots`, those of bones without a parent.
void addBoneNodes(const ModelSkeleton& skeleton, Objects<aiNode>& roots) {
    const std::vector<Skeleton::Bone>& bones = skeleton.skeleton.bones;
    std::vector<Objects<aiNode>> childrenOf(bones.size());
    const std::size_t known = roots.size();
    // Children come after their parents, so all children of a bone exist when its turn comes.
    for (std::size_t bone = bones.size(); bone-- > 0;) {
        auto node = std::make_unique<aiNode>();
        node->mName = assimpString(skeleton.boneNames[bone]);
        aiVector3D position = vectorOf(bones[bone].origin);
        if (bones[bone].parent >= 0) {
            position -= vectorOf(bones[static_cast<std::size_t>(bones[bone].parent)].origin);
        }
        node->mTransformation = translation(position);
        Objects<aiNode>& children = childrenOf[bone];
        std::reverse(children.begin(), children.end());
        adopt(std::move(children), *node);
        Objects<aiNode>& siblings =
            bones[bone].parent >= 0 ? childrenOf[static_cast<std::size_t>(bones[bone].parent)] : roots;
        siblings.push_back(std::move(node));
    }
    std::reverse(roots.begin() + static_cast<std::ptrdiff_t>(known), roots.end());
}

} // namespace

void addBones(aiMesh& mesh, const Mesh& source, const ModelSkeleton& skeleton) {
    const Skeleton& values = skeleton.skeleton;
    const std::vector<std::uint32_t>& vertices = source.geometry.vertices;
    const std::vector<unsigned int> counts = cornerCounts(vertices, skeleton);
    Objects<aiBone> bones(counts.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (counts[i] > 0) {
            bones[i] = std::make_unique<aiBone>();
            bones[i]->mName = assimpString(skeleton.boneNames[i]);
            bones[i]->mOffsetMatrix = translation(-vectorOf(values.bones[i].origin));
            bones[i]->mWeights = new aiVertexWeight[counts[i]];
        }
    }
    for (std::size_t corner = 0; corner < vertices.size(); ++corner) {
        const std::size_t vertex = skeleton.vertexOf[vertices[corner]];
        mesh.mVertices[corner] = vectorOf(values.restPositions[vertex]);
        mesh.mNormals[corner] = vectorOf(skeleton.restNormals[vertex]);
        const VertexWeights& weights = values.weights[vertex];
        for (std::size_t i = 0; i < weights.count; ++i) {
            aiBone& bone = *bones[weights.bone[i]];
            bone.mWeights[bone.mNumWeights++] = {static_cast<unsigned int>(corner), weights.weight[i]};
        }
    }
    bones.erase(std::remove(bones.begin(), bones.end(), nullptr), bones.end());
    attach(std::move(bones), mesh.mBones, mesh.mNumBones);
}

std::unique_ptr<aiNode> newSkeletonNode(const Scene& scene) {
    Objects<aiNode> roots;
    for (const Model& model : scene.models) {
        if (model.skeleton) {
            addBoneNodes(*model.skeleton, roots);
        }
    }
    auto node = std::make_unique<aiNode>();
    node->mName = assimpString(scene.skeletonName);
    adopt(std::move(roots), *node);
    return node;
}

} // namespace assimp_md2::inner
