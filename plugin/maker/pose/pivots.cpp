// SPDX-License-Identifier: BSD-3-Clause
#include "maker/pose/pivots.h"

#include <assimp/scene.h>

#include <string>

namespace assimp_md2::inner {

std::unordered_set<std::string_view> movedNames(const aiScene& scene) {
    std::unordered_set<std::string_view> names;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        for (unsigned int j = 0; j < animation.mNumChannels; ++j) {
            names.insert(animation.mChannels[j]->mNodeName.C_Str());
        }
    }
    return names;
}

std::vector<Transform> withJoinedPivots(const aiScene& scene, const std::vector<SceneNode>& nodes) {
    const std::unordered_set<std::string_view> animated = movedNames(scene);
    std::vector<Transform> locals;
    for (const SceneNode& node : nodes) {
        locals.push_back(toTransform(node.node->mTransformation));
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string_view name = nodes[i].node->mName.C_Str();
        if (animated.count(name) == 0) {
            continue;
        }
        const std::string prefix = std::string(name) + "_$AssimpFbx$_";
        std::vector<std::size_t> pivots;
        bool hasAnimatedPivot = false;
        for (std::size_t above = nodes[i].parent; above > 0; above = nodes[above].parent) {
            const std::string_view pivot = nodes[above].node->mName.C_Str();
            if (nodes[above].node->mNumChildren != 1 || pivot.substr(0, prefix.size()) != prefix) {
                break;
            }
            hasAnimatedPivot = hasAnimatedPivot || animated.count(pivot) > 0;
            pivots.push_back(above);
        }
        for (const std::size_t above : hasAnimatedPivot ? std::vector<std::size_t>() : pivots) {
            locals[i] = locals[above] * locals[i];
            locals[above] = Transform();
        }
    }
    return locals;
}

} // namespace assimp_md2::inner
