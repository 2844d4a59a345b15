// SPDX-License-Identifier: BSD-3-Clause
// The parts of a glTF document that come from a scene: nodes, the skin, materials, animations and meshes.
#pragma once

#include "gltf/scene/nodes.h"
#include "gltf/writer/document.h"
#include "importer/base/unique_names.h"

#include <unordered_map>

struct aiMesh;
struct aiScene;

namespace assimp_md2::inner {

class Meshes;
class SceneImages;
struct ResourceLimits;
struct GltfSkin;

/// The position, rotation and scaling of a matrix, which glTF animates separately.
struct Transformation {
    explicit Transformation(const aiMatrix4x4& matrix) { matrix.Decompose(scaling, rotation, position); }

    aiVector3D position;
    aiQuaternion rotation;
    aiVector3D scaling;
};

/// Whether the channels of a node change its translation, rotation and scale in any animation.
using Moves = std::array<bool, 3>;

/// The nodes in the order in which they are written: each before its children.
class Nodes {
public:
    explicit Nodes(const aiScene& scene);

    std::size_t count() const { return nodes_.size(); }
    const aiNode& at(std::size_t number) const { return *nodes_[number].node; }

    /// The first node of this name, as aiNode::FindNode.
    std::optional<std::size_t> find(std::string_view name) const;

    /// The nearest node that is above all nodes from `first` to `last`. Only the root can be one of them.
    std::size_t nearestAbove(std::size_t first, std::size_t last) const;

    /// Writes the nodes, the scene's roots and the skin.
    void write(Document& document, const aiScene& scene, const Meshes& meshes, const GltfSkin& skin,
               const std::vector<Moves>& moves) const;

private:
    std::vector<SceneNode> nodes_;
    std::unordered_map<std::string_view, std::size_t> firstOfName_;
};

/// The joints of all meshes with bones. They share one skin, because some programs read only the first one.
struct GltfSkin {
    std::vector<std::size_t> joints;        ///< nodes, ascending: each before its children
    std::vector<float> inverseBindMatrices; ///< aiBone::mOffsetMatrix of each joint
    /// The nearest node above all bones. It is a joint without weights, unless it is the scene's root: Unreal
    /// and other programs refuse or split a skeleton that has several roots.
    std::size_t root = 0;

    bool hasJoint(std::size_t node) const { return std::binary_search(joints.begin(), joints.end(), node); }
    /// The index of a node in `joints`.
    std::size_t jointOf(std::size_t node) const {
        return static_cast<std::size_t>(std::lower_bound(joints.begin(), joints.end(), node) -
                                        joints.begin());
    }
};

/// \return an error if a bone has no node, or if one skin is not enough: bones of a node have different
/// offset
///     matrices, a vertex of a mesh with bones has no weight, or a node has meshes with and without bones
Result<GltfSkin> sharedSkin(const aiScene& scene, const Nodes& nodes);

/// The names of the anim meshes of a mesh as they are written. Programs use them as keys, so they are unique,
/// without characters that separate the parts of a path of an animation track.
std::vector<std::string> targetNames(const aiMesh& mesh);

/// The names and the variants of the materials. The materials themselves are written last, so that images use
/// only the memory that is left.
class Materials {
public:
    /// If a model has several materials and its meshes use only one of them, the materials become variants
    /// (KHR_materials_variants). By default a mesh shows its own material. A model of version 15 has no
    /// variants, because each of its meshes uses a different skin.
    Materials(Document& document, const aiScene& scene);

    /// Adds the extension with the variants to a primitive.
    ///
    /// \param material of the primitive
    void writeVariants(JsonText& primitive, std::size_t material) const;

    /// Writes materials, textures and images. PNG and JPEG are embedded byte for byte; PCX, BMP and
    /// TGA are embedded as PNG. A `.gltf` references a PNG or JPEG file if the texture path leads to it from
    /// the folder of the `.gltf`. Missing images and images above the limits are left out with one warning,
    /// because a glTF file must not reference missing files.
    ///
    /// \param neededBytes of the document without images
    void write(const SceneImages& sceneImages, const ResourceLimits& limits, double neededBytes) const;

private:
    Document& document_;
    const aiScene& scene_;
    std::vector<std::string> names_;
    std::map<int, std::string> variants_; ///< by model: the JSON of a primitive's extensions
};

/// The glTF mesh for all meshes of a node. Nodes with the same list of meshes share it.
struct GltfMesh {
    std::size_t index = 0;
    std::size_t targetCount = 0;
    bool isSkinned = false;
};

class Meshes {
public:
    /// Writes the meshes. The bytes of vertices are calculated from the scene when the document is written.
    Meshes(Document& document, const aiScene& scene, const Nodes& nodes, const GltfSkin& skin,
           const Materials& materials, const std::vector<Moves>& moves);
    Meshes(const Meshes&) = delete;
    Meshes& operator=(const Meshes&) = delete;

    /// The mesh of a node; null when it has no triangles.
    const GltfMesh* of(std::size_t node) const { return ofNode_[node]; }
    /// Whether a node becomes a root without transformation. Skinning ignores the transformations of a node
    /// with a skinned mesh and of its parents, and glTF's validator warns about them. A node that is a joint,
    /// is animated, or has children and a transformation or another parent than the root stays.
    bool becomesRoot(std::size_t node) const { return becomesRoot_[node]; }

private:
    std::map<std::vector<unsigned int>, std::optional<GltfMesh>> meshes_; ///< by the meshes of the scene
    std::vector<const GltfMesh*> ofNode_;
    std::vector<bool> becomesRoot_;
};

/// The moves of each node.
std::vector<Moves> findMoves(const aiScene& scene, const Nodes& nodes);

/// Writes each animation of the scene. An animation that moves nothing gets a channel that keeps the root's
/// transformation, because glTF requires at least one channel, and dropping the animation would change the
/// indices of the others.
///
/// - A node channel moves the first node of its name. Translation, rotation and scale are left out if they
///   are not in `moves`.
/// - A morph channel moves nodes that have targets (MorphedByName).
///
/// \return whether a channel keeps the root's transformation; the root then needs a translation of its own
bool writeAnimations(Document& document, const aiScene& scene, const Nodes& nodes, const Meshes& meshes,
                     const std::vector<Moves>& moves);

} // namespace assimp_md2::inner
