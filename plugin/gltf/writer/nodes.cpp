// SPDX-License-Identifier: BSD-3-Clause
// The nodes of a scene by number and by name, and how they are written with their skins.
#include "gltf/writer/parts.h"

#include "assimp-md2/metadata.h"
#include "gltf/scene/imported_scene.h"

#include <assimp/scene.h>

namespace assimp_md2::inner {
namespace {

void writeTransformation(JsonText& json, const aiMatrix4x4& matrix, bool mayBeMatrix) {
    if (matrix.IsIdentity()) {
        return;
    }
    if (mayBeMatrix) {
        json.list("matrix", finite(matrix));
        return;
    }
    // A channel needs a node without a matrix.
    const Transformation parts(matrix);
    const auto list = [&](const char* name, const auto& numbers, const auto& identity) {
        if (numbers != identity) {
            json.list(name, numbers);
        }
    };
    list("translation", finite(parts.position), Vec3{});
    list("rotation", finite(parts.rotation), std::array{0.0f, 0.0f, 0.0f, 1.0f});
    list("scale", finite(parts.scaling), Vec3{1, 1, 1});
}

/// The names of the animations with a closing key, as extras of the root node: Assimp's glTF importer reads
/// extras of nodes only.
void writeLoopNames(Document& document, const aiScene& scene) {
    const auto closed = closedAnimations(scene);
    UniqueNames names;
    JsonText loops;
    std::size_t count = 0;
    for (unsigned int i = 0; closed && i < scene.mNumAnimations; ++i) {
        const char* const name = scene.mAnimations[i]->mName.C_Str();
        const std::string written = names.unique(name);
        if (closed->count(name) > 0) {
            loops.member(ASSIMP_MD2_METADATA_LOOP + std::to_string(count++), written);
        }
    }
    if (count > 0) {
        document.nodes.moveIn("extras", loops, "{}");
    }
}

} // namespace

Nodes::Nodes(const aiScene& scene) : nodes_(listNodes(*scene.mRootNode)) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        firstOfName_.emplace(at(i).mName.C_Str(), i);
    }
}

std::optional<std::size_t> Nodes::find(std::string_view name) const {
    const auto found = firstOfName_.find(name);
    return found == firstOfName_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t Nodes::nearestAbove(std::size_t first, std::size_t last) const {
    std::size_t node = nodes_[first].parent;
    while (nodes_[node].end <= last) {
        node = nodes_[node].parent;
    }
    return node;
}

void Nodes::write(Document& document, const aiScene& scene, const Meshes& meshes, const GltfSkin& skin,
                  const std::vector<Moves>& moves) const {
    if (!skin.joints.empty()) {
        document.skins.begin();
        document.skins.member("inverseBindMatrices",
                              document.addShared(ViewContent::Matrices, 16, skin.inverseBindMatrices));
        document.skins.list("joints", skin.joints);
        document.skins.member("skeleton", skin.root);
        document.skins.end();
    }
    UniqueNames names;
    JsonText& json = document.nodes;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const aiNode& node = at(i);
        json.begin();
        json.member("name", names.unique(node.mName.C_Str()));
        std::vector<std::size_t> children;
        for (std::size_t child = i + 1; child < nodes_[i].end; child = nodes_[child].end) {
            if (!meshes.becomesRoot(child)) {
                children.push_back(child);
            }
        }
        if (!children.empty()) {
            json.list("children", children);
        }
        if (meshes.of(i) != nullptr) {
            json.member("mesh", meshes.of(i)->index);
            if (meshes.of(i)->isSkinned) {
                json.member("skin", 0);
            }
        }
        if (!meshes.becomesRoot(i)) {
            // raylib ignores the matrix of a joint.
            writeTransformation(json, node.mTransformation, moves[i] == Moves{} && !skin.hasJoint(i));
        }
        if (i == 0) {
            writeLoopNames(document, scene);
        }
        json.end();
        if (i == 0 || meshes.becomesRoot(i)) {
            document.roots.value(i);
        }
    }
}

} // namespace assimp_md2::inner
