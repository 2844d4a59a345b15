// SPDX-License-Identifier: BSD-3-Clause
// The nodes of a scene by number and by name, and how they are written with their skins.
#include "gltf/parts.h"

#include <assimp/scene.h>

namespace assimp_md2 {
namespace {

void writeTransformation(JsonText& json, const aiMatrix4x4& matrix, bool isAnimated) {
    if (matrix.IsIdentity()) {
        return;
    }
    if (!isAnimated) {
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
    list("translation", finite(parts.position), Vector{});
    list("rotation", finite(parts.rotation), std::array{0.0f, 0.0f, 0.0f, 1.0f});
    list("scale", finite(parts.scaling), Vector{1, 1, 1});
}

/// Writes the skin of a mesh.
///
/// \param node with the mesh
/// \return the index of the skin
std::size_t writeSkin(Document& document, const GltfMesh& mesh, std::size_t node) {
    const std::uint64_t bytes = (mesh.joints.size() + 1) * 2 * (sizeof(std::size_t) + sizeof(Matrix));
    if (!document.budget.take(bytes)) {
        return 0;
    }
    std::vector<std::size_t> joints = mesh.joints;
    std::vector<float> matrices = mesh.inverseBindMatrices;
    if (mesh.usesOwnNode) {
        const Matrix identity = finite(aiMatrix4x4());
        joints.push_back(node);
        matrices.insert(matrices.end(), identity.begin(), identity.end());
    }
    const std::size_t index = document.skins.begin();
    document.skins.member("inverseBindMatrices", document.addShared(Use::Matrices, 16, std::move(matrices)));
    document.skins.list("joints", joints);
    document.skins.end();
    document.budget.giveBack(bytes);
    return index;
}

} // namespace

Nodes::Nodes(Document& document, const aiScene& scene) {
    // In vectors and a hash map, and as JSON.
    constexpr std::uint64_t kNode = 224;
    std::vector<std::pair<const aiNode*, std::size_t>> open{{scene.mRootNode, 0}}; // with the parent
    while (!open.empty() && document.budget.take(kNode)) {
        const auto [node, parent] = open.back();
        const std::size_t number = nodes_.size();
        open.pop_back();
        firstOfName_.emplace(node->mName.C_Str(), number);
        nodes_.push_back(node);
        children_.emplace_back();
        if (number > 0) {
            children_[parent].push_back(number);
        }
        for (unsigned int i = node->mNumChildren; i > 0; --i) {
            open.emplace_back(node->mChildren[i - 1], number);
        }
    }
}

std::optional<std::size_t> Nodes::find(std::string_view name) const {
    const auto found = firstOfName_.find(name);
    return found == firstOfName_.end() ? std::nullopt : std::optional(found->second);
}

void Nodes::write(Document& document, const Meshes& meshes, const std::vector<Moves>& moves) const {
    JsonText& json = document.nodes;
    const auto writeMesh = [&](std::size_t i) {
        const GltfMesh& mesh = *meshes.of(i);
        json.member("mesh", mesh.index);
        if (mesh.isSkinned()) {
            json.member("skin", writeSkin(document, mesh, i));
        }
    };
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const aiNode& node = *nodes_[i];
        json.begin();
        json.member("name", node.mName.C_Str());
        std::vector<std::size_t> children;
        std::copy_if(children_[i].begin(), children_[i].end(), std::back_inserter(children),
                     [&](std::size_t child) { return !meshes.becomesRoot(child); });
        if (!children.empty()) {
            json.list("children", children);
        }
        if (meshes.of(i) != nullptr && meshes.nodeWithMesh(i) == i) {
            writeMesh(i);
        }
        if (!meshes.becomesRoot(i)) {
            writeTransformation(json, node.mTransformation, moves[i] != Moves{});
        }
        json.end();
        if (i == 0 || meshes.becomesRoot(i)) {
            document.roots.value(i);
        }
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (meshes.nodeWithMesh(i) != i) {
            document.roots.value(json.begin());
            json.member("name", nodes_[i]->mName.C_Str() + std::string("_skin"));
            writeMesh(i);
            json.end();
        }
    }
}

} // namespace assimp_md2
