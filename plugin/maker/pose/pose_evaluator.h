// SPDX-License-Identifier: BSD-3-Clause
// Evaluates an aiScene at a given time: computes positions and normals in world space from node animation,
// skinning and anim meshes.
#pragma once

#include "gltf/scene/nodes.h"
#include "importer/base/warnings.h"
#include "maker/pose/channels.h"
#include "maker/pose/transform.h"

#include <assimp/mesh.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

struct aiScene;

namespace assimp_md2::inner {

/// One mesh of one node: a mesh that two nodes use occurs twice.
struct PosedMesh {
    const aiNode* node;
    const aiMesh* mesh;
    std::size_t nodeIndex; ///< of `node`, in depth-first order
    /// Index of the mesh's first vertex in the pose; the vertices have the order of `mesh`.
    std::size_t firstVertex;
    /// true: the scene without animation mirrors the mesh, so the winding of its faces must be reversed;
    /// never in scenes of X files. The normals of a pose are already correct. A skinned mesh counts as
    /// mirrored if its bones mirror most of its vertices.
    bool isMirrored;
};

/// Selects a pose of a scene.
struct Pose {
    /// Index below aiScene::mNumAnimations; std::nullopt for the scene without animation.
    std::optional<std::size_t> animation;
    /// Of the animation. Before the first and after the last key, channels hold the nearest key.
    double ticks = 0;
    /// Each mesh is the anim mesh of this index, if it has one. std::nullopt: anim meshes have their weights.
    std::optional<std::size_t> frame{};
    DoubleVector shift{}; ///< of the whole scene, in its own space
};

/// Evaluates poses. Keeps a reference to the scene, which must not change while the evaluator exists.
///
/// A pose is made of these steps, as glTF and Assimp define them:
/// - Weights of anim meshes come from the morph channel with the name of the node or of the mesh. The name of
///   the node may be followed by `*` and a number, as in scenes of Assimp's FBX importer. Without a channel
///   the weight is aiAnimMesh::mWeight. In scenes of Assimp's FBX and Collada importers an mWeight of 1 is
///   read as 0. aiMeshAnim channels are ignored, because no importer makes them.
/// - Anim meshes have absolute positions and normals, independent of aiMesh::mMethod. The result is
///   v + Σ weight · (target − v).
/// - A node channel replaces the transformation of the node with its name (see NodeChannel in
///   pose/channels.h). If several nodes have the name, the first one in depth-first order is used, as in
///   aiNode::FindNode. If the name is that of a bone, nodes without meshes come first, and among them those
///   whose parent or child has the name of a bone. If a node has several channels, the first one is used.
/// - Vertices without bones: the global transformation of their node.
/// - Vertices with bones: Σ weight · global transformation of the bone's node · aiBone::mOffsetMatrix. The
///   transformation of the mesh's own node is not used. Weights are divided by their sum, as three.js does.
///   Weights that are not above 0 or whose vertex does not exist are ignored. If a bone has no node, its
///   share of a vertex moves with the node of the mesh. In scenes of Assimp's glTF importer, which leaves out
///   weights that are NaN, a vertex without weights has those of the nearest vertex.
/// - Normals: the inverse transpose of the same transformation.
class PoseEvaluator {
public:
    /// Prepares all animations of a scene. Time and memory are linear in the number of nodes, meshes of
    /// nodes, bone weights and keys.
    ///
    /// \param scene has a root node; its arrays and the mesh indices of its nodes are valid, as in any scene
    ///        of an importer
    /// \param repairs receives the kinds in pose/repairs.h
    /// \param world from the space of the scene to the space of the poses
    explicit PoseEvaluator(const aiScene& scene, Warnings& repairs, const Transform& world = {});

    PoseEvaluator(PoseEvaluator&&) = default;
    PoseEvaluator& operator=(PoseEvaluator&&) = default;

    /// Sets the transformation from the space of the scene to the space of the poses. It must mirror the
    /// scene if the former one does.
    void setWorld(const Transform& world) { world_ = world; }
    const Transform& world() const { return world_; }

