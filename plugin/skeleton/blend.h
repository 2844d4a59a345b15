// SPDX-License-Identifier: BSD-3-Clause
// Alternately improves the weights, motions and rest positions of a skinned model.
#pragma once

#include "skeleton/clusters.h"
#include "skeleton/skeleton.h"
#include "skeleton/tree.h"

#include <vector>

namespace assimp_md2 {

/// A skinned model and its error relative to the positions. Each improvement lowers the sum of squared
/// distances.
class Blend {
public:
    /// The arguments must outlive the blend.
    ///
    /// \param positions of the vertices in all frames
    /// \param restFrame the frame that is the rest pose: no bone moves in it
    /// \param start positions of the vertices in it; improveRest fits the rest pose to all frames
    /// \param steps of the frames
    Blend(const Trajectories& positions, Index restFrame, const std::vector<Vector3>& start,
          const std::vector<float>& steps, Index mostBones);

    const Motions& motions() const { return motions_; }
    const std::vector<VertexWeights>& weights() const { return weights_; }
    const std::vector<Vector3>& rest() const { return rest_; }
    const std::vector<VertexError>& errors() const { return errors_; }

    /// Starts again with one bone per vertex, and the rest frame as the rest pose.
    void start(const std::vector<Index>& labels, Index bones);

    /// Copies weights, rest positions and candidates from a blend with the same bones and other frames.
    void adopt(const Blend& other);

    /// Chooses candidate bones for each vertex: the bones that predict its positions best as its only bone.
    void chooseCandidates();
    void improveWeights();
    /// Improves the motions of all bones.
    ///
    /// \param runsOfBone for each bone, the runs for RigidFit::solve; empty: every frame has its own
    ///     transformation
    void improveMotions(const std::vector<std::vector<Index>>& runsOfBone = {});
    void improveRest();
    /// Improves the motions of all bones, parents first. A bone keeps its transformation where consecutive
    /// frames have equal ones, and its rotations are held relative to its parent; see RigidFit::solve.
    ///
    /// \param holds bones × frames: factors of the holds
    void steadyMotions(const std::vector<TreeBone>& tree, const std::vector<float>& holds);

    /// Adds bones for the vertices with the largest errors. A new bone starts with the motion of a few
    /// vertices.
    ///
    /// \param onlyFar only for vertices that are more than seven steps off in one frame
    /// \return how many bones were added, at most `most`
    Index addBones(Index most, bool onlyFar = false);

    /// Removes bones that are not needed, starting with the bones that reduce the error least. A bone stays
    /// if a vertex would be far off without it.
    ///
    /// \param mostOver the maximum number of (frame, vertex) pairs that may exceed the step. If its removal
    ///        would exceed this number, a bone is removed only if it moves less than 1 % of the vertices or
    ///        brings less than 1.5 % of the pairs within a step
    /// \param mostRemoved the maximum number of bones to remove
    /// \return how many bones were removed
    Index removeNeedless(Index mostOver, Index mostRemoved);

    /// Removes the `count` bones that reduce the error least, needed or not.
    void makeRoom(Index count);

    /// Removes bones that have no weights. Call it last, because the candidates may still contain removed
    /// bones.
    void removeUnused();

    /// Finds runs for improveMotions: frames in which a bone does not move. The vertices of a bone are the
    /// vertices whose largest weight belongs to it. A bone does not move
    /// - in a clip, or in all frames, if its vertices stay within one step of their mean and it moves no
    ///   vertex by more than `share` steps;
    /// - between two consecutive frames, if its vertices have equal positions in both and it moves no vertex
    ///   by more than `share` steps.
    std::vector<std::vector<Index>> stillRuns(const std::vector<FrameRun>& clips, float share);

    /// The sum of squared distances.
    double squaredError() const;
    /// The number of (frame, vertex) pairs whose distance exceeds the step.
    Index pairsOver() const;

private:
    struct Influence {
        Index vertex;
        float weight;
    };
    /// What the removal of a bone would change.
    struct Removal {
        std::vector<std::pair<Index, VertexWeights>> weights; ///< of the vertices that it moves
        Index over = 0;                                       ///< pairs that exceed the step
        double squared = 0;                                   ///< sum of squared distances
        bool isPossible = true;
    };
    struct Solution {
        VertexWeights weights;
        VertexError error;
        ConstVertexPath residual; ///< valid until the next call of solve
    };

    std::vector<std::vector<Influence>> influences() const;
    void improveMotion(Index bone, const std::vector<Influence>& list, const std::vector<Index>& runs,
                       const RigidFit::Prior& prior);
    void updateErrors();
    VertexError errorOf(const ConstVertexPath& residual) const;
    Solution solve(Index vertex, Index without);
    /// \param stops whether to stop when the removal is not possible
    Removal removalOf(Index bone, bool stops = true);
    void apply(const Removal& removal, Index bone);
    void computeResidual(Index vertex);
    void removeBones(const std::vector<bool>& isRemoved);

    const Trajectories& positions_;
    const std::vector<Vector3>& start_;
    const std::vector<float>& steps_;
    std::vector<float> squaredLimits_;
    std::vector<Index> eachFrame_;
    Motions motions_;
    std::vector<Vector3> rest_;
    std::vector<VertexWeights> weights_;
    std::vector<std::vector<Index>> candidates_;
    Trajectories residuals_; ///< position − moved rest position
    std::vector<VertexError> errors_;
    RigidFit rigidFit_;
    /// For one vertex: the residual that each candidate would leave as the only bone.
    Trajectories alone_;
    std::vector<float> rows_; ///< frames × 12: the blended motion of one vertex
};

} // namespace assimp_md2
