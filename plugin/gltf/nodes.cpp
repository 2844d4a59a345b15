// SPDX-License-Identifier: BSD-3-Clause
// The nodes of a scene by number and by name, and how they are written with their skins.
#include "gltf/parts.h"

#include "ai_scene/imported_scene.h"
#include "assimp-md2/metadata.h"

#include <assimp/scene.h>

namespace assimp_md2 {
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

/// Writes the skin of a mesh, unless another mesh has the same skin.
///
/// \param node with the mesh
/// \return the index of the skin
std::size_t writeSkin(Document& document, const GltfMesh& mesh, std::size_t node) {
    GltfSkin& skin = *mesh.skin;
    if (skin.index && !mesh.usesOwnNode) {
        return *skin.index;
    }
    const std::uint64_t bytes = (skin.joints.size() + 1) * 2 * (sizeof(std::size_t) + sizeof(Mat4));
    Loan loan(document.budget); // until they are shared
    loan.take(bytes);
    std::vector<std::size_t> joints;
    joints.reserve(skin.joints.size() + 1);
    joints.insert(joints.end(), skin.joints.begin(), skin.joints.end());
    std::vector<float> matrices;
    matrices.reserve(skin.inverseBindMatrices.size() + std::tuple_size_v<Mat4>);
    matrices.insert(matrices.end(), skin.inverseBindMatrices.begin(), skin.inverseBindMatrices.end());
    if (mesh.usesOwnNode) {
        const Mat4 identity = finite(aiMatrix4x4());
        joints.push_back(node);
        matrices.insert(matrices.end(), identity.begin(), identity.end());
    }
    const std::size_t index = document.skins.begin();
    document.skins.member("inverseBindMatrices",
                          document.addShared(ViewContent::Matrices, 16, std::move(matrices)));
    document.skins.list("joints", joints);
    document.skins.end();
    if (!mesh.usesOwnNode) {
        skin.index = index;
    }
    return index;
}

/// The names of the animations with a closing key, as extras of the root node: Assimp's glTF importer reads
/// extras of nodes only.
void writeLoopNames(Document& document, const aiScene& scene) {
    Loan loan(document.budget);
    loan.take(scene.mNumAnimations * kBytesPerClosedAnimation);
    const auto names = closedAnimations(scene);
    std::size_t count = 0;
    for (unsigned int i = 0; names && i < scene.mNumAnimations; ++i) {
        const char* const name = scene.mAnimations[i]->mName.C_Str();
        if (names->count(name) > 0) {
            if (count == 0) {
                document.nodes.open("extras", "{");
            }
            document.nodes.member(ASSIMP_MD2_METADATA_LOOP + std::to_string(count++), name);
        }
    }
    if (count > 0) {
        document.nodes.close("}");
    }
}

} // namespace

Nodes::Nodes(Document& document, const aiScene& scene) {
    Loan loan(document.budget);
    nodes_ = listNodes(*scene.mRootNode, loan);
    constexpr std::uint64_t kNode = 80; // in a hash map, and as JSON
    loan.take(kNode * nodes_.size());
    loan.keep();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        firstOfName_.emplace(at(i).mName.C_Str(), i);
    }
}

std::optional<std::size_t> Nodes::find(std::string_view name) const {
    const auto found = firstOfName_.find(name);
    return found == firstOfName_.end() ? std::nullopt : std::optional(found->second);
}

void Nodes::write(Document& document, const aiScene& scene, const Meshes& meshes,
                  const std::vector<Moves>& moves) const {
    JsonText& json = document.nodes;
    const auto writeMesh = [&](std::size_t i) {
        const GltfMesh& mesh = *meshes.of(i);
        json.member("mesh", mesh.index);
        if (mesh.isSkinned()) {
            json.member("skin", writeSkin(document, mesh, i));
        }
    };
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const aiNode& node = at(i);
        json.begin();
        json.member("name", node.mName.C_Str());
        bool hasChildren = false;
        for (std::size_t child = i + 1; child < nodes_[i].end; child = nodes_[child].end) {
            if (meshes.becomesRoot(child)) {
                continue;
            }
            if (!hasChildren) {
                json.open("children", "[");
                hasChildren = true;
            }
            json.value(child);
        }
        if (hasChildren) {
            json.close("]");
        }
        if (meshes.of(i) != nullptr && meshes.nodeWithMesh(i) == i) {
            writeMesh(i);
        }
        if (!meshes.becomesRoot(i)) {
            // raylib ignores the matrix of a joint.
            writeTransformation(json, node.mTransformation, moves[i] == Moves{} && !meshes.isJoint(i));
        }
        if (i == 0) {
            writeLoopNames(document, scene);
        }
        json.end();
        if (i == 0 || meshes.becomesRoot(i)) {
            document.roots.value(i);
        }
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (meshes.nodeWithMesh(i) != i) {
            document.roots.value(json.begin());
            json.member("name", at(i).mName.C_Str() + std::string("_skin"));
            writeMesh(i);
            json.end();
        }
    }
}

} // namespace assimp_md2