    /// The meshes, in depth-first order of their nodes and then in the order of aiNode::mMeshes.
    const std::vector<PosedMesh>& meshes() const { return meshes_; }

    /// The vertices of all meshes(). Callers check before they allocate.
    std::size_t vertexCount() const { return vertexCount_; }

    /// Computes a pose. Numbers in the scene that are not finite, or too large for floats, give positions
    /// that are not finite.
    ///
    /// \param positions receives 3 floats for each vertex of all meshes, in world space
    /// \param normals receives 3 floats for each vertex: a vector of any length, because not every caller
    ///     needs unit vectors; 0 where there is none; may be null
    void evaluate(const Pose& pose, float* positions, float* normals);

    /// Whether no channel of an animation, as they are read, moves anything.
    bool isConstant(std::size_t animation) const;

private:
    struct NamedNode {
        std::size_t first; ///< with the name, as aiNode::FindNode finds it
        std::size_t moved; ///< by channels and bones
    };
    using NodesByName = std::unordered_map<std::string_view, NamedNode>;

    /// What moves the vertices of a mesh.
    struct Skin {
        struct Bone {
            std::size_t node;
            const aiMatrix4x4* offset;
        };
        /// A share of a bone in a vertex.
        struct Influence {
            std::size_t placement;
            double weight; ///< those of a vertex sum to 1
        };
        std::vector<Bone> bones; ///< those that have a node
        /// Of each vertex; none: it moves with the mesh's node. Empty for a mesh without bones.
        std::vector<std::vector<Influence>> influences;
        /// In the current pose: first that of the mesh's node, then those of the bones.
        std::vector<Transform> placements;

        /// \param isGltf whether all vertices must have weights
        Skin(const aiMesh& mesh, const NodesByName& nodesByName, bool isGltf, Warnings& repairs);
        void fillWeights(const aiMesh& mesh, Warnings& repairs);
        Transform placementOf(std::size_t vertex) const;
        /// Whether most vertices are mirrored.
        bool isMirrored() const;
    };

    struct Channels {
        std::unordered_map<std::size_t, NodeChannel> nodes; ///< by the index of the node
        /// By indices in meshes().
        std::unordered_map<std::size_t, std::shared_ptr<const MorphTracks>> morphs;
    };

    /// An anim mesh that has a weight in a pose.
    struct Target {
        const aiAnimMesh* mesh;
        double weight;
    };

    NodesByName findNodes(const aiScene& scene, Warnings& repairs) const;
    void listMeshes(const aiScene& scene, const NodesByName& nodesByName, Warnings& repairs);
    void readNodeChannels(const aiScene& scene, const NodesByName& nodesByName, Warnings& repairs);
    void readMorphChannels(const aiScene& scene);

    const Channels& channelsOf(const Pose& pose) const {
        return animations_[pose.animation.value_or(animations_.size() - 1)];
    }
    void placeNodesAndBones(const Pose& pose);
    const Skin& placedSkinOf(const PosedMesh& posed);
    std::vector<Target> targetsOf(std::size_t mesh, const Pose& pose) const;
    static DoubleVector morphed(const aiVector3D* base, const std::vector<Target>& targets,
                                aiVector3D* aiAnimMesh::*vectors, std::size_t vertex);

    Transform world_; ///< from the space of the scene to that of the poses
    std::vector<SceneNode> nodes_;
    std::vector<Transform> locals_; ///< of the nodes, without animation
    std::vector<PosedMesh> meshes_;
    std::size_t vertexCount_ = 0;
    std::unordered_map<const aiMesh*, Skin> skins_;
    std::vector<Channels> animations_; ///< and one that moves nothing
    /// Assimp's FBX importer writes a weight of 1 for channels with a single shape, that of Collada in place
    /// of 0.
    bool ignoresWeightsOfOne_;
    std::vector<Transform> globals_; ///< of the nodes, in the current pose
};

} // namespace assimp_md2::inner
