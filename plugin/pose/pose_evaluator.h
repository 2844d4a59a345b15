// SPDX-License-Identifier: BSD-3-Clause
// An aiScene at a time: node animation, skinning and morph targets → positions and normals in world space.
#pragma once

#include "format/error.h"
#include "io/budget.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

struct aiAnimation;
struct aiMesh;
struct aiNode;
struct aiScene;

namespace assimp_md2 {

/// One mesh of one node: a mesh that two nodes use occurs twice.
struct PosedMesh {
    const aiNode* node;
    const aiMesh* mesh;
    std::size_t firstVertex; ///< of all vertices of a pose; the vertices are those of `mesh`, in their order
    /// The scene as it stands mirrors the mesh, so that the winding of its faces must be reversed. Normals
    /// are right already. A skinned mesh is mirrored when its bones mirror most of it.
    bool isMirrored;
};

/// Evaluates poses. Keeps a reference to the scene, which must not change meanwhile.
///
/// A pose is made of these steps, as glTF and Assimp define them:
/// - Weights of anim meshes: from the morph channel whose name is that of the node (also with `*` and a
///   number behind it, as Assimp's FBX importer writes it) or of the mesh; otherwise aiAnimMesh::mWeight,
///   unless it is the 1 that Assimp's FBX and Collada importers write for any weight. Channels of kind
///   aiMeshAnim are ignored: no importer makes them.
/// - An anim mesh holds absolute positions and normals: v + Σ weight · (target − v), for each
/// aiMorphingMethod.
/// - Node channels replace the transformation of the node of their name: see NodeChannel in pose/channels.h.
///   Of several nodes of one name it is the first in depth-first order, as in aiNode::FindNode; of several
///   channels for one node the first.
/// - Vertices without bones: the global transformation of their node.
/// - Vertices with bones: Σ weight · global transformation of the bone's node · aiBone::mOffsetMatrix. The
///   mesh's own node does not matter then. Weights are divided by their sum, as three.js does. Weights that
///   are not above 0 or whose vertex does not exist are ignored. A bone without a node leaves its share of a
///   vertex with the mesh's node.
/// - Normals: the inverse transpose of the same transformation.
class PoseEvaluator {
public:
    /// Checks the scene and prepares for all its animations. Takes time and memory in proportion to nodes,
    /// bone weights and keys.
    ///
    /// \param budget is charged for the memory of the evaluator, until it is destroyed; it must live longer
    /// \param repairs receives what is ignored: BoneWithoutNode, BoneWeightIgnored, AnimMeshIgnored,
    ///        ChannelIgnored, MorphKeyOutside, KeysUnordered, KeyTimeNotFinite
    /// \return BadScene: a pointer is null, a mesh index out of range, a node reached twice, or the vertices
    ///         are too many to be addressed; OverBudget
    /// \throws std::bad_alloc
    static Result<PoseEvaluator> create(const aiScene& scene, Budget& budget, Repairs& repairs);

    PoseEvaluator(PoseEvaluator&& other) noexcept;
    PoseEvaluator& operator=(PoseEvaluator&& other) noexcept;
    ~PoseEvaluator();

    /// In depth-first order of the nodes, and in the order of aiNode::mMeshes.
    const std::vector<PosedMesh>& meshes() const;

    /// The vertices of all meshes().
    std::size_t vertexCount() const;

    /// Allocates no memory. Numbers in the scene that are not finite, or too large for floats, give positions
    /// that are not finite.
    ///
    /// \param animation below aiScene::mNumAnimations; nothing for the scene as it stands
    /// \param ticks of the animation; keys are held before the first and after the last
    /// \param positions receives 3 floats for each vertex, in world space
    /// \param normals receives 3 floats for each vertex: a unit vector, or 0 where there is none; may be null
    void evaluate(std::optional<std::size_t> animation, double ticks, float* positions, float* normals);

private:
    struct State;
    explicit PoseEvaluator(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

/// When an animation of a checked scene ends: the later of aiAnimation::mDuration and its last key.
///
/// \return 0 or more, finite
double durationInTicks(const aiAnimation& animation);

/// aiAnimation::mTicksPerSecond, or 25 where it is not a positive number: Assimp's viewer has this default
/// for 0, which importers write when the file does not say.
double ticksPerSecond(const aiAnimation& animation);

} // namespace assimp_md2
