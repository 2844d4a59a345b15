// SPDX-License-Identifier: BSD-3-Clause
// Improves weights, motions and rest positions of a skinned model in turn.
#pragma once

#include "skeleton/clusters.h"
#include "skeleton/skeleton.h"

#include <vector>

namespace assimp_md2::bones {

/// A skinned model and how far it is from the positions. Each improvement lowers the sum of squared
/// distances.
class Blend {
public:
    /// The arguments must outlive the blend.
    ///
    /// \param positions of the vertices in all frames
    /// \param restFrame positions of the vertices in the frame that the rest pose must stay near to
    /// \param steps of the frames
    Blend(const Trajectories& positions, const std::vector<Vector3>& restFrame,
          const std::vector<float>& steps, Index mostBones);

    const Motions& motions() const { return motions_; }
    const std::vector<VertexWeights>& weights() const { return weights_; }
    const std::vector<Vector3>& rest() const { return rest_; }
    const std::vector<VertexError>& errors() const { return errors_; }

    /// Starts again with one bone per vertex, and the rest frame as the rest pose.
    void start(const std::vector<Index>& labels, Index bones);

    /// Takes weights, rest positions and candidates from a blend of the same bones on other frames.
    void adopt(const Blend& other);

    /// Chooses the bones that may move each vertex: those that predict it best alone.
    void chooseCandidates();
    void improveWeights();
    /// \param runsOfBone frames with one common transformation, as for RigidFit::solve; empty: none
    void improveMotions(const std::vector<std::vector<Index>>& runsOfBone = {});
    void improveRest();

    /// Adds bones where the vertices are farthest off. They start with the motion of a few vertices.
    ///
    /// \return how many bones were added, at most `most`
    Index addBones(Index most);

    /// Removes bones that are not needed, those that lower the error least first.
    ///
    /// \param mostOver the (frame, vertex) pairs that may exceed the step; a removal is kept only if there
    /// are no
    ///        more
    /// \param mostBones to remove
    /// \return how many bones were removed
    Index removeNeedless(Index mostOver, Index mostBones);

    /// Runs for improveMotions. A bone does not move in a clip if its vertices stay within a step of their
    /// mean, and it moves no vertex by more than `share` steps; nor between frames in which its vertices are
    /// equal. Its vertices are those of which it has the largest weight.
    std::vector<std::vector<Index>> stillRuns(const std::vector<FrameRun>& clips, float share);

    /// The sum of squared distances.
    double squaredError() const;
    /// (frame, vertex) pairs whose distance exceeds the step.
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
    using Solution = std::pair<VertexWeights, VertexError>;

    std::vector<std::vector<Influence>> influences() const;
    VertexError errorOf(const ConstPath& residual) const;
    Solution solve(Index vertex, Index without);
    Removal removalOf(Index bone);
    void computeResidual(Index vertex);

    const Trajectories& positions_;
    const std::vector<Vector3>& restFrame_;
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
    Trajectories alone_;      ///< of one vertex: what each candidate alone would leave
    std::vector<float> rows_; ///< frames × 12: the blended motion of one vertex
};

} // namespace assimp_md2::bones
